import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { made, owner, signedIn } from './people.ts';
import type { Calls } from './ready-call.ts';
import type { World } from './world.ts';

const accounts = '/api/v1/service-accounts';
const reporting = '/internal/v1/reporting-tokens';

async function account(world: World) {
  const { who } = await owner(world);
  const body = { name: 'Deployer', scopes: ['read', 'deploy'] };
  const answer = await made(world.call(who, 'POST', accounts, { body }));
  return { who, id: String(answer.body.id), path: `${accounts}/${answer.body.id}` };
}

async function accountSecret(world: World) {
  const { who, id, path } = await account(world);
  const { body } = await made(world.call(who, 'POST', `${path}/secrets`, { body: { name: 'first' } }));
  return { who, id, path: `${path}/secrets/${body.id}`, secret: String(body.client_secret) };
}

async function reportingToken(world: World) {
  const { tenant } = await owner(world);
  const who = await world.moduleCaller('auth', tenant.id);
  return { who, path: reporting, body: { pipeline_id: randomUUID(), name: 'runner' } };
}

const token = { name: 'laptop', scopes: ['read'] };

async function handOver(world: World) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    who: (await signedIn(world)).who,
    path: '/api/v1/tokens/hand-over',
    body: { ...token, challenge },
    verifier,
  };
}

export const credentialCalls: Calls = {
  'POST /api/v1/tokens': async (world) => ({ who: (await signedIn(world)).who, path: '/api/v1/tokens', body: token }),
  'POST /api/v1/tokens/hand-over': async (world) => {
    const { who, path, body } = await handOver(world);
    return { who, path, body };
  },
  'POST /api/v1/tokens/exchange': async (world) => {
    const { who, path, body, verifier } = await handOver(world);
    const answer = await made(world.call(who, 'POST', path, { body }));
    return { path: '/api/v1/tokens/exchange', body: { code: answer.body.code, verifier } };
  },
  'DELETE /api/v1/tokens/:id': async (world) => {
    const { who } = await signedIn(world);
    const { body } = await made(world.call(who, 'POST', '/api/v1/tokens', { body: token }));
    return { who, path: `/api/v1/tokens/${body.id}` };
  },
  [`POST ${accounts}`]: async (world) => ({
    who: (await owner(world)).who,
    path: accounts,
    body: { name: 'Builder', scopes: ['read'] },
  }),
  [`PATCH ${accounts}/:id`]: async (world) => {
    const { who, path } = await account(world);
    return { who, path, body: { scopes: ['read'] } };
  },
  [`DELETE ${accounts}/:id`]: async (world) => {
    const { who, path } = await account(world);
    return { who, path };
  },
  [`POST ${accounts}/:id/suspend`]: async (world) => {
    const { who, path } = await account(world);
    return { who, path: `${path}/suspend` };
  },
  [`POST ${accounts}/:id/activate`]: async (world) => {
    const { who, path } = await account(world);
    await made(world.call(who, 'POST', `${path}/suspend`));
    return { who, path: `${path}/activate` };
  },
  [`POST ${accounts}/:id/secrets`]: async (world) => {
    const { who, path } = await account(world);
    return { who, path: `${path}/secrets`, body: { name: 'second' } };
  },
  [`DELETE ${accounts}/:id/secrets/:secret_id`]: async (world) => {
    const { who, path } = await accountSecret(world);
    return { who, path };
  },
  [`POST ${reporting}`]: reportingToken,
  [`DELETE ${reporting}/:id`]: async (world) => {
    const { who, path, body } = await reportingToken(world);
    const answer = await made(world.call(who, 'POST', path, { body }));
    return { who, path: `${path}/${answer.body.id}` };
  },
  'POST /oauth/token': async (world) => {
    const { id, secret } = await accountSecret(world);
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    return { path: '/oauth/token', form };
  },
  'POST /internal/v1/exchange': async (world) => {
    const { tenant, who } = await signedIn(world);
    const { body } = await made(world.call(who, 'POST', '/api/v1/tokens', { body: token }));
    return {
      who: await world.moduleCaller('auth', tenant.id),
      path: '/internal/v1/exchange',
      body: { credential: body.token, address: '192.0.2.7' },
    };
  },
};
