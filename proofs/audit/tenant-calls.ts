import { randomUUID } from 'node:crypto';
import type { Caller } from '@wheelhouse/testkit';
import { made, operator, owner } from './people.ts';
import type { Calls } from './ready-call.ts';
import type { World } from './world.ts';

const body = () => ({
  slug: `t${randomUUID().slice(0, 8)}`,
  name: 'Made by the operator',
  owner: { email: `${randomUUID().slice(0, 8)}@example.test`, name: 'Carla Cedar' },
});

async function newTenant(world: World): Promise<{ readonly who: Caller; readonly path: string }> {
  const who = await operator(world);
  const answer = await made(world.call(who, 'POST', '/api/v1/tenants', { body: body() }));
  return { who, path: `/api/v1/tenants/${answer.body.id}` };
}

/** After a step that the one under test needs. */
async function after(world: World, ...steps: readonly (readonly [string, string])[]) {
  const { who, path } = await newTenant(world);
  for (const [method, step] of steps) await made(world.call(who, method, `${path}${step}`));
  return { who, path };
}

export const tenantCalls: Calls = {
  // Both trails tell of it: the operator's, and the one that begins with it.
  'POST /api/v1/tenants': async (world) => ({
    who: await operator(world),
    path: '/api/v1/tenants',
    body: body(),
    trails: 2,
  }),
  'POST /api/v1/tenants/:id/owner-link': async (world) => {
    const { who, path } = await newTenant(world);
    return { who, path: `${path}/owner-link`, trails: 2 };
  },
  'PATCH /api/v1/tenants/:id': async (world) => ({ ...(await newTenant(world)), body: { name: 'Renamed' } }),
  'POST /api/v1/tenants/:id/suspend': async (world) => {
    const { who, path } = await newTenant(world);
    return { who, path: `${path}/suspend` };
  },
  'POST /api/v1/tenants/:id/activate': async (world) => {
    const { who, path } = await after(world, ['POST', '/suspend']);
    return { who, path: `${path}/activate` };
  },
  'POST /api/v1/tenants/:id/restore': async (world) => {
    const { who, path } = await after(world, ['DELETE', '']);
    return { who, path: `${path}/restore` };
  },
  'DELETE /api/v1/tenants/:id': newTenant,
  'PATCH /api/v1/tenant': async (world) => ({
    who: (await owner(world)).who,
    path: '/api/v1/tenant',
    body: { name: 'Another name' },
  }),
};
