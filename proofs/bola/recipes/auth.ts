import { calls } from '../../audit/calls.ts';
import { owner } from '../../audit/people.ts';
import type { Installation } from '../../installation/start.ts';
import type { Recipe, Recipes } from '../recipe.ts';
import { auditRecipes } from './auth-audit.ts';
import { authCredentialRecipes } from './auth-credentials.ts';
import { authPeopleRecipes } from './auth-people.ts';
import { authSsoRecipes } from './auth-sso.ts';
import { deadLetters, readyMade } from './ready-made.ts';

const tenants = '/api/v1/tenants';
const tenant = `${tenants}/:id`;
const ofOperator = (step: string): Recipe => ({
  call: readyMade(calls, `POST ${tenant}${step}`),
  of: 'operator',
  readBack: tenant,
});

async function ownTenant(installation: Installation) {
  return { who: (await owner(installation)).who, path: '/api/v1/tenant' };
}

export const authRecipes: Recipes = {
  'GET /api/v1/tenant': { call: ownTenant },
  'PATCH /api/v1/tenant': { call: readyMade(calls, 'PATCH /api/v1/tenant'), readBack: '/api/v1/tenant' },
  [`GET ${tenants}`]: {
    call: async (installation) => {
      await readyMade(calls, `DELETE ${tenant}`)(installation);
      const { who } = await readyMade(calls, `DELETE ${tenant}`)(installation);
      return { ...(who === undefined ? {} : { who }), path: tenants };
    },
    of: 'operator',
  },
  [`POST ${tenants}`]: { call: readyMade(calls, `POST ${tenants}`), of: 'operator' },
  [`GET ${tenant}`]: { call: readyMade(calls, `DELETE ${tenant}`), of: 'operator' },
  [`PATCH ${tenant}`]: { call: readyMade(calls, `PATCH ${tenant}`), of: 'operator', readBack: tenant },
  [`DELETE ${tenant}`]: { call: readyMade(calls, `DELETE ${tenant}`), of: 'operator', readBack: tenant },
  [`POST ${tenant}/owner-link`]: ofOperator('/owner-link'),
  [`POST ${tenant}/suspend`]: ofOperator('/suspend'),
  [`POST ${tenant}/activate`]: ofOperator('/activate'),
  [`POST ${tenant}/restore`]: ofOperator('/restore'),
  ...authPeopleRecipes,
  ...authCredentialRecipes,
  ...authSsoRecipes,
  ...auditRecipes,
  'GET /api/v1/dead-letters': deadLetters('auth'),
};
