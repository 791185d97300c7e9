import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from './sso/browser.ts';
import { redirectUri, type SsoHouse, type SsoTenant, startSsoHouse } from './sso/house.ts';
import { refusedWith, signInsAt } from './sso/sign-ins.ts';

let house: SsoHouse;
beforeAll(async () => {
  house = await startSsoHouse();
});
afterAll(() => house.stop());

const { person, connected, lie } = signInsAt(() => house);

describe('a provider that lies', () => {
  let tenant: SsoTenant;
  beforeAll(async () => {
    tenant = await connected(() => ({ issuer: house.hostile.issuer }));
  });

  test('is believed while it tells the truth, which shows that the lies are what is refused', async () => {
    expect(await lie(tenant, {})).toMatchObject({ to: '/', session: expect.stringContaining('wh_session=') });
    expect(await lie(tenant, {}, {}, { iss: house.hostile.issuer })).toMatchObject({ to: '/' });
  });

  test.for([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://login.example.com' }],
    ['another audience', { aud: 'another-client' }],
    ['an audience of several, issued to another party', { aud: ['wheelhouse', 'another'], azp: 'another' }],
    ['no audience', { aud: undefined }],
    ['an end that has passed', { exp: Math.floor(Date.now() / 1000) - 3_600 }],
    ['no end', { exp: undefined }],
    ['a beginning that has not come', { nbf: Math.floor(Date.now() / 1000) + 3_600 }],
    ['no subject', { sub: undefined }],
  ] as const)('an ID token with %s is refused', async ([, claims]) => {
    expect(await lie(tenant, claims)).toEqual(refusedWith('sso_failed'));
  });

  test('an unsigned ID token is refused', async () => {
    expect(await lie(tenant, {}, { header: { alg: 'none' }, unsigned: true })).toEqual(refusedWith('sso_failed'));
    expect(await lie(tenant, {}, { unsigned: true })).toEqual(refusedWith('sso_failed'));
  });

  test('an ID token signed with another key, or with a secret both know, is refused', async () => {
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await lie(tenant, {}, { key })).toEqual(refusedWith('sso_failed'));
    expect(await lie(tenant, {}, { header: { alg: 'HS256' } })).toEqual(refusedWith('sso_failed'));
    expect(await lie(tenant, {}, { header: { kid: 'unknown' } })).toEqual(refusedWith('sso_failed'));
  });

  test('an answer that names another issuer is not even traded', async () => {
    const before = house.hostile.trades();
    expect(await lie(tenant, {}, {}, { iss: house.honest.issuer })).toEqual(refusedWith('sso_failed'));
    expect(house.hostile.trades()).toBe(before);
  });

  test('a connection that is changed while the code is traded lets nobody in', async () => {
    const meanwhile = () => house.connect(tenant.owner, { issuer: house.hostile.issuer, enabled: false });
    expect(await lie(tenant, {}, { meanwhile })).toEqual(refusedWith('sso_expired'));
    house.hostile.next = {};
    await house.connect(tenant.owner, { issuer: house.hostile.issuer, default_role_id: tenant.roles.viewer });
  });

  test("a provider's refusal is told as one", async () => {
    expect(await lie(tenant, {}, {}, { error: 'access_denied' })).toEqual(refusedWith('sso_denied'));
  });
});

describe('a sign-in is one browser’s, once, and soon', () => {
  let tenant: SsoTenant;
  beforeAll(async () => {
    tenant = await connected();
  });
  const goThere = async (browser: Browser) => {
    const there = await house.begin(browser, tenant);
    return browser.follow(there.href, redirectUri, house.honest.signsIn(person(tenant).subject));
  };

  test('what one browser began another cannot end, with a sign-in of its own or without', async () => {
    const [victim, attacker] = [new Browser(), new Browser()];
    const planted = await goThere(attacker);
    expect(await house.comeBack(victim, planted)).toEqual(refusedWith('sso_expired'));
    const again = await goThere(attacker);
    await house.begin(victim, tenant);
    expect(await house.comeBack(victim, again)).toEqual(refusedWith('sso_expired'));
  });

  test("one sign-in's code does not go with another's state", async () => {
    const browser = new Browser();
    const first = await goThere(new Browser());
    const second = await goThere(browser);
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(await house.comeBack(browser, second)).toEqual(refusedWith('sso_failed'));
  });

  test('a state is used once, and so is a code', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    const cookie = browser.cookie(house.origin, 'wh_sso');
    expect(await house.comeBack(browser, back)).toMatchObject({ to: '/' });
    const replayed = await fetch(`${house.origin}/sso/callback${back.search}`, {
      redirect: 'manual',
      headers: { cookie: `wh_sso=${cookie}` },
    });
    expect(replayed.headers.get('location')).toBe('/login?error=sso_expired');
    const fresh = await house.begin(browser, tenant);
    back.searchParams.set('state', fresh.searchParams.get('state') ?? '');
    expect(await house.comeBack(browser, back)).toEqual(refusedWith('sso_failed'));
  });

  test('ten at once with one state start one session', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    const cookie = `wh_sso=${browser.cookie(house.origin, 'wh_sso')}`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${house.origin}/sso/callback${back.search}`, { redirect: 'manual', headers: { cookie } }),
      ),
    );
    const places = answers.map(({ headers }) => headers.get('location'));
    expect(places.filter((place) => place === '/')).toHaveLength(1);
  });

  test('whoever only asks for its head uses nothing up', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    const head = await fetch(`${house.origin}/sso/callback${back.search}`, { method: 'HEAD', redirect: 'manual' });
    expect([404, 405]).toContain(head.status);
    expect(await house.comeBack(browser, back)).toMatchObject({ to: '/' });
  });

  test('it ends after ten minutes', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    house.clock.advance(10 * 60_000);
    expect(await house.comeBack(browser, back)).toEqual(refusedWith('sso_expired'));
    tenant = await connected();
  });

  test('no state, an unknown one, and one whose connection has changed', async () => {
    const browser = new Browser();
    const back = await goThere(browser);
    expect(await house.comeBack(browser, new URL(`${redirectUri}?code=c`))).toEqual(refusedWith('sso_expired'));
    expect(await house.comeBack(browser, new URL(`${redirectUri}?code=c&state=x`))).toEqual(refusedWith('sso_expired'));
    await house.connect(tenant.owner, { default_role_id: tenant.roles.viewer });
    expect(await house.comeBack(browser, back)).toEqual(refusedWith('sso_expired'));
  });

  test('a tenant without single sign-on is as one that does not exist', async () => {
    const start = (slug: string) => house.auth.call(undefined, 'POST', '/api/v1/sso/start', { body: { tenant: slug } });
    const [without, never] = [await start((await house.auth.tenant()).slug), await start('never-was')];
    expect(without.status).toBe(404);
    expect({ ...without.body.error, request_id: '' }).toEqual({ ...never.body.error, request_id: '' });
    await house.connect(tenant.owner, { enabled: false });
    expect((await start(tenant.slug)).status).toBe(404);
  });
});
