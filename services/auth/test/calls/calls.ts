import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { newPassword, owner } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';
import { printedSetupToken } from '../../../../proofs/installation/setup-token.ts';
import { credentialCalls } from './credential-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { ssoCalls } from './sso-calls.ts';
import { tenantCalls } from './tenant-calls.ts';

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
};
