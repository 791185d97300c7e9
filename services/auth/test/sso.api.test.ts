import { caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from './sso/browser.ts';
import { redirectUri, type SsoHouse, type SsoTenant, startSsoHouse } from './sso/house.ts';
import { refusedWith, signInsAt } from './sso/sign-ins.ts';

let house: SsoHouse;
beforeAll(async () => {
  house = await startSsoHouse();
});
afterAll(() => house.stop());

const { person, userWith, connected, lie } = signInsAt(() => house);

describe('an honest sign-in', () => {
  test('needs no tenant while there is one, and asks for it when there are several', async () => {
    const start = () => house.auth.call(undefined, 'POST', '/api/v1/sso/start', { body: {} });
    await connected();
    expect((await start()).status).toBe(200);
    await house.tenant();
    const refused = await start();
    expect(refused.status).toBe(422);
    expect(refused.body.error.details[0].field).toBe('tenant');
  });

  test('makes the user, starts a session, goes on to where it was going, and is written down once', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant);
    const browser = new Browser();
    const there = await house.begin(browser, tenant, '/clusters?phase=Ready#top');
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: house.honest.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    const back = await browser.follow(there.href, redirectUri, house.honest.signsIn(subject));
    const { to, session } = await house.comeBack(browser, back);
    expect(to).toBe('/clusters?phase=Ready#top');
    expect(session).toMatch(/^wh_session=whx_\w{36}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(browser.cookie(house.origin, 'wh_sso')).toBeUndefined();
    const user = await userWith(tenant, email);
    expect(user).toMatchObject({ state: 'active', name: 'Anna Arbor', role_id: tenant.roles.viewer });
    await eventually(async () => {
      const { body } = await house.auth.call(tenant.owner, 'GET', '/api/v1/audit?limit=200');
      const entries = body.data.filter(({ action }: { action: string }) => action === 'session.create');
      expect(entries).toMatchObject([{ actor: { id: user?.id }, details: { method: 'sso', user_created: true } }]);
    });
  });

  test('finds the same user again, whatever their address is called now', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant);
    await house.signIn(tenant, subject);
    const before = await userWith(tenant, email);
    house.honest.people.set(subject, { email: `new-name@${tenant.domain}`, email_verified: true });
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toEqual(before);
    expect(await userWith(tenant, `new-name@${tenant.domain}`)).toBeUndefined();
  });

  test('links a user who was there before, and an invited one becomes active', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant, { email: `Invited@${tenant.domain.toUpperCase()}` });
    const { id } = await tenant.user('developer', email.toLowerCase());
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query(`UPDATE auth.users SET state = 'invited' WHERE tenant_id = kit.tenant() AND id = $1`, [id]),
    );
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email.toLowerCase())).toMatchObject({
      id,
      state: 'active',
      role_id: tenant.roles.developer,
      sso_subject: `${house.honest.issuer}#${subject}`,
    });
  });

  test.for([
    '//evil.test/',
    '/\\evil.test',
    '/.//evil.test',
    '/\t/evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    'clusters',
  ])('is not sent to %j afterwards', async (returnTo) => {
    const tenant = await connected();
    const { subject } = person(tenant);
    const browser = new Browser();
    const there = await house.begin(browser, tenant, returnTo);
    const back = await browser.follow(there.href, redirectUri, house.honest.signsIn(subject));
    expect(await house.comeBack(browser, back)).toMatchObject({ to: '/' });
  });
});

