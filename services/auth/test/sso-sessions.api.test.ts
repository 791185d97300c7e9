import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeOwn } from '../src/tenants/own.ts';
import { exchange, goodPassword, knock, person as personWithPassword } from './people.ts';
import { Browser } from './sso/browser.ts';
import { redirectUri, type SsoHouse, type SsoTenant, startSsoHouse } from './sso/house.ts';
import { refusedWith, signInsAt } from './sso/sign-ins.ts';

let house: SsoHouse;
beforeAll(async () => {
  house = await startSsoHouse();
});
afterAll(() => house.stop());

const { person, connected } = signInsAt(() => house);

type Session = Awaited<ReturnType<SsoHouse['sessionOf']>>;

const isLive = async (who: Session) => (await house.auth.call(who, 'GET', '/api/v1/session')).status === 200;
const isTaken = async (cookie: string | undefined) =>
  (await exchange(house.auth, cookie ?? '', house.clock)).status === 200;

async function cameBySso(tenant: SsoTenant, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { session } = await house.signIn(tenant, person(tenant, claims).subject);
  expect(session).toBeDefined();
  return session ?? '';
}

async function withSecondFactor(tenant: SsoTenant, role: 'owner' | 'admin'): Promise<Session> {
  const { id } = await tenant.user(role);
  await house.auth.db.tenant(tenant.id, (db) =>
    db.query('UPDATE auth.users SET totp_confirmed_at = $2 WHERE tenant_id = kit.tenant() AND id = $1', [
      id,
      house.clock.now(),
    ]),
  );
  return house.sessionOf(tenant, id, role);
}

describe('requiring single sign-on', () => {
  const requireSso = (who: Session) => house.auth.call(who, 'PATCH', '/api/v1/tenant', { body: { require_sso: true } });

  test('ends each session that could not be begun anew, and no other', async () => {
    const [tenant, other] = [await connected(), await connected()];
    const viewer = await house.sessionOf(tenant, (await tenant.user('viewer')).id, 'viewer');
    const admin = await withSecondFactor(tenant, 'admin');
    const owner = await withSecondFactor(tenant, 'owner');
    const bySso = await cameBySso(tenant);
    const answer = await requireSso(owner);
    expect(answer).toMatchObject({ status: 200, body: { require_sso: true } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await Promise.all([viewer, admin, tenant.owner].map(isLive))).toEqual([false, false, false]);
    expect(await Promise.all([owner, other.owner].map(isLive))).toEqual([true, true]);
    expect(await isTaken(bySso)).toBe(true);
  });

  test('ends the session it is required from, unless that one could be begun anew', async () => {
    const tenant = await connected();
    const answer = await requireSso(tenant.owner);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^wh_session=; Max-Age=0/)]);
    expect(await isLive(tenant.owner)).toBe(false);
  });

  test('refuses the password of whoever is signing in at that very moment', async () => {
    const tenant = await connected();
    const { email } = await personWithPassword(house.auth, tenant);
    let answered = false;
    const knocking = await house.auth.db.tenant(tenant.id, async (db) => {
      await changeOwn(db, house.clock, { require_sso: true }, () => undefined);
      const answer = knock(house.auth, { tenant: tenant.slug, email, password: goodPassword }).finally(() => {
        answered = true;
      });
      await eventually(async () => {
        const waiting = await db.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(answered || waiting.length > 0).toBe(true);
      });
      return { answer };
    });
    expect((await knocking.answer).status).toBe(401);
  });
});

