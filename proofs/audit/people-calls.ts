import { invited, made, newPassword, owner } from './people.ts';
import type { Calls } from './ready-call.ts';
import type { World } from './world.ts';

async function developer(world: World) {
  const { tenant, who } = await owner(world);
  const { id } = await tenant.user('developer');
  return { tenant, who, path: `/api/v1/users/${id}` };
}

async function role(world: World) {
  const { who } = await owner(world);
  const body = { name: 'Night shift', scopes: ['read', 'actions'] };
  const answer = await made(world.call(who, 'POST', '/api/v1/roles', { body }));
  return { who, path: `/api/v1/roles/${answer.body.id}` };
}

export const peopleCalls: Calls = {
  'POST /api/v1/roles': async (world) => ({
    who: (await owner(world)).who,
    path: '/api/v1/roles',
    body: { name: 'Day shift', scopes: ['read'] },
  }),
  'PATCH /api/v1/roles/:id': async (world) => ({ ...(await role(world)), body: { scopes: ['read'] } }),
  'DELETE /api/v1/roles/:id': role,
  'POST /api/v1/users': async (world) => {
    const { who, tenant } = await owner(world);
    const body = { email: 'dora@example.test', name: 'Dora Douglas', role_id: tenant.roles.viewer };
    return { who, path: '/api/v1/users', body };
  },
  'POST /api/v1/users/:id/invite-link': async (world) => {
    const { who, userId } = await invited(world);
    return { who, path: `/api/v1/users/${userId}/invite-link` };
  },
  'POST /api/v1/users/:id/reset-link': async (world) => {
    const { who, path } = await developer(world);
    return { who, path: `${path}/reset-link` };
  },
  'PATCH /api/v1/users/:id': async (world) => {
    const { who, path, tenant } = await developer(world);
    return { who, path, body: { role_id: tenant.roles.viewer } };
  },
  'POST /api/v1/users/:id/suspend': async (world) => {
    const { who, path } = await developer(world);
    return { who, path: `${path}/suspend` };
  },
  'POST /api/v1/users/:id/activate': async (world) => {
    const { who, path } = await developer(world);
    await made(world.call(who, 'POST', `${path}/suspend`));
    return { who, path: `${path}/activate` };
  },
  'DELETE /api/v1/users/:id': async (world) => {
    const { who, path } = await developer(world);
    return { who, path };
  },
  'POST /api/v1/links/look': async (world) => ({
    path: '/api/v1/links/look',
    body: { token: (await invited(world)).token },
  }),
  'POST /api/v1/links/claim': async (world) => ({
    path: '/api/v1/links/claim',
    body: { token: (await invited(world)).token, password: newPassword() },
    action: 'user.accept_invite',
  }),
};
