import { randomUUID } from 'node:crypto';
import type { Installation } from '../installation/start.ts';
import { made, owner } from './people.ts';
import type { Calls } from './ready-call.ts';

const clusters = '/api/v1/clusters';

/** Where nobody listens: no cluster is needed. */
export function newCluster() {
  return { name: 'production', server: 'https://localhost:9', token: `token-${randomUUID()}` };
}

export async function cluster(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const { body } = await made(installation.call(who, 'POST', clusters, { module: 'platform', body: newCluster() }));
  return { who, tenant, module: 'platform', id: String(body.id), path: `${clusters}/${body.id}` };
}

export const platformCalls: Calls = {
  [`POST ${clusters}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module: 'platform',
    path: clusters,
    body: newCluster(),
  }),
  [`PATCH ${clusters}/:id`]: async (installation) => {
    const { who, module, path } = await cluster(installation);
    const { server, token } = newCluster();
    return { who, module, path, body: { name: 'staging', server, token } };
  },
  [`DELETE ${clusters}/:id`]: async (installation) => {
    const { who, module, path } = await cluster(installation);
    return { who, module, path };
  },
  'GET /internal/v1/clusters/:id/credentials': async (installation) => {
    const { tenant, id, module } = await cluster(installation);
    const who = await installation.moduleCaller('platform', tenant.id);
    return { who, module, path: `/internal/v1/clusters/${id}/credentials` };
  },
};
