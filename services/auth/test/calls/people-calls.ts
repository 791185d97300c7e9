import type { Installation } from '../../../../proofs/installation/start.ts';
import { invited, made, newPassword, owner } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';

async function developer(installation: Installation) {
  const { tenant, who } = await owner(installation);
  const { id } = await tenant.user('developer');
  return { tenant, who, path: `/api/v1/users/${id}` };
}

async function role(installation: Installation) {
  const { who } = await owner(installation);
  const body = { name: 'Night shift', scopes: ['read', 'actions'] };
  const answer = await made(installation.call(who, 'POST', '/api/v1/roles', { body }));
  return { who, path: `/api/v1/roles/${answer.body.id}` };
}

export const peopleCalls: Calls = {
  'POST /api/v1/roles': async (installation) => ({
    who: (await owner(installation)).who,
    path: '/api/v1/roles',
    body: { name: 'Day shift', scopes: ['read'] },
  }),
  'PATCH /api/v1/roles/:id': async (installation) => ({ ...(await role(installation)), body: { scopes: ['read'] } }),
  'DELETE /api/v1/roles/:id': role,
  'POST /api/v1/users': async (installation) => {
    const { who, tenant } = await owner(installation);
    const body = { email: 'dora@example.test', name: 'Dora Douglas', role_id: tenant.roles.viewer };
    return { who, path: '/api/v1/users', body };
  },
  'POST /api/v1/users/:id/invite-link': async (installation) => {
    const { who, userId } = await invited(installation);
    return { who, path: `/api/v1/users/${userId}/invite-link` };
  },
  'POST /api/v1/users/:id/reset-link': async (installation) => {
    const { who, path } = await developer(installation);
    return { who, path: `${path}/reset-link` };
  },
  'PATCH /api/v1/users/:id': async (installation) => {
    const { who, path, tenant } = await developer(installation);
    return { who, path, body: { role_id: tenant.roles.viewer } };
  },
  'POST /api/v1/users/:id/suspend': async (installation) => {
    const { who, path } = await developer(installation);
    return { who, path: `${path}/suspend` };
  },
  'POST /api/v1/users/:id/activate': async (installation) => {
    const { who, path } = await developer(installation);
    await made(installation.call(who, 'POST', `${path}/suspend`));
    return { who, path: `${path}/activate` };
  },
  'DELETE /api/v1/users/:id': async (installation) => {
    const { who, path } = await developer(installation);
    return { who, path };
  },
  'POST /api/v1/links/look': async (installation) => ({
    path: '/api/v1/links/look',
    body: { token: (await invited(installation)).token },
  }),
  'POST /api/v1/links/claim': async (installation) => ({
    path: '/api/v1/links/claim',
    body: { token: (await invited(installation)).token, password: newPassword() },
    action: 'user.accept_invite',
  }),
};
