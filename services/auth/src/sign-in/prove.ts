import { type ModuleContext, refuse, type RequestFacts, type TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import type { CountedFactor } from '../second-factor/guesses.ts';
import { takeSecondFactor } from '../second-factor/service.ts';
import { accountName, type Attempt, type Attempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';
import { type LoginRow, selectLogin } from './store.ts';

/** A signed-in person who shows again who they are; guesses count as those at the door. */
export interface Prover {
  readonly tenantId: string;
  readonly userId: string;
  readonly request: RequestFacts;
}

export interface Proved {
  readonly login: LoginRow;
  readonly attempt: Attempt;
}

export async function beginProof(
  { database }: ModuleContext<AuthSettings>,
  attempts: Attempts,
  { tenantId, userId, request }: Prover,
): Promise<Proved> {
  const login = await database.tenant(tenantId, (db) => selectLogin(db, userId));
  if (login === undefined) return refuse('unauthenticated', { message: 'This user no longer exists.' });
  return { login, attempt: await attempts.begin(accountName(tenantId, login.email), request) };
}

export async function provePassword(
  context: ModuleContext<AuthSettings>,
  attempts: Attempts,
  prover: Prover,
  password: string,
  field: 'password' | 'current_password',
): Promise<Proved> {
  const proved = await beginProof(context, attempts, prover);
  const hash = proved.login.password_hash;
  if (hash === null) {
    await proved.attempt.takeBack();
    refuse('invalid_state', {
      message:
        'You have no password here. Sign in again with single sign-on, or ask an administrator for a link to set one.',
    });
  }
  if (await verifyPassword(hash, password)) return proved;
  return refuse('forbidden', {
    message: 'The password is wrong.',
    details: [{ field, code: 'wrong', message: 'is not your password' }],
  });
}

/** In the transaction of what it is for. Not 401: the session itself is good. */
export async function proveFactor(
  db: TenantDb,
  context: ModuleContext<AuthSettings>,
  userId: string,
  shown: CountedFactor,
): Promise<void> {
  const verdict = await takeSecondFactor(db, context, userId, shown);
  if (verdict === 'missing')
    refuse('forbidden', {
      message: 'Also send a code from your authenticator app, or a recovery code.',
      details: [{ field: 'totp', code: 'totp_required', message: 'is required, or send recovery_code' }],
    });
  if (verdict === 'wrong')
    refuse('forbidden', {
      message: 'The code is wrong or was used before. Wait for the next one.',
      details: [{ field: 'totp', code: 'totp_wrong', message: 'is wrong or was used before' }],
    });
}
