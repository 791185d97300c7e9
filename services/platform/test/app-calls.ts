import { made } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { cloudspace } from './cloudspace-calls.ts';

const apps = '/api/v1/apps';
const one = `${apps}/:id`;
const revision = `${one}/deployments/:revision`;

const newApp = (cloudspaceId: string, name = 'checkout') => ({
  name,
  cloudspace_id: cloudspaceId,
  source: { type: 'image', image: 'registry.example.test/shop/checkout:1' },
});

/** One that has come to rest: two revisions, both Live once; or Queued, with nobody at work on it. */
async function app(installation: Installation, state: 'Live' | 'Queued' | 'pinned' = 'Live') {
  const { who, tenant, module, clusterId, id: cloudspaceId } = await cloudspace(installation);
  const { body } = await made(installation.call(who, 'POST', apps, { module, body: newApp(cloudspaceId) }));
  const id = String(body.id);
  const path = `${apps}/${id}`;
  if (state !== 'Queued') {
    const change = { env: { VERSION: '2' } };
    await made(installation.call(who, 'PATCH', path, { module, body: change }));
  }
  await installation.db.tenant(tenant.id, async (db) => {
    // As everybody locks them: the app first.
    await db.query('SELECT FROM platform.apps WHERE id = $1 FOR UPDATE', [id]);
    await db.query(`UPDATE platform.open_deployments SET due_at = 'infinity' WHERE app_id = $1`, [id]);
    if (state === 'Queued') return;
    await db.query(
      `UPDATE platform.deployments SET phase = 'Live', is_current = revision = 2, finished_at = now(), deadline_at = NULL
       WHERE app_id = $1`,
      [id],
    );
    const pinned = { revision: 2, by: { type: 'user', id }, reason: null, at: '2026-11-12T09:00:00.000Z' };
    await db.query(`UPDATE platform.apps SET phase = 'Live', current_revision = 2, pinned = $2 WHERE id = $1`, [
      id,
      state === 'pinned' ? JSON.stringify(pinned) : null,
    ]);
  });
  return { who, tenant, module, cloudspaceId, clusterId, id, path };
}

const ofOne =
  (rest = '', body?: object, state?: 'Live' | 'Queued' | 'pinned') =>
  async (installation: Installation) => {
    const { who, module, path } = await app(installation, state);
    return { who, module, path: `${path}${rest}`, ...(body !== undefined && { body }) };
  };

export const appCalls: Calls = {
  [`POST ${apps}`]: async (installation) => {
    const { who, module, id } = await cloudspace(installation);
    return { who, module, path: apps, body: newApp(id) };
  },
  [`PATCH ${one}`]: ofOne('', { env: { VERSION: '3' } }),
  [`DELETE ${one}`]: ofOne(),
  [`POST ${one}/redeploy`]: ofOne('/redeploy', { note: 'again' }),
  [`POST ${one}/cancel`]: ofOne('/cancel', undefined, 'Queued'),
  [`POST ${one}/rollback`]: ofOne('/rollback', { revision: 1, reason: 'checkout broke' }),
  [`POST ${one}/unpin`]: ofOne('/unpin', undefined, 'pinned'),
  [`POST ${one}/scale`]: ofOne('/scale', { replicas: 3 }),
};

const noBuilds = { 'body.source.build_configuration_id': 'no builds so far: every one is refused' };
const noId = { 'path.revision': 'no id: it counts within its app' };

const changes = Object.entries(appCalls).map(([name, call]): [string, Recipe] => [
  name,
  {
    call,
    readBack: name === `POST ${apps}` ? apps : one,
    ...((name === `POST ${apps}` || name === `PATCH ${one}`) && { without: noBuilds }),
  },
]);

export const appRecipes: Recipes = {
  [`GET ${apps}`]: {
    call: async (installation) => {
      const { who, module, cloudspaceId, clusterId } = await app(installation);
      await made(installation.call(who, 'POST', apps, { module, body: newApp(cloudspaceId, 'second') }));
      return { who, module, path: `${apps}?cloudspace_id=${cloudspaceId}&cluster_id=${clusterId}` };
    },
  },
  [`GET ${one}`]: { call: ofOne() },
  [`GET ${one}/deploy-status`]: { call: ofOne('/deploy-status') },
  [`GET ${one}/pods`]: { call: ofOne('/pods') },
  [`GET ${one}/deployments`]: { call: ofOne('/deployments') },
  'GET /api/v1/deployments': {
    call: async (installation) => {
      const { who, module, id, cloudspaceId, clusterId } = await app(installation);
      const query = `app_id=${id}&cloudspace_id=${cloudspaceId}&cluster_id=${clusterId}`;
      return { who, module, path: `/api/v1/deployments?${query}` };
    },
  },
  [`GET ${revision}`]: { call: ofOne('/deployments/2'), without: noId },
  [`GET ${revision}/stream`]: { call: ofOne('/deployments/2/stream'), without: noId },
  // Of one that was never sent to its cluster, so that none is needed.
  [`GET ${one}/logs`]: { call: ofOne('/logs?follow=false') },
  ...Object.fromEntries(changes),
};

export const appAccess: Pinned = {
  [`GET ${apps}`]: 'read, cloudspace',
  [`POST ${apps}`]: 'deploy, cloudspace',
  [`GET ${one}`]: 'read, cloudspace',
  [`PATCH ${one}`]: 'deploy, cloudspace',
  [`DELETE ${one}`]: 'deploy, cloudspace',
  [`POST ${one}/redeploy`]: 'deploy, cloudspace',
  [`POST ${one}/cancel`]: 'deploy, cloudspace',
  [`POST ${one}/rollback`]: 'actions, cloudspace',
  [`POST ${one}/unpin`]: 'deploy, cloudspace',
  [`POST ${one}/scale`]: 'actions, cloudspace',
  [`GET ${one}/deploy-status`]: 'read, cloudspace',
  [`GET ${one}/pods`]: 'read, cloudspace',
  [`GET ${one}/deployments`]: 'read, cloudspace',
  'GET /api/v1/deployments': 'read, cloudspace',
  [`GET ${revision}`]: 'read, cloudspace',
  [`GET ${revision}/stream`]: 'read, cloudspace',
  [`GET ${one}/logs`]: 'read, cloudspace',
};
