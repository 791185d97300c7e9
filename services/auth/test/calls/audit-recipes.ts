import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../../proofs/installation/people.ts';
import type { Installation } from '../../../../proofs/installation/start.ts';
import type { Recipe, Recipes } from '../../../../proofs/installation/recipe.ts';

/** A trail with two entries of one actor about one object, sealed. */
async function trail(installation: Installation) {
  const { who, id, tenant } = await owner(installation);
  const { body } = await made(
    installation.call(who, 'POST', '/api/v1/roles', { body: { name: 'Day shift', scopes: ['read'] } }),
  );
  await made(installation.call(who, 'PATCH', `/api/v1/roles/${body.id}`, { body: { name: 'Night shift' } }));
  await eventually(async () => {
    const sealed = await installation.db.tenant(tenant.id, (db) =>
      db.query('SELECT 1 FROM auth.audit_entries WHERE tenant_id = kit.tenant() AND object_id = $1', [body.id]),
    );
    if (sealed.length < 2) throw new Error('not sealed yet');
  });
  return { who, path: `/api/v1/audit?actor_id=${id}&object_id=${body.id}` };
}

const ofTrail = (path: string): Recipe => ({
  call: async (installation) => ({ who: (await trail(installation)).who, path }),
});

export const auditRecipes: Recipes = {
  'GET /api/v1/audit': { call: trail },
  'GET /api/v1/audit/export': ofTrail('/api/v1/audit/export'),
  'GET /api/v1/audit/head': ofTrail('/api/v1/audit/head'),
};
