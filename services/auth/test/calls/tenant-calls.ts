import { randomUUID } from 'node:crypto';
import type { Caller } from '@wheelhouse/testkit';
import type { Installation } from '../../../../proofs/installation/start.ts';
import { made, operator, owner } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';

const body = () => ({
  slug: `t${randomUUID().slice(0, 8)}`,
  name: 'Made by the operator',
  owner: { email: `${randomUUID().slice(0, 8)}@example.test`, name: 'Carla Cedar' },
});

async function newTenant(installation: Installation): Promise<{ readonly who: Caller; readonly path: string }> {
  const who = await operator(installation);
  const answer = await made(installation.call(who, 'POST', '/api/v1/tenants', { body: body() }));
  return { who, path: `/api/v1/tenants/${answer.body.id}` };
}

/** After a step that the one under test needs. */
async function after(installation: Installation, ...steps: readonly (readonly [string, string])[]) {
  const { who, path } = await newTenant(installation);
  for (const [method, step] of steps) await made(installation.call(who, method, `${path}${step}`));
  return { who, path };
}

export const tenantCalls: Calls = {
  // Both trails tell of it: the operator's, and the one that begins with it.
  'POST /api/v1/tenants': async (installation) => ({
    who: await operator(installation),
    path: '/api/v1/tenants',
    body: body(),
    trails: 2,
  }),
  'POST /api/v1/tenants/:id/owner-link': async (installation) => {
    const { who, path } = await newTenant(installation);
    return { who, path: `${path}/owner-link`, trails: 2 };
  },
  'PATCH /api/v1/tenants/:id': async (installation) => ({
    ...(await newTenant(installation)),
    body: { name: 'Renamed' },
  }),
  'POST /api/v1/tenants/:id/suspend': async (installation) => {
    const { who, path } = await newTenant(installation);
    return { who, path: `${path}/suspend` };
  },
  'POST /api/v1/tenants/:id/activate': async (installation) => {
    const { who, path } = await after(installation, ['POST', '/suspend']);
    return { who, path: `${path}/activate` };
  },
  'POST /api/v1/tenants/:id/restore': async (installation) => {
    const { who, path } = await after(installation, ['DELETE', '']);
    return { who, path: `${path}/restore` };
  },
  'DELETE /api/v1/tenants/:id': newTenant,
  'PATCH /api/v1/tenant': async (installation) => ({
    who: (await owner(installation)).who,
    path: '/api/v1/tenant',
    body: { name: 'Another name' },
  }),
};
