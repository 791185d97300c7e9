import { createHash } from 'node:crypto';
import { type ModuleContext, type Principal, refuse, type Reply, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { powerOfUser } from '../roles/power.ts';
import { issueSecret, readSecret } from '../secrets/format.ts';
import { tenantSnapshot } from '../secrets/tenant-snapshot.ts';
import { findSecret, forgetSecrets, rememberSecret } from '../secrets/store.ts';
import { liveSession } from '../sessions/service.ts';
import { mintToken, refuseUnlessMayIssue } from '../tokens/service.ts';
import { lockedUser } from '../users/service.ts';
import type { ExchangeCode, HandOver } from './schema.ts';
import { deleteHandOvers, type HandOverRow, insertHandOver, takeHandOver } from './store.ts';

/** The program waits beside the browser: it comes at once, or not at all. */
const lifeMs = 60_000;

type Context = ModuleContext<AuthSettings>;

export async function handTokenOver(
  db: TenantDb,
  { makeId, clock }: Context,
  principal: Principal,
  { name, scopes, expires_in_days, challenge }: HandOver,
): Promise<Reply> {
  await refuseUnlessMayIssue(db, clock, principal, scopes);
  const id = makeId();
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  const { secret, hash } = issueSecret('code');
  await insertHandOver(db, {
    id,
    user_id: principal.id,
    session_id: principal.credentialId,
    challenge,
    name,
    scopes,
    expires_in_days: expires_in_days ?? null,
    expires_at: expiresAt,
  });
  await rememberSecret(db, 'code', id, hash);
  return {
    body: { code: secret, expires_at: expiresAt.toISOString() },
    objectId: id,
    audit: { details: { name, scopes } },
  };
}

/** Whoever shows a code that never was asks what the holder of one asks: their times tell nothing. */
const nowhere = { tenantId: '00000000-0000-7000-8000-000000000000', id: '00000000-0000-7000-8000-000000000000' };

/** The token is made here, and was nowhere before. The code is used up, whatever comes of it. */
export async function exchangeForToken(
  context: Context,
  { code, verifier }: ExchangeCode,
  audited: (db: TenantDb, taken: HandOverRow, made: Reply) => Promise<void>,
): Promise<Reply> {
  const secret = readSecret(code);
  if (secret?.kind !== 'code') return refuseCode();
  const { tenantId, id } = (await findSecret(context.database, 'code', secret.hash)) ?? nowhere;
  const made = await context.database.tenant(tenantId, async (db) => {
    const taken = await takeHandOver(db, id);
    if (taken === undefined) return undefined;
    await forgetSecrets(db, id);
    // Not refused here: that would bring the code back.
    if (challengeOf(verifier) !== taken.challenge || !(await isStillRight(db, taken, context.clock.now())))
      return undefined;
    const { user_id, name, scopes, expires_in_days } = taken;
    const reply = await mintToken(db, context, user_id, {
      name,
      scopes,
      ...(expires_in_days === null ? {} : { expires_in_days }),
    });
    await audited(db, taken, reply);
    return reply;
  });
  return made ?? refuseCode();
}

/** What was true when the person agreed is asked again. */
async function isStillRight(db: TenantDb, taken: HandOverRow, now: Date): Promise<boolean> {
  if (taken.expires_at <= now) return false;
  // Nobody deletes them, and leaves a token without a holder, while it is made.
  const user = await lockedUser(db, taken.user_id);
  if (user?.state !== 'active') return false;
  const [{ tenantState }, session, power] = await Promise.all([
    tenantSnapshot(db),
    liveSession(db, taken.session_id, now),
    powerOfUser(db, taken.user_id),
  ]);
  const held: readonly string[] = power?.scopes ?? [];
  return tenantState === 'active' && session !== undefined && taken.scopes.every((scope) => held.includes(scope));
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

function refuseCode(): never {
  return refuse('invalid_grant', {
    message: "This code is invalid, used or expired. Start the program's sign-in again.",
  });
}

/** Codes nobody came for. */
export async function pruneHandOvers(db: TenantDb, now: Date): Promise<void> {
  for (const id of await deleteHandOvers(db, now)) await forgetSecrets(db, id);
}
