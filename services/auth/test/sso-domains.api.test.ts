import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtinRoles } from '../src/roles/builtin.ts';
import { type SsoHouse, type SsoTenant, startSsoHouse } from './sso/house.ts';
import { refusedWith, signInsAt } from './sso/sign-ins.ts';

let house: SsoHouse;
beforeAll(async () => {
  house = await startSsoHouse();
});
afterAll(() => house.stop());

const { person, connected } = signInsAt(() => house);

describe('domains', () => {
  const add = (tenant: SsoTenant, domain: string) =>
    house.auth.call(tenant.owner, 'POST', '/api/v1/sso/domains', { body: { domain } });
  const verify = (tenant: SsoTenant, id: string) =>
    house.auth.call(tenant.owner, 'POST', `/api/v1/sso/domains/${id}/verify`);

  test('are verified by a TXT record, listed, and removed', async () => {
    const tenant = await house.tenant();
    const domain = `Bücher-${randomUUID().slice(0, 8)}.Test.`;
    const added = await add(tenant, domain);
    expect(added.status).toBe(201);
    expect(added.body.domain).toMatch(/^xn--bcher-[\w-]+\.test$/);
    expect(added.body.name).toBe(`_wheelhouse.${added.body.domain}`);
    expect((await add(tenant, domain)).body.error.code).toBe('already_exists');
    expect(await verify(tenant, added.body.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state' } },
    });
    house.dns.records.set(added.body.name, ['v=spf1 -all', `${added.body.value}x`]);
    expect((await verify(tenant, added.body.id)).status).toBe(409);
    house.dns.records.set(added.body.name, ['v=spf1 -all', added.body.value]);
    expect((await verify(tenant, added.body.id)).body.verified_at).not.toBeNull();
    const list = await house.auth.call(tenant.owner, 'GET', '/api/v1/sso/domains');
    expect(list.body).toMatchObject({ total: 2, data: [{ id: added.body.id }, { domain: tenant.domain }] });
    const path = `/api/v1/sso/domains/${added.body.id}`;
    expect((await house.auth.call(tenant.owner, 'DELETE', path)).status).toBe(204);
    expect((await house.auth.call(tenant.owner, 'DELETE', path)).status).toBe(404);
  });

  test('of the operator’s own tenant need no record, unless another tenant has them', async () => {
    const [operator, other] = [await house.tenant(), await house.tenant()];
    await house.auth.db.system((db) =>
      db.query('UPDATE auth.tenants SET operator = true WHERE id = $1', [operator.id]),
    );
    const added = await add(operator, `${randomUUID().slice(0, 8)}.test`);
    expect(added).toMatchObject({ status: 201, body: { verified_at: expect.any(String) } });
    const taken = await add(operator, other.domain);
    expect(taken).toMatchObject({ status: 201, body: { verified_at: null } });
    expect(await verify(operator, taken.body.id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('are not verified while DNS does not answer', async () => {
    const tenant = await house.tenant();
    const { body } = await add(tenant, `${randomUUID().slice(0, 8)}.test`);
    house.dns.broken.add(body.name);
    expect(await verify(tenant, body.id)).toMatchObject({ status: 502, body: { error: { code: 'upstream_error' } } });
  });

  test('are one tenant’s: whoever comes second is refused until the first lets go', async () => {
    const [first, second] = [await house.tenant(), await house.tenant()];
    const { body } = await add(second, first.domain);
    house.dns.records.set(body.name, [...(house.dns.records.get(body.name) ?? []), body.value]);
    expect(await verify(second, body.id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const [own] = (await house.auth.call(first.owner, 'GET', '/api/v1/sso/domains')).body.data;
    expect((await house.auth.call(second.owner, 'DELETE', `/api/v1/sso/domains/${own.id}`)).status).toBe(404);
    await house.auth.call(first.owner, 'DELETE', `/api/v1/sso/domains/${own.id}`);
    expect((await verify(second, body.id)).status).toBe(200);
  });

  test('of two tenants that prove one domain at once, one gets it', async () => {
    const tenants = await Promise.all([house.tenant(), house.tenant(), house.tenant()]);
    const domain = `${randomUUID().slice(0, 8)}.test`;
    const added = await Promise.all(tenants.map((tenant) => add(tenant, domain)));
    house.dns.records.set(
      `_wheelhouse.${domain}`,
      added.map(({ body }) => body.value),
    );
    const answers = await Promise.all(tenants.map((tenant, index) => verify(tenant, added[index]?.body.id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test.for([
    'gmail.com',
    'GMail.com.',
    'outlook.com',
    'localhost',
    '10.0.0.1',
    'a b.test',
    '-a.test',
    'a..test',
    '*.test',
  ])('%s is not taken', async (domain) => {
    const tenant = await house.tenant();
    expect((await add(tenant, domain)).status).toBe(422);
  });

  test('a domain that is removed closes its people out', async () => {
    const tenant = await connected();
    const { subject } = person(tenant);
    expect(await house.signIn(tenant, subject)).toMatchObject({ to: '/' });
    const [own] = (await house.auth.call(tenant.owner, 'GET', '/api/v1/sso/domains')).body.data;
    await house.auth.call(tenant.owner, 'DELETE', `/api/v1/sso/domains/${own.id}`);
    expect(await house.signIn(tenant, subject)).toEqual(refusedWith('sso_not_allowed'));
  });

  test('belong to admins', async () => {
    const tenant = await house.tenant();
    const viewer = await caller(
      { tenant: tenant.id, kind: 'session', scopes: builtinRoles.viewer.scopes },
      house.clock,
    );
    for (const method of ['GET', 'POST'])
      expect(
        await house.auth.call(
          viewer,
          method,
          '/api/v1/sso/domains',
          method === 'GET' ? {} : { body: { domain: 'a.test' } },
        ),
      ).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  });
});
