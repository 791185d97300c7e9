import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let operator: TestTenant;
let staff: { readonly id: string };

beforeAll(async () => {
  auth = await startAuth();
  operator = await auth.tenant('operator-of-it', { operator: true });
  staff = await operator.user('admin');
});
afterAll(() => auth.stop());

const asStaff = () => operator.callerOf(staff.id);
const asModule = () => caller({ kind: 'module', sub: 'example', cid: 'example', audience: 'auth' });

describe('whoever does something for tenants by itself', () => {
  test('hears which are suspended, or about to be deleted', async () => {
    const [suspended, deleting, active] = [await auth.tenant(), await auth.tenant(), await auth.tenant()];
    const heard = async () => {
      const { status, body } = await auth.call(await asModule(), 'GET', '/internal/v1/tenants/suspended');
      expect(status).toBe(200);
      return [suspended, deleting, active].map(({ id }) => body.suspended.includes(id));
    };
    expect(await heard()).toEqual([false, false, false]);
    await auth.call(await asStaff(), 'POST', `/api/v1/tenants/${suspended.id}/suspend`);
    await auth.call(await asStaff(), 'DELETE', `/api/v1/tenants/${deleting.id}`);
    expect(await heard()).toEqual([true, true, false]);
    await auth.call(await asStaff(), 'POST', `/api/v1/tenants/${suspended.id}/activate`);
    expect(await heard()).toEqual([false, true, false]);
    await auth.call(await asStaff(), 'POST', `/api/v1/tenants/${deleting.id}/restore`);
    expect(await heard()).toEqual([false, false, false]);
    expect((await auth.call(await asStaff(), 'GET', '/internal/v1/tenants/suspended')).status).toBe(404);
  });
});

describe('whoever was told of a tenant by a stranger', () => {
  const ask = async (...ids: readonly string[]) =>
    auth.call(await asModule(), 'GET', `/internal/v1/tenants?ids=${ids.join(',')}`);

  test('hears which there are, and whose the rest is', async () => {
    const { id } = await auth.tenant();
    expect(await ask(id, randomUUID())).toMatchObject({ status: 200, body: { operator_id: operator.id, known: [id] } });
    expect((await ask(operator.id)).body).toEqual({ operator_id: operator.id, known: [operator.id] });
    expect((await ask()).body).toEqual({ operator_id: operator.id, known: [] });
  });

  test('is a module, and asks for ids', async () => {
    expect((await auth.call(await asStaff(), 'GET', '/internal/v1/tenants?ids=')).status).toBe(404);
    expect((await ask('acme')).status).toBe(400);
  });
});
