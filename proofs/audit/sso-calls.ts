import { randomUUID } from 'node:crypto';
import { Browser } from '../../services/auth/test/sso/browser.ts';
import { made, signedIn } from './people.ts';
import type { Calls } from './ready-call.ts';
import { redirectUri, type World } from './world.ts';

const domains = '/api/v1/sso/domains';

function connection({ provider }: World, viewer: string) {
  return {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    scopes: ['email', 'profile', 'groups'],
    default_role_id: viewer,
    enabled: true,
  };
}

async function connected(world: World) {
  const { who, tenant } = await signedIn(world);
  await made(world.call(who, 'PUT', '/api/v1/sso', { body: connection(world, tenant.roles.viewer) }));
  return { who, tenant };
}

async function domain(world: World) {
  const { who, tenant } = await connected(world);
  const name = `${randomUUID().slice(0, 8)}.test`;
  const { body } = await made(world.call(who, 'POST', domains, { body: { domain: name } }));
  world.dns.records.set(body.name, [body.value]);
  return { who, tenant, name, path: `${domains}/${body.id}` };
}

export const ssoCalls: Calls = {
  'PUT /api/v1/sso': async (world) => {
    const { who, tenant } = await signedIn(world);
    return { who, path: '/api/v1/sso', body: connection(world, tenant.roles.viewer) };
  },
  'DELETE /api/v1/sso': async (world) => ({ who: (await connected(world)).who, path: '/api/v1/sso' }),
  [`POST ${domains}`]: async (world) => ({
    who: (await signedIn(world)).who,
    path: domains,
    body: { domain: `${randomUUID().slice(0, 8)}.test` },
  }),
  [`POST ${domains}/:id/verify`]: async (world) => {
    const { who, path } = await domain(world);
    return { who, path: `${path}/verify` };
  },
  [`DELETE ${domains}/:id`]: async (world) => {
    const { who, path } = await domain(world);
    return { who, path };
  },
  'POST /api/v1/sso/start': async (world) => ({
    path: '/api/v1/sso/start',
    body: { tenant: (await connected(world)).tenant.slug },
  }),
  'GET /sso/callback': async (world) => {
    const { who, tenant, name, path } = await domain(world);
    await made(world.call(who, 'POST', `${path}/verify`));
    const subject = randomUUID();
    world.provider.people.set(subject, { email: `${subject}@${name}`, email_verified: true, name: 'Emil Elm' });
    const begun = await made(world.call(undefined, 'POST', '/api/v1/sso/start', { body: { tenant: tenant.slug } }));
    const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const back = await new Browser().follow(begun.body.authorization_url, redirectUri, world.provider.signsIn(subject));
    for (const secret of [back.searchParams.get('code') ?? '', cookie.split('=')[1] ?? '']) world.secrets.add(secret);
    return { path: `/sso/callback${back.search}`, headers: { cookie } };
  },
};
