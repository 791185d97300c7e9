import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Installation } from '../../../../proofs/installation/start.ts';
import { made, owner, signedIn } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';

const accounts = '/api/v1/service-accounts';
const reporting = '/internal/v1/reporting-tokens';
const signalTokens = '/api/v1/signal-tokens';

async function account(installation: Installation) {
  const { who } = await owner(installation);
  const body = { name: 'Deployer', scopes: ['read', 'deploy'] };
  const answer = await made(installation.call(who, 'POST', accounts, { body }));
  return { who, id: String(answer.body.id), path: `${accounts}/${answer.body.id}` };
}

async function accountSecret(installation: Installation) {
  const { who, id, path } = await account(installation);
  const { body } = await made(installation.call(who, 'POST', `${path}/secrets`, { body: { name: 'first' } }));
  return { who, id, path: `${path}/secrets/${body.id}`, secret: String(body.client_secret) };
}

async function reportingToken(installation: Installation) {
  const { tenant } = await owner(installation);
  const who = await installation.moduleCaller('auth', tenant.id);
  return { who, path: reporting, body: { pipeline_id: randomUUID(), name: 'runner' } };
}

export async function signalToken(installation: Installation) {
  const { who } = await owner(installation);
  const { body } = await made(installation.call(who, 'POST', signalTokens, { body: { name: 'alertmanager' } }));
  return { who, path: `${signalTokens}/${body.id}` };
}

const token = { name: 'laptop', scopes: ['read'] };

async function handOver(installation: Installation) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    who: (await signedIn(installation)).who,
    path: '/api/v1/tokens/hand-over',
    body: { ...token, challenge },
    verifier,
  };
}

export const credentialCalls: Calls = {
  'POST /api/v1/tokens': async (installation) => ({
    who: (await signedIn(installation)).who,
    path: '/api/v1/tokens',
    body: token,
  }),
  'POST /api/v1/tokens/hand-over': async (installation) => {
    const { who, path, body } = await handOver(installation);
    return { who, path, body };
  },
  'POST /api/v1/tokens/exchange': async (installation) => {
    const { who, path, body, verifier } = await handOver(installation);
    const answer = await made(installation.call(who, 'POST', path, { body }));
    return { path: '/api/v1/tokens/exchange', body: { code: answer.body.code, verifier } };
  },
  'DELETE /api/v1/tokens/:id': async (installation) => {
    const { who } = await signedIn(installation);
    const { body } = await made(installation.call(who, 'POST', '/api/v1/tokens', { body: token }));
    return { who, path: `/api/v1/tokens/${body.id}` };
  },
  [`POST ${accounts}`]: async (installation) => ({
    who: (await owner(installation)).who,
    path: accounts,
    body: { name: 'Builder', scopes: ['read'] },
  }),
  [`PATCH ${accounts}/:id`]: async (installation) => {
    const { who, path } = await account(installation);
    return { who, path, body: { scopes: ['read'] } };
  },
  [`DELETE ${accounts}/:id`]: async (installation) => {
    const { who, path } = await account(installation);
    return { who, path };
  },
  [`POST ${accounts}/:id/suspend`]: async (installation) => {
    const { who, path } = await account(installation);
    return { who, path: `${path}/suspend` };
  },
  [`POST ${accounts}/:id/activate`]: async (installation) => {
    const { who, path } = await account(installation);
    await made(installation.call(who, 'POST', `${path}/suspend`));
    return { who, path: `${path}/activate` };
  },
  [`POST ${accounts}/:id/secrets`]: async (installation) => {
    const { who, path } = await account(installation);
    return { who, path: `${path}/secrets`, body: { name: 'second' } };
  },
  [`DELETE ${accounts}/:id/secrets/:secret_id`]: async (installation) => {
    const { who, path } = await accountSecret(installation);
    return { who, path };
  },
  [`POST ${signalTokens}`]: async (installation) => ({
    who: (await owner(installation)).who,
    path: signalTokens,
    body: { name: 'alertmanager', cluster_id: randomUUID() },
  }),
  [`DELETE ${signalTokens}/:id`]: signalToken,
  [`POST ${reporting}`]: reportingToken,
  [`DELETE ${reporting}/:id`]: async (installation) => {
    const { who, path, body } = await reportingToken(installation);
    const answer = await made(installation.call(who, 'POST', path, { body }));
    return { who, path: `${path}/${answer.body.id}` };
  },
  'POST /oauth/token': async (installation) => {
    const { id, secret } = await accountSecret(installation);
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    return { path: '/oauth/token', form };
  },
  'POST /internal/v1/exchange': async (installation) => {
    const { tenant, who } = await signedIn(installation);
    const { body } = await made(installation.call(who, 'POST', '/api/v1/tokens', { body: token }));
    return {
      who: await installation.moduleCaller('auth', tenant.id),
      path: '/internal/v1/exchange',
      body: { credential: body.token, address: '192.0.2.7' },
    };
  },
};
