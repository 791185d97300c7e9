import {
  type ModuleContext,
  refuse,
  type Reply,
  type RequestFacts,
  type RouteInput,
  type TenantDb,
} from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { normalEmail } from '../names.ts';
import { countGuess } from '../second-factor/guesses.ts';
import { takeSecondFactor } from '../second-factor/service.ts';
import { signedInAs } from '../sessions/holder.ts';
import { startSession } from '../sessions/service.ts';
import { cookieInPlaceOfShown } from '../sessions/shown.ts';
import { heldPolicyOf } from '../tenants/policy.ts';
import { accountName, type Attempts } from './attempts.ts';
import { refuseForeignOrigin } from './origin.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import type { SignIn } from './schema.ts';
import { type LoginRow, noteLogin, selectLogin, selectLoginByEmail, updateHash } from './store.ts';
import { tenantToSignInTo } from './tenant.ts';

/** Looked into when the tenant is unknown, so that an unknown one takes as long as a known one. */
const nobodysTenant = '00000000-0000-0000-0000-000000000000';

type Input = Pick<RouteInput<unknown, unknown, SignIn>, 'body' | 'request' | 'audited'>;

export async function signIn(context: ModuleContext<AuthSettings>, attempts: Attempts, input: Input): Promise<Reply> {
  const { database, clock, settings } = context;
  const { body, request, audited } = input;
  refuseForeignOrigin(request, settings.EXTERNAL_URL);
  const tenant = await tenantToSignInTo(database, body.tenant);
  const attempt = await attempts.begin(accountName(tenant?.id ?? body.tenant ?? '', body.email), request);
  const tenantId = tenant?.id ?? nobodysTenant;
  const login = await database.tenant(tenantId, (db) => selectLoginByEmail(db, normalEmail(body.email)));
  // Always looked at, whoever it is: what differs must not be the time.
  const right = await verifyPassword(login?.password_hash ?? undefined, body.password);
  if (!right || login?.state !== 'active') return refuseSignIn();
  const rehashed = needsRehash(login.password_hash ?? '') ? await hashPassword(body.password) : undefined;
  // Before a code is counted: how often it may be shown would tell that the password was right.
  await database.tenant(tenantId, (db) => refuseUnlessStillGood(db, login));
  const guess = await countGuess(context, { tenantId, userId: login.id }, body);

  const done = await database.tenant(tenantId, async (db) => {
    const breakGlass = await refuseUnlessStillGood(db, login);
    const factor = await takeSecondFactor(db, context, login.id, guess);
    if (factor === 'missing') return undefined;
    if (factor === 'wrong') refuseCode();
    if (breakGlass && factor === 'not_set_up') refuseSignIn();
    if (rehashed !== undefined) await updateHash(db, login.id, rehashed);
    await noteLogin(db, login.id, clock.now());
    const started = await startSession(db, context, { userId: login.id, method: 'password', ...facts(request) });
    await attempt.succeeded(db);
    await audited(db, {
      actor: { kind: 'session', id: login.id, credential_id: started.id },
      objectId: started.id,
      details: { method: 'password', second_factor: factor, ...(breakGlass ? { in_place_of_sso: true } : {}) },
    });
    return { session: started, answer: await signedInAs(db, started.id, clock.now()) };
  });
  if (done === undefined) {
    // The first half of an honest sign-in is no failure.
    await attempt.takeBack();
    return refuseWithoutCode();
  }
  const cookie = await cookieInPlaceOfShown(context, request, done.session);
  return {
    body: done.answer,
    headers: {
      'set-cookie': [cookie, attempt.deviceCookie()],
      'cache-control': 'no-store',
    },
  };
}

/** Between the look at the password and now anything may have changed. True: an owner past single sign-on. */
async function refuseUnlessStillGood(db: TenantDb, { id, password_hash }: LoginRow): Promise<boolean> {
  const { require_sso } = await heldPolicyOf(db);
  const now = await selectLogin(db, id, 'FOR UPDATE OF u');
  if (now?.state !== 'active' || now.password_hash !== password_hash) return refuseSignIn();
  // When single sign-on is broken somebody has to be able to mend it: owners, with a second factor.
  if (require_sso && !now.owner) return refuseSignIn();
  return require_sso;
}

/** One text for every reason: who guesses learns nothing from it. */
function refuseSignIn(): never {
  return refuse('unauthenticated', {
    message:
      'The email or password is wrong, or this account does not sign in with a password. Check both, use single sign-on if your organization has it, or ask an administrator for a link to set a new password.',
  });
}

function refuseCode(): never {
  return refuse('unauthenticated', {
    message: 'The code is wrong or was used before. Wait for the next one, or use a recovery code.',
    details: [{ field: 'totp', code: 'totp_wrong', message: 'is wrong or was used before' }],
  });
}

function refuseWithoutCode(): never {
  return refuse('unauthenticated', {
    message: 'The password is correct. Send it again with a code from your authenticator app, or a recovery code.',
    details: [{ field: 'totp', code: 'totp_required', message: 'is required, or send recovery_code' }],
  });
}

function facts({ address, userAgent }: RequestFacts) {
  return { address, userAgent };
}
