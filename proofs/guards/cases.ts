import type { TenantSettings } from '../../services/action-agent/src/settings/store.ts';
import { openGuards, setGuards } from '../../services/action-agent/test/open-guards.ts';
import type { CanaryHouse } from '../canary/house.ts';
import { replicasOf } from '../canary/judge.ts';
import { endingOf, type Wanted } from './decide.ts';

/** For each guard what is just inside and just outside of it; answers what went otherwise. */
export async function wrongCases(house: CanaryHouse, say: (text: string) => void): Promise<Findings> {
  const wrong: string[] = [];
  let count = 0;
  const expect = (what: string, found: string, wanted: string) => {
    count += 1;
    say(`${found === wanted ? 'as specified' : 'WRONG'}: ${what}: ${found}`);
    if (found !== wanted) wrong.push(`${what}: ${found}; not ${wanted}`);
  };
  const guards = (more: Partial<TenantSettings> = {}) =>
    setGuards(house.db, house.tenantId, { ...openGuards, ...more });
  for (const part of [namespaces, nodes, cooldown, hourly, cordons, zero, dry, autonomy, killSwitch]) {
    await guards();
    await part(house, expect, guards);
  }
  await guards();
  return { wrong, count };
}

export interface Findings {
  readonly wrong: readonly string[];
  readonly count: number;
}

type Expect = (what: string, found: string, wanted: string) => void;
type Part = (
  house: CanaryHouse,
  expect: Expect,
  guards: (more?: Partial<TenantSettings>) => Promise<void>,
) => Promise<void>;

async function restartable({ kube }: CanaryHouse): Promise<Wanted> {
  const { namespace, name } = await kube.deployment(0);
  return { action: 'rollback_deployment', target: { namespace, deployment_name: name } };
}

const cordonOf = (node: string): Wanted => ({ action: 'cordon_node', target: { node_name: node } });

const namespaces: Part = async (house, expect, guards) => {
  const wanted = await restartable(house);
  const { namespace } = wanted.target as { readonly namespace: string };
  expect('a namespace beside those protected', await endingOf(house, wanted), 'success');
  await guards({ protected_namespaces: [namespace] });
  expect('a protected namespace', await endingOf(house, wanted), 'refused protected_namespaces');
  const { status, body } = await house.call('POST', '/api/v1/actions/rollback', wanted.target);
  expect('a protected namespace, by a person', `${status} ${body.error?.code}`, '409 invalid_state');
  expect('which is told the setting', String(body.error?.message.includes('protected_namespaces')), 'true');
};

const nodes: Part = async (house, expect, guards) => {
  const { kube } = house;
  const [plain, kept] = [await kube.node(), await kube.node()];
  const label = 'example.com/keep';
  await kube.client.patch(`/api/v1/nodes/${kept}`, { metadata: { labels: { [label]: 'true' } } });
  await guards({ protected_node_labels: [label] });
  expect('a node without the label', await endingOf(house, cordonOf(plain)), 'success');
  expect('a protected node', await endingOf(house, cordonOf(kept)), 'refused protected_node_labels');
  const { body } = await house.call('POST', '/api/v1/actions/plan', cordonOf(kept));
  expect('its plan', String(body.refused?.code), 'protected_node_labels');
};

const cooldown: Part = async (house, expect, guards) => {
  const { kube } = house;
  const { namespace, name } = await kube.deployment(0);
  const target = { namespace, deployment_name: name };
  const restart: Wanted = { action: 'rollback_deployment', target };
  await guards({ cooldown_seconds: 3_600 });
  expect('the first of its kind on a target', await endingOf(house, restart), 'success');
  expect('the same again', await endingOf(house, restart), 'refused cooldown_seconds');
  const other: Wanted = { action: 'scale_deployment', target: { ...target, replicas: 0 } };
  await guards({ cooldown_seconds: 3_600, automated_scale_to_zero: true });
  expect('another kind on it', await endingOf(house, other), 'success');
  const { body: plan } = await house.call('POST', '/api/v1/actions/plan', restart);
  const told = plan.guards.find(({ guard }: { guard: string }) => guard === 'cooldown_seconds');
  expect('by a person, in the plan', `${told?.effect} ${told?.passes}`, 'warns false');
  const { status } = await house.call('POST', '/api/v1/actions/rollback', target);
  expect('by a person', String(status), '202');
  await guards({ cooldown_seconds: 0 });
  expect('the same when the cooldown is over', await endingOf(house, restart), 'success');
};

const hourly: Part = async (house, expect, guards) => {
  const used = await usedThisHour(house, 'rollback_deployment');
  await guards({ max_automated_per_hour: used + 1 });
  expect('the last within the hour', await endingOf(house, await restartable(house)), 'success');
  expect('one more', await endingOf(house, await restartable(house)), 'refused max_automated_per_hour');
};

