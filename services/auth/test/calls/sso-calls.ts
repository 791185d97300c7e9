import { randomUUID } from 'node:crypto';
import { Browser } from '../sso/browser.ts';
import { type Installation, redirectUri } from '../../../../proofs/installation/start.ts';
import { made, signedIn } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';

const domains = '/api/v1/sso/domains';

function connection({ provider }: Installation, viewer: string) {
  return {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    scopes: ['email', 'profile', 'groups'],
    default_role_id: viewer,
    enabled: true,
  };
}

async function connected(installation: Installation) {
  const { who, tenant } = await signedIn(installation);
  await made(installation.call(who, 'PUT', '/api/v1/sso', { body: connection(installation, tenant.roles.viewer) }));
  return { who, tenant };
}

async function domain(installation: Installation) {
  const { who, tenant } = await connected(installation);
  const name = `${randomUUID().slice(0, 8)}.test`;
  const { body } = await made(installation.call(who, 'POST', domains, { body: { domain: name } }));
  installation.dns.records.set(body.name, [body.value]);
  return { who, tenant, name, path: `${domains}/${body.id}` };
}

export const ssoCalls: Calls = {
  'PUT /api/v1/sso': async (installation) => {
    const { who, tenant } = await signedIn(installation);
    return { who, path: '/api/v1/sso', body: connection(installation, tenant.roles.viewer) };
  },
  'DELETE /api/v1/sso': async (installation) => ({ who: (await connected(installation)).who, path: '/api/v1/sso' }),
  [`POST ${domains}`]: async (installation) => ({
    who: (await signedIn(installation)).who,
    path: domains,
    body: { domain: `${randomUUID().slice(0, 8)}.test` },
  }),
  [`POST ${domains}/:id/verify`]: async (installation) => {
    const { who, path } = await domain(installation);
    return { who, path: `${path}/verify` };
  },
  [`DELETE ${domains}/:id`]: async (installation) => {
    const { who, path } = await domain(installation);
    return { who, path };
  },
  'POST /api/v1/sso/start': async (installation) => ({
    path: '/api/v1/sso/start',
    body: { tenant: (await connected(installation)).tenant.slug },
  }),
  'GET /sso/callback': async (installation) => {
    const { who, tenant, name, path } = await domain(installation);
    await made(installation.call(who, 'POST', `${path}/verify`));
    const subject = randomUUID();
    installation.provider.people.set(subject, { email: `${subject}@${name}`, email_verified: true, name: 'Emil Elm' });
    const begun = await made(
      installation.call(undefined, 'POST', '/api/v1/sso/start', { body: { tenant: tenant.slug } }),
    );
    const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const back = await new Browser().follow(
      begun.body.authorization_url,
      redirectUri,
      installation.provider.signsIn(subject),
    );
    for (const secret of [back.searchParams.get('code') ?? '', cookie.split('=')[1] ?? ''])
      installation.secrets.add(secret);
    return { path: `/sso/callback${back.search}`, headers: { cookie } };
  },
};
