import { randomUUID } from 'node:crypto';
import { made, owner } from './people.ts';
import type { Calls } from './ready-call.ts';
import type { World } from './world.ts';

const clusters = '/api/v1/clusters';

/** A name, which is judged when it is connected to, and then leads where nobody connects to: no cluster is needed. */
export function newCluster() {
  return { name: 'production', server: 'https://localhost:6443', token: `token-${randomUUID()}` };
}

export async function cluster(world: World) {
  const { who, tenant } = await owner(world);
  const { body } = await made(world.call(who, 'POST', clusters, { module: 'platform', body: newCluster() }));
  return { who, tenant, module: 'platform', id: String(body.id), path: `${clusters}/${body.id}` };
}

export const platformCalls: Calls = {
  [`POST ${clusters}`]: async (world) => ({
    who: (await owner(world)).who,
    module: 'platform',
    path: clusters,
    body: newCluster(),
  }),
  [`PATCH ${clusters}/:id`]: async (world) => {
    const { who, module, path } = await cluster(world);
    const { server, token } = newCluster();
    return { who, module, path, body: { name: 'staging', server, token } };
  },
  [`DELETE ${clusters}/:id`]: async (world) => {
    const { who, module, path } = await cluster(world);
    return { who, module, path };
  },
  'GET /internal/v1/clusters/:id/credentials': async (world) => {
    const { tenant, id, module } = await cluster(world);
    const who = await world.moduleCaller('platform', tenant.id);
    return { who, module, path: `/internal/v1/clusters/${id}/credentials` };
  },
};
