import { randomUUID } from 'node:crypto';
import { made } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cluster } from './cluster-made.ts';

const cloudspaces = '/api/v1/cloudspaces';
const one = `${cloudspaces}/:id`;
const oneRegistry = `${one}/registries/:host`;
const host = 'registry.example.test';

/** A password of its own, which nobody may find again. */
const login = () => ({ username: 'ci', password: `password-${randomUUID()}` });
const newCloudspace = (clusterId: string, name = 'shop') => ({
  name,
  cluster_id: clusterId,
  registries: [{ host, ...login() }],
});

/** One that has come to rest: while it waits for its cluster, what it says of that would change. */
export async function cloudspace(installation: Installation) {
  const { who, tenant, module, id: clusterId } = await cluster(installation);
  const given = { module, body: newCloudspace(clusterId) };
  const { body } = await made(installation.call(who, 'POST', cloudspaces, given));
  const id = String(body.id);
  await installation.db.tenant(tenant.id, async (db) => {
    await db.query(`UPDATE platform.cloudspaces SET phase = 'Failed', reason = 'cluster_unreachable' WHERE id = $1`, [
      id,
    ]);
    await db.query(`UPDATE platform.namespaces SET phase = 'Failed', due_at = NULL WHERE cloudspace_id = $1`, [id]);
  });
  return { who, tenant, module, clusterId, id, path: `${cloudspaces}/${id}` };
}

const ofOne =
  (more: string | (() => string) = '', body?: () => object) =>
  async (installation: Installation) => {
    const { who, module, path } = await cloudspace(installation);
    const rest = typeof more === 'string' ? more : more();
    return { who, module, path: `${path}${rest}`, ...(body !== undefined && { body: body() }) };
  };

export const cloudspaceCalls: Calls = {
  [`POST ${cloudspaces}`]: async (installation) => {
    const { who, module, id } = await cluster(installation);
    return { who, module, path: cloudspaces, body: newCloudspace(id) };
  },
  [`PATCH ${one}`]: ofOne('', () => ({ quota: { pods: 5 }, pod_security: 'restricted' })),
  [`DELETE ${one}`]: ofOne(),
  [`POST ${one}/retry`]: ofOne('/retry'),
  [`PUT ${oneRegistry}`]: ofOne(() => `/registries/${randomUUID()}.example.test`, login),
  [`DELETE ${oneRegistry}`]: ofOne(`/registries/${host}`),
};

const changes = Object.entries(cloudspaceCalls).map(([name, call]): [string, Recipe] => [
  name,
  {
    call,
    readBack: name === `POST ${cloudspaces}` ? cloudspaces : one,
    ...(name.endsWith(oneRegistry) && { without: { 'path.host': 'no id: it names a registry anywhere' } }),
  },
]);

export const cloudspaceRecipes: Recipes = {
  [`GET ${cloudspaces}`]: {
    call: async (installation) => {
      const { who, module, clusterId } = await cloudspace(installation);
      const given = { module, body: newCloudspace(clusterId, 'second') };
      await made(installation.call(who, 'POST', cloudspaces, given));
      return { who, module, path: `${cloudspaces}?cluster_id=${clusterId}` };
    },
  },
  [`GET ${one}`]: { call: ofOne() },
  ...Object.fromEntries(changes),
};

export const cloudspaceAccess: Pinned = {
  [`GET ${cloudspaces}`]: 'read, cloudspace',
  [`POST ${cloudspaces}`]: 'deploy, cluster',
  [`GET ${one}`]: 'read, cloudspace',
  [`PATCH ${one}`]: 'deploy, cloudspace',
  [`DELETE ${one}`]: 'deploy, cloudspace',
  [`POST ${one}/retry`]: 'deploy, cloudspace',
  [`PUT ${oneRegistry}`]: 'deploy, cloudspace',
  [`DELETE ${oneRegistry}`]: 'deploy, cloudspace',
};
