import { type Clock, type Keyring, type MakeId, refuse, type TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { stopSessionsOf } from '../sessions/service.ts';
import type { CountedFactor } from './guesses.ts';
import { deleteGuesses } from './guesses-store.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import {
  confirmSecret,
  deleteCodes,
  dropSecret,
  type FactorRow,
  insertCodes,
  lockFactor,
  setSecret,
  takeCode,
  takeStep,
} from './store.ts';
import { makeTotpSecret, otpauthUri, stepOf } from './totp.ts';

export interface FactorTools {
  readonly secrets: Keyring;
  readonly clock: Clock;
  readonly makeId: MakeId;
}

export type FactorVerdict =
  /** The user has none set up, and none is asked for. */
  'not_set_up' | 'missing' | 'wrong' | 'totp' | 'recovery_code';

/** Takes the step or the code: shown a second time it is wrong. A right one lets earlier guesses be forgotten. */
export async function takeSecondFactor(
  db: TenantDb,
  tools: FactorTools,
  userId: string,
  shown: CountedFactor,
): Promise<FactorVerdict> {
  const verdict = await verdictOn(db, tools, userId, shown);
  if (verdict === 'totp' || verdict === 'recovery_code') await deleteGuesses(db, userId);
  return verdict;
}

async function verdictOn(
  db: TenantDb,
  tools: FactorTools,
  userId: string,
  shown: CountedFactor,
): Promise<FactorVerdict> {
  const row = await lockFactor(db, userId);
  if (row === undefined || row.totp_confirmed_at === null) return 'not_set_up';
  if (shown.totp !== undefined) return (await takeTotp(db, tools, userId, row, shown.totp)) ? 'totp' : 'wrong';
  if (shown.recovery_code === undefined) return 'missing';
  const hash = hashRecoveryCode(userId, shown.recovery_code);
  return (await takeCode(db, userId, hash, tools.clock.now())) ? 'recovery_code' : 'wrong';
}

export async function hasSecondFactor(db: TenantDb, userId: string): Promise<boolean> {
  const row = await lockFactor(db, userId);
  return row !== undefined && row.totp_confirmed_at !== null;
}

/** A new secret, told once; it counts from its first right code on. */
export async function beginTotp(db: TenantDb, { secrets }: FactorTools, userId: string, issuer: string) {
  const row = (await lockFactor(db, userId)) ?? refuse('not_found');
  if (row.totp_confirmed_at !== null)
    refuse('invalid_state', {
      message: 'A second factor is already set up. Remove it with DELETE /api/v1/me/totp before setting up a new one.',
    });
  const secret = makeTotpSecret();
  await setSecret(db, userId, secrets.seal(place(db, userId), secret));
  return { secret, otpauth_uri: otpauthUri(secret, issuer, row.email) };
}

/** Sessions begun without it end, but for the one it is set up in, which is given its scopes anew. */
export async function confirmTotp(
  db: TenantDb,
  tools: FactorTools,
  userId: string,
  sessionId: string,
  code: string,
): Promise<readonly string[]> {
  const row = (await lockFactor(db, userId)) ?? refuse('not_found');
  if (row.totp_secret === null || row.totp_confirmed_at !== null)
    refuse('invalid_state', { message: 'There is no second factor to confirm. Start with POST /api/v1/me/totp.' });
  if (!(await takeTotp(db, tools, userId, row, code)))
    refuse('validation_failed', {
      message: "The code is not the current one. Check your device's clock and enter the next code.",
      details: [{ field: 'code', code: 'totp_wrong', message: 'is not the current code' }],
    });
  await confirmSecret(db, userId, tools.clock.now());
  const codes = await replaceRecoveryCodes(db, tools, userId);
  await stopSessionsOf(db, tools.clock, userId, sessionId);
  await revoke(db, tools.clock, { subjectId: userId });
  return codes;
}

export async function dropTotp(db: TenantDb, { clock }: Pick<FactorTools, 'clock'>, userId: string): Promise<void> {
  await dropSecret(db, userId, clock.now());
  await deleteCodes(db, userId);
  await deleteGuesses(db, userId);
  // Where the tenant asks for a second factor, the session now has no scopes.
  await revoke(db, clock, { subjectId: userId });
}

export async function replaceRecoveryCodes(
  db: TenantDb,
  { makeId }: FactorTools,
  userId: string,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes();
  await deleteCodes(db, userId);
  await insertCodes(
    db,
    userId,
    codes.map((code) => ({ id: makeId(), hash: hashRecoveryCode(userId, code) })),
  );
  return codes;
}

async function takeTotp(
  db: TenantDb,
  { secrets, clock }: FactorTools,
  userId: string,
  { totp_secret, totp_last_step }: FactorRow,
  code: string,
): Promise<boolean> {
  if (totp_secret === null) return false;
  const secret = secrets.open(place(db, userId), totp_secret);
  const step = stepOf(secret, code, clock.now(), totp_last_step ?? undefined);
  if (step === undefined) return false;
  await takeStep(db, userId, step);
  return true;
}

function place(db: TenantDb, userId: string) {
  return { tenantId: db.tenantId, table: 'auth.users', rowId: userId };
}
