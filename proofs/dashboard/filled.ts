import { eventually } from '@wheelhouse/testkit';
import type { Ask, Person, World } from './world.ts';
import { type PaperActions, writeActions } from './paper-actions.ts';
import { type PaperApps, writeApps } from './paper-apps.ts';
import { type PaperIncidents, writeIncidents } from './paper-incidents.ts';
import { type PaperDrains, writeDrains } from './paper-drains.ts';
import { writeCluster } from './paper-cluster.ts';
import { type PaperWebhooks, writeWebhooks } from './paper-webhooks.ts';

/** A tenant in which every page has something to show: a watched cluster, people, and their credentials. */
export interface Filled {
  readonly person: Person;
  readonly clusterId: string;
  readonly accountId: string;
  readonly actions: PaperActions;
  readonly apps: PaperApps;
  readonly drains: PaperDrains;
  readonly incidents: PaperIncidents;
  readonly webhooks: PaperWebhooks;
}

export async function fillTenant(world: World, nodes: number): Promise<Filled> {
  const tenant = await world.tenant();
  const person = await world.person(tenant);
  const { ask } = person;
  const register = (name: string, description: string) =>
    ask('POST', '/platform/api/v1/clusters', { name, description, kubeconfig: world.kubeconfig });
  const made = await register('prod-eu', 'Serves the shop.');
  await register('staging', 'Where it is tried first.');
  const clusterId = String(made['id']);
  await ask('POST', '/auth/api/v1/tokens', { name: 'ci-deploy', scopes: ['read', 'deploy'] });
  const role = await ask('POST', '/auth/api/v1/roles', {
    name: 'on call',
    description: 'Looks after one cluster.',
    scopes: ['read'],
    cluster_ids: [clusterId],
  });
  await ask('POST', '/auth/api/v1/users', { email: 'grace@acme.example', name: 'Grace', role_id: role['id'] });
  const account = await ask('POST', '/auth/api/v1/service-accounts', { name: 'pipeline', scopes: ['read', 'deploy'] });
  const accountId = String(account['id']);
  await ask('POST', `/auth/api/v1/service-accounts/${accountId}/secrets`, { name: 'first' });
  await ask('POST', '/auth/api/v1/signal-tokens', { name: 'alertmanager', cluster_id: clusterId });
  await ask('PUT', '/auth/api/v1/sso', {
    issuer: world.provider.issuer,
    client_id: 'wheelhouse',
    client_secret: 'a secret of the provider',
    group_claim: 'groups',
    group_roles: { operators: role['id'] },
    enabled: true,
  });
  await ask('POST', '/auth/api/v1/sso/domains', { domain: 'acme.example' });
  await untilObserved(ask, clusterId);
  const { total } = await ask('GET', `/k8s-monitor/api/v1/nodes?cluster_id=${clusterId}&limit=1`);
  await writeCluster(world, tenant.id, clusterId, nodes - Number(total));
  const actions = await writeActions({ db: world.db, tenantId: tenant.id, clusterId }, person.userId);
  const drains = await writeDrains({ db: world.db, tenantId: tenant.id, clusterId });
  const apps = await writeApps({ db: world.db, tenantId: tenant.id, clusterId });
  const incidents = await writeIncidents(ask, clusterId);
  const webhooks = await writeWebhooks({ db: world.db, tenantId: tenant.id, ask });
  return { person, clusterId, accountId, apps, actions, drains, incidents, webhooks };
}

/** Until the monitor has seen it: what is written over its rows afterwards stays. */
export async function untilObserved(ask: Ask, clusterId: string): Promise<void> {
  await eventually(() => ask('GET', `/k8s-monitor/api/health?cluster_id=${clusterId}`), 120_000);
}
