import { calls } from './calls.ts';
import { signalToken } from './credential-calls.ts';
import { made, owner, signedIn } from '../../../../proofs/installation/people.ts';
import type { Installation } from '../../../../proofs/installation/start.ts';
import type { Recipe, Recipes } from '../../../../proofs/installation/recipe.ts';
import { withoutLimits } from './people-recipes.ts';
import { readyMade } from '../../../../proofs/installation/ready-made.ts';

const accounts = '/api/v1/service-accounts';
const account = `${accounts}/:id`;
const secrets = `${account}/secrets`;
const signalTokens = '/api/v1/signal-tokens';
const tokens = '/api/v1/tokens';
const sessions = '/api/v1/sessions';
/** A user's second factor and the time of their last change stand there. */
const users = '/api/v1/users';

const own = (name: string, readBack: string): Recipe => ({ call: readyMade(calls, name), of: 'person', readBack });
const accountStep = (name: string): Recipe => ({ call: readyMade(calls, name), readBack: account });
const mine =
  (path: string): Recipe['call'] =>
  async (installation) => ({ who: (await signedIn(installation)).who, path });

async function newAccount(installation: Installation) {
  const { who } = await owner(installation);
  const add = (name: string) => installation.call(who, 'POST', accounts, { body: { name, scopes: ['read'] } });
  const { body } = await made(add('first'));
  await made(add('second'));
  return { who, path: `${accounts}/${body.id}` };
}

export const authCredentialRecipes: Recipes = {
  [`GET ${tokens}`]: {
    call: async (installation) => {
      const { who } = await signedIn(installation);
      await made(installation.call(who, 'POST', tokens, { body: { name: 'laptop', scopes: ['read'] } }));
      return { who, path: tokens };
    },
    of: 'person',
  },
  [`POST ${tokens}`]: own(`POST ${tokens}`, tokens),
  [`POST ${tokens}/hand-over`]: own(`POST ${tokens}/hand-over`, tokens),
  [`POST ${tokens}/exchange`]: { call: readyMade(calls, `POST ${tokens}/exchange`) },
  [`DELETE ${tokens}/:id`]: own(`DELETE ${tokens}/:id`, tokens),
  [`GET ${sessions}`]: { call: mine(sessions), of: 'person' },
  [`DELETE ${sessions}/:id`]: own(`DELETE ${sessions}/:id`, sessions),
  'GET /api/v1/session': { call: mine('/api/v1/session'), of: 'person' },
  'DELETE /api/v1/session': own('DELETE /api/v1/session', sessions),
  'POST /api/v1/session/reauthenticate': own('POST /api/v1/session/reauthenticate', sessions),
  'PATCH /api/v1/me/password': own('PATCH /api/v1/me/password', users),
  'GET /api/v1/me/mail': { call: mine('/api/v1/me/mail'), of: 'person' },
  'PATCH /api/v1/me/mail': own('PATCH /api/v1/me/mail', '/api/v1/me/mail'),
  'POST /api/v1/me/totp': own('POST /api/v1/me/totp', users),
  'POST /api/v1/me/totp/confirm': own('POST /api/v1/me/totp/confirm', users),
  'DELETE /api/v1/me/totp': own('DELETE /api/v1/me/totp', users),
  'POST /api/v1/me/recovery-codes': own('POST /api/v1/me/recovery-codes', users),
  [`GET ${accounts}`]: {
    call: async (installation) => ({ who: (await newAccount(installation)).who, path: accounts }),
  },
  [`POST ${accounts}`]: { call: readyMade(calls, `POST ${accounts}`), readBack: accounts, without: withoutLimits },
  [`GET ${account}`]: { call: newAccount },
  [`PATCH ${account}`]: { ...accountStep(`PATCH ${account}`), without: withoutLimits },
  [`DELETE ${account}`]: accountStep(`DELETE ${account}`),
  [`POST ${account}/suspend`]: accountStep(`POST ${account}/suspend`),
  [`POST ${account}/activate`]: accountStep(`POST ${account}/activate`),
  [`GET ${secrets}`]: {
    call: async (installation) => {
      const { who, path } = await newAccount(installation);
      for (const name of ['first', 'second'])
        await made(installation.call(who, 'POST', `${path}/secrets`, { body: { name } }));
      return { who, path: `${path}/secrets` };
    },
  },
  [`POST ${secrets}`]: { call: readyMade(calls, `POST ${secrets}`), readBack: secrets },
  [`DELETE ${secrets}/:secret_id`]: { call: readyMade(calls, `DELETE ${secrets}/:secret_id`), readBack: secrets },
  [`GET ${signalTokens}`]: {
    call: async (installation) => {
      const { who } = await signalToken(installation);
      await made(installation.call(who, 'POST', signalTokens, { body: { name: 'second' } }));
      return { who, path: signalTokens };
    },
  },
  [`POST ${signalTokens}`]: {
    call: readyMade(calls, `POST ${signalTokens}`),
    readBack: signalTokens,
    without: {
      'body.cluster_id': "is the only one that the token opens, if it is the tenant's: nothing is looked up by it",
    },
  },
  [`GET ${signalTokens}/:id`]: { call: signalToken },
  [`DELETE ${signalTokens}/:id`]: {
    call: signalToken,
    readBack: `${signalTokens}/:id`,
  },
  'POST /oauth/token': { call: readyMade(calls, 'POST /oauth/token') },
};
