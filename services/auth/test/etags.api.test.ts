import type { Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let operator: TestTenant;
let owner: Caller;
beforeAll(async () => {
  auth = await startAuth();
  operator = await auth.tenant('operator', { operator: true });
  owner = await operator.callerOf((await operator.user('owner')).id, 'owner');
});
afterAll(() => auth.stop());

const made = async (path: string, body: object) => {
  const { status, body: object } = await auth.call(owner, 'POST', path, { body });
  expect(status).toBe(201);
  return `${path}/${object.id}`;
};

/** Each kind of object that has an ETag, and how it is changed. Single sign-on has its own test. */
const kinds: Readonly<Record<string, { readonly one: () => Promise<string>; readonly changes: readonly string[] }>> = {
  'your own tenant': { one: async () => '/api/v1/tenant', changes: ['PATCH'] },
  'a tenant': { one: async () => `/api/v1/tenants/${(await auth.tenant()).id}`, changes: ['PATCH', 'DELETE'] },
  'a role': {
    one: () => made('/api/v1/roles', { name: 'readers', scopes: ['read'] }),
    changes: ['PATCH', 'DELETE'],
  },
  'a user': { one: async () => `/api/v1/users/${(await operator.user('viewer')).id}`, changes: ['PATCH', 'DELETE'] },
  'a service account': {
    one: () => made('/api/v1/service-accounts', { name: 'deployer', scopes: ['deploy'] }),
    changes: ['PATCH', 'DELETE'],
  },
};

describe.each(Object.entries(kinds))('%s', (_name, { one, changes }) => {
  test('is not sent again to who has it, nor changed by who has an older one', async () => {
    const path = await one();
    const etag = (await auth.call(owner, 'GET', path)).headers.get('etag') ?? '';
    const known = await auth.call(owner, 'GET', path, { headers: { 'if-none-match': etag } });
    expect([known.status, known.headers.get('etag'), known.body]).toEqual([304, etag, undefined]);
    const headers = { 'if-match': '"older"' };
    for (const method of changes) {
      const options = method === 'PATCH' ? { body: { name: 'another' }, headers } : { headers };
      expect((await auth.call(owner, method, path, options)).body.error.code).toBe('precondition_failed');
    }
    expect((await auth.call(owner, 'GET', path)).headers.get('etag')).toBe(etag);
  });
});
