import { calls } from './calls/calls.ts';
import { owner } from '../../../proofs/installation/people.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import { auditRecipes } from './calls/audit-recipes.ts';
import { authCredentialRecipes } from './calls/credential-recipes.ts';
import { authPeopleRecipes } from './calls/people-recipes.ts';
import { authSsoRecipes } from './calls/sso-recipes.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';

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

export { calls } from './calls/calls.ts';

export const recipes: Recipes = {
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

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/tenant': 'read',
  'PATCH /api/v1/tenant': 'admin, tenant',
  'GET /api/v1/tenants': 'admin',
  'POST /api/v1/tenants': 'admin',
  'POST /api/v1/tenants/:id/owner-link': 'admin',
  'GET /api/v1/tenants/:id': 'admin',
  'PATCH /api/v1/tenants/:id': 'admin',
  'POST /api/v1/tenants/:id/suspend': 'admin',
  'POST /api/v1/tenants/:id/activate': 'admin',
  'POST /api/v1/tenants/:id/restore': 'admin',
  'DELETE /api/v1/tenants/:id': 'admin',
  'GET /api/v1/roles': 'admin',
  'POST /api/v1/roles': 'admin',
  'GET /api/v1/roles/:id': 'admin',
  'PATCH /api/v1/roles/:id': 'admin',
  'DELETE /api/v1/roles/:id': 'admin',
  'GET /api/v1/me': 'read',
  'GET /api/v1/users': 'admin',
  'POST /api/v1/users': 'admin',
  'POST /api/v1/users/:id/invite-link': 'admin',
  'POST /api/v1/users/:id/reset-link': 'admin',
  'GET /api/v1/users/:id': 'admin',
  'PATCH /api/v1/users/:id': 'admin',
  'POST /api/v1/users/:id/suspend': 'admin',
  'POST /api/v1/users/:id/activate': 'admin',
  'DELETE /api/v1/users/:id': 'admin',
  'POST /api/v1/links/look': 'public',
  'POST /api/v1/links/claim': 'public',
  'GET /api/v1/tokens': 'read',
  'POST /api/v1/tokens': 'session',
  'DELETE /api/v1/tokens/:id': 'own',
  'POST /api/v1/tokens/hand-over': 'session',
  'POST /api/v1/tokens/exchange': 'public',
  'GET /api/v1/service-accounts': 'admin',
  'POST /api/v1/service-accounts': 'admin',
  'GET /api/v1/service-accounts/:id': 'admin',
  'PATCH /api/v1/service-accounts/:id': 'admin',
  'POST /api/v1/service-accounts/:id/suspend': 'admin',
  'POST /api/v1/service-accounts/:id/activate': 'admin',
  'DELETE /api/v1/service-accounts/:id': 'admin',
  'GET /api/v1/service-accounts/:id/secrets': 'admin',
  'POST /api/v1/service-accounts/:id/secrets': 'admin',
  'DELETE /api/v1/service-accounts/:id/secrets/:secret_id': 'admin',
  'GET /api/v1/signal-tokens': 'admin, cluster',
  'POST /api/v1/signal-tokens': 'admin, cluster',
  'GET /api/v1/signal-tokens/:id': 'admin, cluster',
  'DELETE /api/v1/signal-tokens/:id': 'admin, cluster',
  'POST /oauth/token': 'public',
  'GET /api/v1/session': 'session',
  'DELETE /api/v1/session': 'session',
  'POST /api/v1/session/reauthenticate': 'session',
  'GET /api/v1/sessions': 'read',
  'DELETE /api/v1/sessions/:id': 'session',
  'POST /api/v1/session': 'public',
  'GET /api/v1/sign-in-options': 'public',
  'GET /api/v1/me/mail': 'own',
  'PATCH /api/v1/me/mail': 'session',
  'PATCH /api/v1/me/password': 'session',
  'POST /api/v1/me/totp': 'session',
  'POST /api/v1/me/totp/confirm': 'session',
  'DELETE /api/v1/me/totp': 'session',
  'POST /api/v1/me/recovery-codes': 'session',
  'GET /api/v1/sso': 'admin',
  'PUT /api/v1/sso': 'session, tenant',
  'DELETE /api/v1/sso': 'session, tenant',
  'GET /api/v1/sso/domains': 'admin',
  'POST /api/v1/sso/domains': 'session, tenant',
  'POST /api/v1/sso/domains/:id/verify': 'session, tenant',
  'DELETE /api/v1/sso/domains/:id': 'session, tenant',
  'POST /api/v1/sso/start': 'public',
  'GET /sso/callback': 'public',
  'GET /api/v1/setup': 'public',
  'POST /api/v1/setup': 'public',
  'GET /api/v1/audit': 'admin, tenant',
  'GET /api/v1/audit/export': 'admin, tenant',
  'GET /api/v1/audit/head': 'admin, tenant',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
