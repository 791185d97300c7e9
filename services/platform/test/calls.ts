import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { appAccess, appCalls, appRecipes } from './app-calls.ts';
import { cloudspaceAccess, cloudspaceCalls, cloudspaceRecipes } from './cloudspace-calls.ts';
import { cluster, newCluster } from './cluster-made.ts';

export { cluster, newCluster };

const clusters = '/api/v1/clusters';

/** Secrets of their own, which nobody may find either. */
function deployAccess() {
  const { server, token } = newCluster();
  return { server, token };
}

export const calls: Calls = {
  [`POST ${clusters}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module: 'platform',
    path: clusters,
    body: { ...newCluster(), deploy_access: deployAccess() },
  }),
  [`PATCH ${clusters}/:id`]: async (installation) => {
    const { who, module, path } = await cluster(installation);
    const { server, token } = newCluster();
    return { who, module, path, body: { name: 'staging', server, token, deploy_access: deployAccess() } };
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
  ...cloudspaceCalls,
  ...appCalls,
};

const one = `${clusters}/:id`;

/** A cluster that has come to rest: what probes find would change it while it is read again and again. */
async function settledCluster(installation: Installation) {
  const { who, tenant, module, id, path } = await cluster(installation);
  await eventually(async () => {
    const { body } = await installation.call(who, 'GET', path, { module });
    if (body.reason === 'not_contacted') throw new Error('not probed yet');
  });
  await installation.db.tenant(tenant.id, (db) =>
    db.query(`UPDATE platform.cluster_owners SET probe_due_at = 'infinity' WHERE cluster_id = $1`, [id]),
  );
  return { who, module, path };
}

const ofSettled = (name: string, more: Readonly<Record<string, unknown>> = {}): Recipes => ({
  [name]: {
    call: async (installation) => ({ ...(await settledCluster(installation)), ...more }),
    readBack: one,
  } satisfies Recipe,
});

export const recipes: Recipes = {
  [`GET ${clusters}`]: {
    call: async (installation) => {
      const { who, module } = await cluster(installation);
      await made(installation.call(who, 'POST', clusters, { module, body: { ...newCluster(), name: 'second' } }));
      return { who, path: clusters };
    },
  },
  [`POST ${clusters}`]: { call: readyMade(calls, `POST ${clusters}`), readBack: clusters },
  [`GET ${one}`]: { call: settledCluster },
  ...ofSettled(`PATCH ${one}`, { body: { ...newCluster(), name: 'staging', deploy_access: deployAccess() } }),
  ...ofSettled(`DELETE ${one}`),
  ...cloudspaceRecipes,
  ...appRecipes,
  'GET /api/v1/dead-letters': deadLetters('platform'),
};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/clusters': 'read, cluster',
  'POST /api/v1/clusters': 'admin, tenant',
  'GET /api/v1/clusters/:id': 'read, cluster',
  'PATCH /api/v1/clusters/:id': 'admin, cluster',
  'DELETE /api/v1/clusters/:id': 'admin, cluster',
  'GET /api/v1/cluster-manifest': 'public',
  'GET /api/v1/deploy-manifest': 'public',
  ...cloudspaceAccess,
  ...appAccess,
  'GET /api/v1/dead-letters': 'admin, cluster',
};
