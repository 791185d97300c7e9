import { randomBytes, randomUUID } from 'node:crypto';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { type Answer, type Caller, caller } from '@wheelhouse/testkit';
import { builtinRoles } from '../../services/auth/src/roles/builtin.ts';
import { codeAt, stepAt } from '../../services/auth/src/second-factor/totp.ts';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { hashPassword } from '../../services/auth/src/sign-in/passwords.ts';
import type { TestTenant } from '../../services/auth/test/start.ts';
import { oncePer } from './once-per.ts';
import type { Installation } from './start.ts';

/** Who makes the calls. Whatever a route makes is made through it, so that its secrets are real ones. */

export interface Owner {
  readonly tenant: TestTenant;
  readonly id: string;
  readonly who: Caller;
}

export async function owner(installation: Installation): Promise<Owner> {
  const tenant = await installation.tenant();
  const { id } = await tenant.user('owner');
  return { tenant, id, who: await tenant.callerOf(id, 'owner') };
}

/** What must have gone well before the call that counts. */
export async function made(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`a call before it was refused: ${status} ${JSON.stringify(body)}`);
  return answer;
}

export const newPassword = (): string => `a lamp ${randomBytes(6).toString('hex')} beside the river`;

export interface Invited extends Owner {
  readonly userId: string;
  readonly email: string;
  /** Of the link: what stands behind the #. */
  readonly token: string;
}

export async function invited(installation: Installation): Promise<Invited> {
  const first = await owner(installation);
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const { body } = await made(
    installation.call(first.who, 'POST', '/api/v1/users', {
      body: { email, name: 'Berta Birch', role_id: first.tenant.roles.owner },
    }),
  );
  return { ...first, userId: body.id, email, token: tokenOf(body.link.url) };
}

export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

export interface SignedIn extends Owner {
  readonly email: string;
  readonly password: string;
  readonly sessionId: string;
  /** What the session's cookie holds. */
  readonly credential: string;
}

const hashes = new Map<string, Promise<string>>();
/** One for all: making a hash takes a core for a while, and these are not about passwords. */
const password = newPassword();

/** An owner with a password and a session, as signing in would have made it. */
export async function signedIn(installation: Installation): Promise<SignedIn> {
  const tenant = await installation.tenant();
  const { id, email } = await tenant.user('owner');
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  const { id: sessionId, secret } = await installation.db.tenant(tenant.id, async (db) => {
    await db.query('UPDATE auth.users SET password_hash = $1 WHERE tenant_id = kit.tenant() AND id = $2', [
      await hash,
      id,
    ]);
    const session = { userId: id, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
    return startSession(db, { makeId: makeIds(systemClock), clock: systemClock }, session);
  });
  installation.secrets.add(secret);
  installation.secrets.add(password);
  const who = await exchanged(installation, tenant.id, secret);
  return { tenant, id, email, password, sessionId, credential: secret, who };
}

/** As the gateway does it. */
export async function exchanged(installation: Installation, tenantId: string, credential: string): Promise<Caller> {
  const module = await installation.moduleCaller('auth', tenantId);
  const body = { credential, address: '192.0.2.7' };
  const answer = await made(installation.call(module, 'POST', '/internal/v1/exchange', { body }));
  return { tenantId, token: answer.body.access_token };
}

export const codeNow = (secret: string): string => codeAt(secret, stepAt(systemClock.now()));

export async function begunTotp(installation: Installation): Promise<SignedIn & { readonly secret: string }> {
  const person = await signedIn(installation);
  const { body } = await made(installation.call(person.who, 'POST', '/api/v1/me/totp'));
  return { ...person, secret: body.secret };
}

/** With a second factor. */
export async function armed(
  installation: Installation,
): Promise<SignedIn & { readonly recoveryCodes: readonly string[] }> {
  const person = await begunTotp(installation);
  const code = codeNow(person.secret);
  const { body } = await made(installation.call(person.who, 'POST', '/api/v1/me/totp/confirm', { body: { code } }));
  // Confirming revokes the token it was done with; which call is refused for it hangs on when that is heard.
  const who = await exchanged(installation, person.tenant.id, person.credential);
  return { ...person, who, recoveryCodes: body.recovery_codes };
}

/** One more owner of a tenant, by their id. */
export async function newOwner({ db }: Installation, tenantId: string): Promise<string> {
  const id = makeIds(systemClock)();
  await db.tenant(tenantId, (handle) =>
    handle.query(
      `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
       SELECT tenant_id, $1, $2, 'Otto Oak', 'active', id, now(), now() FROM auth.roles
       WHERE tenant_id = kit.tenant() AND builtin = 'owner'`,
      [id, `${id}@example.test`],
    ),
  );
  return id;
}

/** An owner of the one operator tenant, whoever made that. */
export const operator = oncePer(async (installation): Promise<Caller> => {
  const { db } = installation;
  const [found] = await db.system((system) =>
    system.query<{ id: string }>('SELECT id FROM auth.tenants WHERE operator'),
  );
  const tenant = found?.id ?? (await installation.tenant('operators', { operator: true })).id;
  const sub = await newOwner(installation, tenant);
  return caller({ sub, tenant, kind: 'user', scopes: builtinRoles.owner.scopes });
});