describe('groups and roles', () => {
  const groups = (tenant: SsoTenant) => ({
    group_roles: { sre: tenant.roles.operator, devs: tenant.roles.developer },
  });
  const say = (subject: string, email: string, of: unknown) =>
    house.honest.people.set(subject, { email, email_verified: true, groups: of });

  test('a new user gets the role of the first group in the map that they are in', async () => {
    const tenant = await connected(groups);
    const { subject, email } = person(tenant, { groups: ['everybody', 'devs', 'sre'] });
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toMatchObject({ role_id: tenant.roles.operator });
  });

  test('a group that is gone takes its power with it, also from tokens already out', async () => {
    const tenant = await connected(groups);
    const { subject, email } = person(tenant, { groups: ['sre'] });
    await house.signIn(tenant, subject);
    const user = await userWith(tenant, email);
    const token = await caller({ sub: String(user?.id), tenant: tenant.id, scopes: ['read', 'actions'] }, house.clock);
    say(subject, email, []);
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toMatchObject({ role_id: tenant.roles.viewer });
    await eventually(async () =>
      expect(await house.auth.call(token, 'GET', '/api/v1/sso')).toMatchObject({
        status: 401,
        body: { error: { code: 'token_revoked' } },
      }),
    );
  });

  test('without a group that gives a role, and without a default, nobody comes in', async () => {
    const tenant = await connected((of) => ({ ...groups(of), default_role_id: null }));
    const { subject, email } = person(tenant, { groups: 'everybody' });
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_no_role'));
    expect(await userWith(tenant, email)).toBeUndefined();
    say(subject, email, 'devs');
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toMatchObject({ role_id: tenant.roles.developer });
  });

  test('an owner stays an owner', async () => {
    const tenant = await connected(groups);
    const { subject, email } = person(tenant, { groups: ['devs'] });
    await tenant.user('owner', email);
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    expect(await userWith(tenant, email)).toMatchObject({ role_id: tenant.roles.owner });
  });

  test('nobody comes in as an owner through what an admin has set up', async () => {
    const tenant = await house.tenant();
    const admin = await house.sessionOf(tenant, (await tenant.user('admin')).id, 'admin');
    expect(await house.connect(admin, { default_role_id: tenant.roles.viewer })).toMatchObject({ status: 200 });
    const { subject, email } = person(tenant);
    await tenant.user('owner', email);
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_not_allowed'));
    expect(await userWith(tenant, email)).toMatchObject({ sso_subject: null });
  });
});

describe('who is not let in', () => {
  test.for([
    ['an address that is not verified', { email_verified: false }],
    ['an address of which the provider does not say whether it is', { email_verified: undefined }],
    ['an address whose verification is only a word', { email_verified: 'true' }],
    ['an address of another domain', { email: 'anna@elsewhere.test' }],
    ['an address of a domain below', { email: 'anna@deep.$domain' }],
    ['an address with two domains', { email: 'anna@$domain@elsewhere.test' }],
    ['no address', { email: undefined }],
  ] as const)('%s', async ([, claims]) => {
    const tenant = await connected();
    const email = 'email' in claims ? claims.email?.replace('$domain', tenant.domain) : undefined;
    const { subject } = person(tenant, { ...claims, ...('email' in claims ? { email } : {}) });
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_not_allowed'));
  });

  test('a domain that only another tenant has verified, and this one merely named', async () => {
    const [tenant, other] = [await connected(), await house.tenant()];
    await house.auth.call(tenant.owner, 'POST', '/api/v1/sso/domains', { body: { domain: other.domain } });
    const { subject } = person(other);
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_not_allowed'));
  });

  test('a suspended user, and anybody of a suspended tenant', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant);
    await house.signIn(tenant, subject);
    await house.auth.db.tenant(tenant.id, (db) =>
      db.query(`UPDATE auth.users SET state = 'suspended' WHERE tenant_id = kit.tenant() AND email = $1`, [email]),
    );
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_not_allowed'));
    const browser = new Browser();
    const there = await house.begin(browser, tenant);
    const back = await browser.follow(there.href, redirectUri, house.honest.signsIn(person(tenant).subject));
    await house.auth.db.system((db) =>
      db.query(`UPDATE auth.tenants SET state = 'suspended' WHERE id = $1`, [tenant.id]),
    );
    expect(await house.comeBack(browser, back)).toEqual(refusedWith('sso_failed'));
    await expect(house.begin(new Browser(), tenant)).rejects.toThrow('not_found');
  });

  test('somebody who was given the address of a linked user', async () => {
    const tenant = await connected();
    const first = person(tenant);
    await house.signIn(tenant, first.subject);
    const second = person(tenant, { email: first.email });
    expect(await house.signIn(tenant, second.subject)).toEqual(refusedWith('sso_not_allowed'));
  });

  test('the same subject of another provider', async () => {
    const tenant = await connected();
    const { subject, email } = person(tenant);
    await house.signIn(tenant, subject);
    const user = await userWith(tenant, email);
    await house.connect(tenant.owner, { issuer: house.hostile.issuer, default_role_id: tenant.roles.viewer });
    expect(await lie(tenant, { sub: subject, email: `other@${tenant.domain}` })).toMatchObject({ to: '/' });
    expect((await userWith(tenant, `other@${tenant.domain}`))?.id).not.toBe(user?.id);
    expect(await userWith(tenant, email)).toEqual(user);
  });
});