export async function usedThisHour({ db, tenantId }: CanaryHouse, kind: string): Promise<number> {
  const [row] = await db.tenant(tenantId, (tenant) =>
    tenant.query<{ used: number }>(
      `SELECT count(*) AS used FROM action_agent.guard_uses WHERE action = $1 AND automatic AND begun_at > now() - interval '1 hour'`,
      [kind],
    ),
  );
  return row?.used ?? 0;
}

/** Of no percent there is still one. */
const cordons: Part = async (house, expect, guards) => {
  const { kube, db, tenantId } = house;
  await db.tenant(tenantId, (tenant) => tenant.query('DELETE FROM action_agent.automated_cordons'));
  await guards({ max_cordoned_percent: 0 });
  const [one, other] = [await kube.node(), await kube.node()];
  expect('the one node that may be cordoned', await endingOf(house, cordonOf(one)), 'success');
  expect('a second node', await endingOf(house, cordonOf(other)), 'refused max_cordoned_percent');
  await kube.cordon(one, false);
  expect('a second node when the first was uncordoned', await endingOf(house, cordonOf(other)), 'success');
};

const zero: Part = async (house, expect) => {
  const made = await house.kube.deployment(2);
  const target = { namespace: made.namespace, deployment_name: made.name };
  const to = (replicas: number): Wanted => ({ action: 'scale_deployment', target: { ...target, replicas } });
  expect('scaled to one', await endingOf(house, to(1)), 'success');
  expect('scaled to zero', await endingOf(house, to(0)), 'refused automated_scale_to_zero');
  expect('and its replicas', String(await replicasOf(house, made)), '1');
  expect('scaled to zero, if approved', await endingOf(house, to(0), false), 'pending_approval');
};

const dry: Part = async (house, expect, guards) => {
  const { kube } = house;
  await guards({ dry_mode: true });
  const made = await kube.deployment(1);
  const target = { namespace: made.namespace, deployment_name: made.name };
  const generation = async () =>
    (
      await kube.client.get<{ readonly metadata: { readonly generation: number } }>(
        `/apis/apps/v1/namespaces/${made.namespace}/deployments/${made.name}`,
      )
    ).metadata.generation;
  const before = await generation();
  for (const action of ['scale_deployment', 'rollback_deployment'] as const)
    expect(`${action} in dry mode`, await endingOf(house, { action, target }), 'success dry_run');
  const [pod] = await kube.pods(made.namespace);
  const podTarget = { namespace: made.namespace, pod: pod?.metadata.name ?? '' };
  expect(
    'restart_pod in dry mode',
    await endingOf(house, { action: 'restart_pod', target: podTarget }),
    'success dry_run',
  );
  const node = await kube.node();
  expect('cordon_node in dry mode', await endingOf(house, cordonOf(node)), 'success dry_run');
  const pods = await kube.pods(made.namespace);
  const { spec } = await kube.client.get<{ readonly spec: { readonly unschedulable?: boolean } }>(
    `/api/v1/nodes/${node}`,
  );
  const isSame = pods.some(({ metadata }) => metadata.uid === pod?.metadata.uid) && spec.unschedulable !== true;
  expect('and nothing was changed', `${(await generation()) - before} ${isSame}`, '0 true');
};

const autonomy: Part = async (house, expect) => {
  const set = (level: string | null, clusterId?: string) =>
    house.call('PATCH', '/api/v1/autonomy', {
      autonomy: { rollback_deployment: level },
      ...(clusterId === undefined ? {} : { cluster_id: clusterId }),
    });
  const wanted = await restartable(house);
  await set('auto');
  expect('auto', await endingOf(house, wanted), 'success');
  expect('auto, and the decision asks', await endingOf(house, wanted, false), 'pending_approval');
  await set('ask');
  expect('ask', await endingOf(house, wanted), 'pending_approval');
  await set('never');
  expect('never', await endingOf(house, wanted), 'refused autonomy');
  expect('never, and the decision asks', await endingOf(house, wanted, false), 'refused autonomy');
  const { status } = await house.call('POST', '/api/v1/actions/rollback', wanted.target);
  expect('never, by a person', String(status), '202');
  await set('auto');
  await set('never', house.clusterId);
  expect('never on the cluster', await endingOf(house, wanted), 'refused autonomy');
  await set(null, house.clusterId);
  await set(null);
};

const killSwitch: Part = async (house, expect) => {
  const wanted = await restartable(house);
  for (const body of [{}, { cluster_id: house.clusterId }]) {
    const where = 'cluster_id' in body ? 'of the cluster' : 'of the tenant';
    await house.call('POST', '/api/v1/kill-switch/engage', body);
    expect(`kill switch ${where}`, await endingOf(house, wanted), 'refused kill_switch');
    const { status, body: told } = await house.call('POST', '/api/v1/actions/rollback', wanted.target);
    expect(`kill switch ${where}, by a person`, `${status} ${told.error?.code}`, '409 kill_switch');
    await house.call('POST', '/api/v1/kill-switch/release', body);
    expect(`kill switch ${where} released`, await endingOf(house, wanted), 'success');
  }
};
