import { eventually } from '@wheelhouse/testkit';
import { made } from '../../audit/people.ts';
import { cluster, newCluster, platformCalls } from '../../audit/platform-calls.ts';
import type { Installation } from '../../installation/start.ts';
import type { Recipe, Recipes } from '../recipe.ts';
import { deadLetters, readyMade } from './ready-made.ts';

const clusters = '/api/v1/clusters';
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

export const platformRecipes: Recipes = {
  [`GET ${clusters}`]: {
    call: async (installation) => {
      const { who, module } = await cluster(installation);
      await made(installation.call(who, 'POST', clusters, { module, body: { ...newCluster(), name: 'second' } }));
      return { who, path: clusters };
    },
  },
  [`POST ${clusters}`]: { call: readyMade(platformCalls, `POST ${clusters}`), readBack: clusters },
  [`GET ${one}`]: { call: settledCluster },
  ...ofSettled(`PATCH ${one}`, { body: { ...newCluster(), name: 'staging' } }),
  ...ofSettled(`DELETE ${one}`),
  'GET /api/v1/dead-letters': deadLetters('platform'),
};
