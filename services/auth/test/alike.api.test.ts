import { alikeCases } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../src/module.ts';
import { type AuthProcess, startAuth } from './start.ts';

/** What every route answers alike, made from the routes. The caller is an owner of the operator: no route is hidden from them. */
let auth: AuthProcess;
let owner: { readonly tenant: string; readonly sub: string };

beforeAll(async () => {
  auth = await startAuth();
  const tenant = await auth.tenant('operator', { operator: true });
  owner = { tenant: tenant.id, sub: (await tenant.user('owner')).id };
});
afterAll(() => auth.stop());

test.each(alikeCases(authModule).map((one) => [one.name, one] as const))('%s', async (_name, { ask, status }) => {
  expect(await ask(auth, owner)).toMatchObject({ status });
});