describe('removing what single sign-on rests on', () => {
  const domainsOf = async (tenant: SsoTenant) =>
    (await house.auth.call(tenant.owner, 'GET', '/api/v1/sso/domains')).body.data as { id: string; domain: string }[];
  const removeDomain = async (tenant: SsoTenant, name: string) => {
    const found = (await domainsOf(tenant)).find(({ domain }) => domain === name);
    expect((await house.auth.call(tenant.owner, 'DELETE', `/api/v1/sso/domains/${found?.id}`)).status).toBe(204);
  };
  async function secondDomain(tenant: SsoTenant): Promise<string> {
    const domain = `second-${tenant.domain}`;
    const { body } = await house.auth.call(tenant.owner, 'POST', '/api/v1/sso/domains', { body: { domain } });
    house.dns.records.set(body.name, [body.value]);
    await house.auth.call(tenant.owner, 'POST', `/api/v1/sso/domains/${body.id}/verify`);
    return domain;
  }

  test('the connection: sessions that came through it end, those of passwords and of other tenants do not', async () => {
    const [tenant, other] = [await connected(), await connected()];
    const [gone, elsewhere] = [await cameBySso(tenant), await cameBySso(other)];
    expect((await house.auth.call(tenant.owner, 'DELETE', '/api/v1/sso')).status).toBe(204);
    expect([await isTaken(gone), await isTaken(elsewhere)]).toEqual([false, true]);
    expect(await isLive(tenant.owner)).toBe(true);
  });

  test('the connection, by somebody who came through it: theirs ends too', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant);
    const { id } = await tenant.user('owner', email);
    const { session } = await house.signIn(tenant, subject);
    const { body } = await exchange(house.auth, session ?? '', house.clock);
    const who = { tenantId: tenant.id, token: body.access_token };
    expect(body.principal.id).toBe(id);
    const answer = await house.auth.call(who, 'DELETE', '/api/v1/sso');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^wh_session=; Max-Age=0/)]);
    expect(await isTaken(session)).toBe(false);
  });

  test('a domain: sessions of its people that came through it end, and no others', async () => {
    const tenant = await connected();
    const second = await secondDomain(tenant);
    const [gone, stays] = [await cameBySso(tenant), await cameBySso(tenant, { email: `anna@${second}` })];
    const local = await house.sessionOf(tenant, (await tenant.user('viewer', `local@${tenant.domain}`)).id, 'viewer');
    await removeDomain(tenant, tenant.domain);
    expect([await isTaken(gone), await isTaken(stays)]).toEqual([false, true]);
    expect([await isLive(local), await isLive(tenant.owner)]).toEqual([true, true]);
  });

  test('a domain: sessions that do not know theirs go by the address of their user', async () => {
    const tenant = await connected();
    const gone = await cameBySso(tenant);
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.sessions SET mail_domain = NULL WHERE tenant_id = kit.tenant()'),
    );
    await removeDomain(tenant, tenant.domain);
    expect(await isTaken(gone)).toBe(false);
  });

  test('a domain: what counts is the address they came with, whatever it was at first', async () => {
    const tenant = await connected();
    const second = await secondDomain(tenant);
    const { subject } = person(tenant);
    await house.signIn(tenant, subject);
    house.honest.people.set(subject, { email: `renamed@${second}`, email_verified: true });
    const { session } = await house.signIn(tenant, subject);
    expect(await isTaken(session)).toBe(true);
    await removeDomain(tenant, second);
    expect(await isTaken(session)).toBe(false);
  });
});

describe('a browser that is signed in already', () => {
  async function again(browser: Browser, tenant: SsoTenant, subject: string) {
    const there = await house.begin(browser, tenant);
    return house.comeBack(browser, await browser.follow(there.href, redirectUri, house.honest.signsIn(subject)));
  }

  test('leaves its session when it comes back with another', async () => {
    const tenant = await connected();
    const { subject } = person(tenant);
    const browser = new Browser();
    const { session: first } = await again(browser, tenant, subject);
    const elsewhere = await again(new Browser(), tenant, subject);
    const { session: second } = await again(browser, tenant, subject);
    expect([await isTaken(first), await isTaken(second), await isTaken(elsewhere.session)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('keeps it when it is refused', async () => {
    const tenant = await connected();
    const browser = new Browser();
    const there = await house.begin(browser, tenant);
    const back = await browser.follow(there.href, redirectUri, house.honest.signsIn(person(tenant).subject));
    const { session } = await house.comeBack(browser, back);
    expect(await house.comeBack(browser, back)).toEqual(refusedWith('sso_expired'));
    expect(await isTaken(session)).toBe(true);
  });
});
