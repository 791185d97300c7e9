import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import type { Installation } from '../installation/start.ts';
import { actionCalls } from './action-calls.ts';
import { credentialCalls } from './credential-calls.ts';
import { newPassword, owner } from './people.ts';
import { peopleCalls } from './people-calls.ts';
import { platformCalls } from './platform-calls.ts';
import type { Calls } from './ready-call.ts';
import { sessionCalls } from './session-calls.ts';
import { ssoCalls } from './sso-calls.ts';
import { tenantCalls } from './tenant-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

async function note(installation: Installation) {
  const { who } = await owner(installation);
  const { body } = await installation.call(who, 'POST', '/api/v1/notes', {
    module: 'example',
    body: { title: 'made before', body: '' },
  });
  return { who, module: 'example', path: `/api/v1/notes/${body.id}` };
}

/**
 * Of every route that is in the trail, or says why it is not, one call that succeeds. The rows of a new module: its
 * calls go here, for audit and secrets-at-rest alike, and the recipes of bola are made of them.
 */
export const calls: Calls = {
  // First: an installation is claimed while it has no tenant.
  'POST /api/v1/setup': async (installation) => ({
    path: '/api/v1/setup',
    body: {
      token: await eventually(() => printedSetupToken(installation)),
      email: 'first@example.test',
      name: 'First Owner',
      password: newPassword(),
      tenant: { slug: 'main', name: 'Main' },
    },
  }),
  ...tenantCalls,
  ...peopleCalls,
  ...sessionCalls,
  ...credentialCalls,
  ...ssoCalls,
  ...platformCalls,
  ...actionCalls,
  ...webhookCalls,
  'POST /internal/v1/audit': async (installation) => {
    const { tenant } = await owner(installation);
    const entry = {
      tenant_id: tenant.id,
      at: new Date().toISOString(),
      action: 'refused',
      route: 'GET /x',
      actor: { kind: 'user', id: randomUUID(), credential_id: randomUUID() },
      object_id: null,
      request_id: null,
      address: '192.0.2.7',
      result: 'rate_limited',
      count: 3,
      details: {},
    };
    return {
      who: await installation.moduleCaller('auth', tenant.id),
      path: '/internal/v1/audit',
      body: { entries: [entry] },
    };
  },
  'POST /api/v1/notes': async (installation) => ({
    who: (await owner(installation)).who,
    module: 'example',
    path: '/api/v1/notes',
    body: { title: 'a note', body: '' },
  }),
  'POST /api/v1/notes/:id/finish': async (installation) => {
    const made = await note(installation);
    return { ...made, path: `${made.path}/finish` };
  },
  'PATCH /api/v1/notes/:id': async (installation) => ({ ...(await note(installation)), body: { title: 'another' } }),
};

/** The one secret that is printed on purpose. */
export function printedSetupToken(installation: Installation): string {
  const [, token] = /\/setup#(whl_\w{36})/.exec(installation.output()) ?? [];
  if (token === undefined) throw new Error('no setup link was printed');
  return token;
}
