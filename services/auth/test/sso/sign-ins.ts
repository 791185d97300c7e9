import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Browser } from './browser.ts';
import { redirectUri, type SsoHouse, type SsoTenant } from './house.ts';

/** Where a refused sign-in ends. */
export const refusedWith = (code: string) => ({ to: `/login?error=${code}`, session: undefined });

/** What the tests of single sign-on do again and again; the house is there once they run. */
export function signInsAt(house: () => SsoHouse) {
  /** A person at the honest provider, with an address of the tenant's domain unless said otherwise. */
  function person(tenant: SsoTenant, claims: Readonly<Record<string, unknown>> = {}) {
    const subject = randomUUID();
    const email = `${subject.slice(0, 8)}@${tenant.domain}`;
    house().honest.people.set(subject, { email, email_verified: true, name: 'Anna Arbor', groups: [], ...claims });
    return { subject, email: typeof claims['email'] === 'string' ? claims['email'] : email };
  }

  async function userWith(tenant: SsoTenant, email: string) {
    const [row] = await house().auth.db.tenant(tenant.id, (db) =>
      db.query<{ id: string; role_id: string; state: string; name: string; sso_subject: string | null }>(
        'SELECT id, role_id, state, name, sso_subject FROM auth.users WHERE tenant_id = kit.tenant() AND email = $1',
        [email],
      ),
    );
    return row;
  }

  /** A tenant that signs in with the honest provider; everybody is a viewer unless said otherwise. */
  async function connected(given: (tenant: SsoTenant) => Readonly<Record<string, unknown>> = () => ({})) {
    const tenant = await house().tenant();
    const answer = await house().connect(tenant.owner, { default_role_id: tenant.roles.viewer, ...given(tenant) });
    expect(answer).toMatchObject({ status: 200 });
    return tenant;
  }

  /** Signs in at the hostile provider, whose ID token has these claims besides the nonce asked for. */
  async function lie(
    tenant: SsoTenant,
    claims: Readonly<Record<string, unknown>>,
    how: Omit<SsoHouse['hostile']['next'], 'claims'> = {},
    query: Readonly<Record<string, string>> = {},
  ) {
    const browser = new Browser();
    const there = await house().begin(browser, tenant);
    const callback = new URL(redirectUri);
    callback.search = String(
      new URLSearchParams({ code: 'c', state: there.searchParams.get('state') ?? '', ...query }),
    );
    house().hostile.next = {
      ...how,
      claims: {
        sub: randomUUID(),
        email: `${randomUUID().slice(0, 8)}@${tenant.domain}`,
        email_verified: true,
        groups: [],
        nonce: there.searchParams.get('nonce'),
        ...claims,
      },
    };
    return house().comeBack(browser, callback);
  }

  return { person, userWith, connected, lie };
}
