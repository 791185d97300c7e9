import type { Clock } from '@wheelhouse/kit';
import { type Answer, type Caller, caller } from '@wheelhouse/testkit';
import type { BuiltinRole } from '../src/roles/builtin.ts';
import { hashPassword } from '../src/sign-in/passwords.ts';
import type { AuthProcess, TestTenant } from './start.ts';

/** People who sign in, as browsers do: with cookies, from an address. */
export const goodPassword = 'a lamp beside the river';

let hashed: Promise<string> | undefined;

export interface Person {
  readonly id: string;
  readonly email: string;
}

export async function person(auth: AuthProcess, tenant: TestTenant, role: BuiltinRole = 'admin'): Promise<Person> {
  const user = await tenant.user(role);
  hashed ??= hashPassword(goodPassword);
  const hash = await hashed;
  await auth.db.tenant(tenant.id, (db) =>
    db.query('UPDATE auth.users SET password_hash = $2 WHERE tenant_id = $1 AND id = $3', [tenant.id, hash, user.id]),
  );
  return user;
}

export interface Door {
  readonly address?: string;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** `cookies` are Set-Cookie values of earlier answers. */
export function knock(auth: AuthProcess, body: unknown, { address, cookies = [], headers = {} }: Door = {}) {
  return auth.call(undefined, 'POST', '/api/v1/session', {
    body,
    headers: {
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(cookies.length === 0 ? {} : { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }),
      ...headers,
    },
  });
}

export function cookieOf(answer: Answer, name: string): string {
  const found = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) throw new Error(`the answer (${answer.status}) sets no ${name}`);
  return found;
}

export interface SignedInPerson extends Person {
  readonly sessionId: string;
  readonly cookie: string;
  readonly device: string;
  /** What the gateway works with, from the exchange of the cookie. */
  readonly caller: () => Promise<Caller>;
}

export async function signedIn(
  auth: AuthProcess,
  tenant: TestTenant,
  options: { readonly as?: Person; readonly role?: BuiltinRole; readonly clock?: Clock; readonly more?: object } = {},
): Promise<SignedInPerson> {
  const { role = 'admin', clock, more = {} } = options;
  const who = options.as ?? (await person(auth, tenant, role));
  const answer = await knock(auth, { tenant: tenant.slug, email: who.email, password: goodPassword, ...more });
  if (answer.status !== 201) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer, 'wh_session');
  return {
    ...who,
    sessionId: answer.body.session_id as string,
    cookie,
    device: cookieOf(answer, 'wh_device'),
    caller: async () => {
      const exchanged = await exchange(auth, cookie, clock);
      if (exchanged.status !== 200) throw new Error(`the exchange answered ${exchanged.status}`);
      return { tenantId: tenant.id, token: exchanged.body.access_token };
    },
  };
}

/** As the gateway does with a cookie it is shown. */
export async function exchange(auth: AuthProcess, cookie: string, clock?: Clock): Promise<Answer> {
  const gateway = await caller({ sub: 'gateway', kind: 'module', audience: 'auth', scopes: [] }, clock);
  const credential = cookie.split(';')[0]?.split('=')[1] ?? '';
  return auth.call(gateway, 'POST', '/internal/v1/exchange', { body: { credential, address: '192.0.2.1' } });
}
