import { randomUUID } from 'node:crypto';
import { makeIds } from '@wheelhouse/kit';
import { type Answer, type Caller, caller, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { builtinRoles, type BuiltinRole } from '../../src/roles/builtin.ts';
import { startSession } from '../../src/sessions/service.ts';
import { type AuthProcess, startAuth, type TestTenant } from '../start.ts';
import { Browser } from './browser.ts';
import { startDns, type TestDns } from './dns-server.ts';
import { type HonestProvider, startHonestProvider } from './honest-provider.ts';
import { type HostileProvider, startHostileProvider } from './hostile-provider.ts';

const externalUrl = 'http://127.0.0.1:8080';
export const redirectUri = `${externalUrl}/api/auth/sso/callback`;

/** Auth, DNS, an honest and a hostile provider, and tenants that sign in with them. */
export interface SsoHouse {
  readonly auth: AuthProcess;
  readonly clock: MovableClock;
  readonly dns: TestDns;
  readonly honest: HonestProvider;
  readonly hostile: HostileProvider;
  readonly origin: string;
  readonly sessionOf: (tenant: TestTenant, userId: string, role?: BuiltinRole) => Promise<Caller>;
  /** A tenant with an owner's session, and a domain it has verified. */
  readonly tenant: () => Promise<SsoTenant>;
  readonly connect: (who: Caller, given?: Readonly<Record<string, unknown>>) => Promise<Answer>;
  readonly begin: (browser: Browser, tenant: TestTenant, returnTo?: string) => Promise<URL>;
  /** Takes the browser to the callback and tells where it is sent from there. */
  readonly comeBack: (
    browser: Browser,
    callback: URL,
  ) => Promise<{ readonly to: string; readonly session: string | undefined }>;
  readonly signIn: (
    tenant: TestTenant,
    subject: string,
  ) => Promise<{ readonly to: string; readonly session: string | undefined }>;
  readonly stop: () => Promise<void>;
}

export interface SsoTenant extends TestTenant {
  readonly owner: Caller;
  readonly ownerId: string;
  readonly domain: string;
}

export async function startSsoHouse(): Promise<SsoHouse> {
  const clock = movableClock(new Date());
  const dns = await startDns();
  const honest = await startHonestProvider(redirectUri);
  const hostile = await startHostileProvider();
  const auth = await startAuth({
    clock,
    environment: {
      EXTERNAL_URL: externalUrl,
      SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      SSO_DNS_SERVERS: dns.address,
    },
  });
  const origin = `http://127.0.0.1:${auth.environment['AUTH_PORT']}`;
  const makeId = makeIds(clock);

  const sessionOf: SsoHouse['sessionOf'] = async (tenant, userId, role = 'owner') => {
    const { id } = await auth.db.tenant(tenant.id, (db) =>
      startSession(db, { makeId, clock }, { userId, method: 'password', address: '127.0.0.1', userAgent: 'test' }),
    );
    return caller(
      { sub: userId, tenant: tenant.id, kind: 'session', cid: id, scopes: builtinRoles[role].scopes },
      clock,
    );
  };

  const tenant: SsoHouse['tenant'] = async () => {
    const made = await auth.tenant();
    const { id: ownerId } = await made.user('owner');
    const owner = await sessionOf(made, ownerId);
    const domain = `${randomUUID().slice(0, 8)}.test`;
    const added = await auth.call(owner, 'POST', '/api/v1/sso/domains', { body: { domain } });
    dns.records.set(added.body.name, [added.body.value]);
    await auth.call(owner, 'POST', `/api/v1/sso/domains/${added.body.id}/verify`);
    return { ...made, owner, ownerId, domain };
  };

  const connect: SsoHouse['connect'] = (who, given = {}) =>
    auth.call(who, 'PUT', '/api/v1/sso', {
      body: {
        issuer: honest.issuer,
        client_id: honest.clientId,
        client_secret: honest.clientSecret,
        scopes: ['email', 'profile', 'groups'],
        enabled: true,
        ...given,
      },
    });

  const begin: SsoHouse['begin'] = async (browser, { slug }, returnTo) => {
    const answer = await browser.visit(`${origin}/api/v1/sso/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenant: slug, ...(returnTo === undefined ? {} : { return_to: returnTo }) }),
    });
    const body = (await answer.json()) as { authorization_url?: string };
    if (body.authorization_url === undefined) throw new Error(JSON.stringify(body));
    return new URL(body.authorization_url);
  };

  const comeBack: SsoHouse['comeBack'] = async (browser, callback) => {
    const answer = await browser.visit(`${origin}/sso/callback${callback.search}`);
    const session = answer.headers.getSetCookie().find((line) => line.startsWith('wh_session='));
    return { to: answer.headers.get('location') ?? `${answer.status}: ${await answer.text()}`, session };
  };

  return {
    auth,
    clock,
    dns,
    honest,
    hostile,
    origin,
    sessionOf,
    tenant,
    connect,
    begin,
    comeBack,
    signIn: async (at, subject) => {
      const browser = new Browser();
      const there = await begin(browser, at);
      return comeBack(browser, await browser.follow(there.href, redirectUri, honest.signsIn(subject)));
    },
    stop: async () => {
      await auth.stop();
      await Promise.all([dns.stop(), honest.stop(), hostile.stop()]);
    },
  };
}
