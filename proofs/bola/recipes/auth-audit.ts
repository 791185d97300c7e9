import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../audit/people.ts';
import type { World } from '../../audit/world.ts';
import type { Recipe, Recipes } from '../recipe.ts';

/** A trail with two entries of one actor about one object, sealed. */
async function trail(world: World) {
  const { who, id } = await owner(world);
  const { body } = await made(
    world.call(who, 'POST', '/api/v1/roles', { body: { name: 'Day shift', scopes: ['read'] } }),
  );
  await made(world.call(who, 'PATCH', `/api/v1/roles/${body.id}`, { body: { name: 'Night shift' } }));
  const path = `/api/v1/audit?actor_id=${id}&object_id=${body.id}`;
  await eventually(async () => {
    const read = await world.call(who, 'GET', path);
    if (read.body.data.length < 2) throw new Error('not sealed yet');
  }, 15_000);
  return { who, path };
}

const ofTrail = (path: string): Recipe => ({
  call: async (world) => ({ who: (await trail(world)).who, path }),
});

export const auditRecipes: Recipes = {
  'GET /api/v1/audit': { call: trail },
  'GET /api/v1/audit/export': ofTrail('/api/v1/audit/export'),
  'GET /api/v1/audit/head': ofTrail('/api/v1/audit/head'),
};
