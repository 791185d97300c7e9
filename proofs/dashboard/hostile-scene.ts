import { hostileActions } from './hostile-actions.ts';
import { hostileApps } from './hostile-apps.ts';
import { hostileIncidents } from './hostile-incidents.ts';
import { hostileWebhooks } from './hostile-webhooks.ts';
import type { Stored } from './stored.ts';
import type { Person, World } from './world.ts';

export interface HostileScene {
  readonly person: Person;
  readonly stored: readonly Stored[];
  /** Waits for approval. */
  readonly actionId: string;
  readonly incidentId: string;
  readonly webhookId: string;
  readonly appId: string;
  readonly cloudspaceId: string;
}

/** Everything that takes words from people, through the API, with names that are no names. */
export async function hostileScene(
  world: World,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<HostileScene> {
  const tenant = await world.tenant();
  const person = await world.person(tenant);
  const stored: Stored[] = [];
  /** What the API says it took is what the page has to show. */
  const store = async (kind: string, path: string, field: string, made: Promise<Readonly<Record<string, unknown>>>) => {
    const answer = await made;
    stored.push({ kind, text: String(answer[field]), path });
    return answer;
  };
  const { ask } = person;
  for (const [index, name] of names.entries()) {
    await store(
      'token',
      '/settings/access-tokens',
      'name',
      ask('POST', '/auth/api/v1/tokens', { name, scopes: ['read'] }),
    );
    const role = await store(
      'role',
      '/settings/roles',
      'name',
      ask('POST', '/auth/api/v1/roles', { name, description: longOf(name).slice(0, 400), scopes: ['read'] }),
    );
    await store(
      'user',
      '/settings/users',
      'name',
      ask('POST', '/auth/api/v1/users', {
        name,
        email: `${index}@acme.example`,
        role_id: role['id'],
      }),
    );
    const account = await store(
      'service account',
      '/settings/service-accounts',
      'name',
      ask('POST', '/auth/api/v1/service-accounts', { name, description: longOf(name), scopes: ['read'] }),
    );
    if (index < 2) {
      const path = `/settings/service-accounts/${String(account['id'])}`;
      await store(
        'secret',
        path,
        'name',
        ask('POST', `/auth/api/v1/service-accounts/${String(account['id'])}/secrets`, { name }),
      );
      stored.push({ kind: 'description of a service account', text: String(account['description']), path });
    }
  }
  const [first = '', second = ''] = names;
  await store('tenant', '/', 'name', ask('PATCH', '/auth/api/v1/tenant', { name: first }));
  const cluster = await ask('POST', '/platform/api/v1/clusters', {
    name: `c${'l'.repeat(62)}`,
    description: longOf(second),
    kubeconfig: world.kubeconfig,
  });
  const clusterId = String(cluster['id']);
  const place = `/clusters/${clusterId}/settings`;
  stored.push({ kind: 'name of a cluster', text: String(cluster['name']), path: place });
  stored.push({ kind: 'description of a cluster', text: String(cluster['description']), path: place });
  await store(
    'name of a group',
    '/settings/sso',
    'client_id',
    ask('PUT', '/auth/api/v1/sso', {
      issuer: world.provider.issuer,
      client_id: first,
      client_secret: 'a secret of the provider',
      group_claim: second,
      group_roles: Object.fromEntries(names.map((name) => [name, tenant.roles.viewer])),
      enabled: false,
    }),
  );
  stored.push(...names.map((text) => ({ kind: 'group', text, path: '/settings/sso' })));
  // Every page names the tenant; how actions are approved is told in words of ours alone.
  stored.push({ kind: 'tenant', text: first, path: '/settings/approvals' });
  const actions = await hostileActions({ db: world.db, tenantId: tenant.id, clusterId }, ask, names, longOf);
  const incidents = await hostileIncidents(ask, clusterId, names, longOf);
  const webhooks = await hostileWebhooks({ db: world.db, tenantId: tenant.id, ask }, names, longOf);
  const apps = await hostileApps({ db: world.db, tenantId: tenant.id, clusterId }, names, longOf);
  stored.push(...actions.stored, ...incidents.stored, ...webhooks.stored, ...apps.stored);
  const { appId, cloudspaceId } = apps;
  const { incidentId } = incidents;
  return {
    person,
    stored,
    actionId: actions.pendingId,
    incidentId,
    webhookId: webhooks.webhookId,
    appId,
    cloudspaceId,
  };
}
