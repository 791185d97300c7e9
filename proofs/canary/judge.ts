import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DeploymentMade, eventually } from '@wheelhouse/testkit';
import { decisionIn } from '../agent/house.ts';
import { type Case, down } from './cases.ts';
import type { CanaryHouse } from './house.ts';

interface Ended extends Record<string, unknown> {
  readonly status: string;
  readonly result: string | null;
  readonly details: { readonly canary?: { readonly verdict: string; readonly score_before: number | null } };
}

const statusOf = {
  kept: ['success', null],
  inconclusive: ['success', null],
  skipped: ['success', null],
  reverted: ['failed', 'reverted'],
  revert_skipped: ['failed', 'revert_skipped'],
} as const;

const endsWithinMs = 90_000;

/** What is wrong with how a case ended; undefined if nothing is. */
export async function wrongWith(house: CanaryHouse, one: Case): Promise<string | undefined> {
  const { kube, monitor } = house;
  const made = await kube.deployment(1);
  const replicas = () => replicasOf(house, made);
  // However long it takes, what is done meanwhile is done before there is a score to compare.
  const isDoneFirst = one.meanwhile !== undefined && one.meanwhile !== 'time passes';
  const atFirst = isDoneFirst ? down : one.after;
  monitor.health = async (clusterId) => ((await replicas()) === 1 ? one.before(clusterId) : atFirst(clusterId));
  const decision = scaleUpOf(house, made);
  await house.publish(decision);
  if (one.meanwhile !== undefined) {
    await eventually(async () => {
      if ((await replicas()) !== 2) throw new Error('not scaled yet');
    }, endsWithinMs);
    // From here on one replica must not look like the time before.
    monitor.health = atFirst;
    await meddle(house, made, one);
    monitor.health = one.after;
  }
  const { status, result, details } = await ended(house, decision.decision_id, one.name);
  const [wantedStatus, wantedResult] = statusOf[one.verdict];
  const now = await replicas();
  const found = `${status} ${result ?? '-'} ${details.canary?.verdict ?? '-'}, ${now} replicas`;
  const wanted = `${wantedStatus} ${wantedResult ?? '-'} ${one.verdict}, ${one.replicas} replicas`;
  return found === wanted ? undefined : `${one.name}: ${found}; not ${wanted}`;
}

async function meddle(house: CanaryHouse, made: DeploymentMade, { meanwhile }: Case): Promise<void> {
  const { kube, clock, monitor } = house;
  const path = pathOf(made);
  if (meanwhile === 'scaled to 5') await kube.client.patch(path, { spec: { replicas: 5 } });
  if (meanwhile === 'scaled back') await kube.client.patch(path, { spec: { replicas: 1 } });
  // As the horizontal autoscaler does.
  if (meanwhile === 'autoscaled to 4') await kube.client.patch(`${path}/scale`, { spec: { replicas: 4 } });
  if (meanwhile === 'another action') {
    const node = await kube.node();
    const decision = { ...decisionIn(whereIn(house)), target: { node_name: node } };
    await house.publish(decision);
    await ended(house, decision.decision_id, 'the other action');
  }
  if (meanwhile === 'time passes') {
    // It has asked once in vain, so it counts from before.
    const before = monitor.asked.length;
    await eventually(async () => {
      if (monitor.asked.length === before) throw new Error('not asked yet');
    }, endsWithinMs);
    await wait(100);
    clock.aheadMs += 61_000;
  }
}

export function scaleUpOf(
  house: Pick<CanaryHouse, 'tenantId' | 'clusterId'>,
  { namespace, name }: DeploymentMade,
): ReturnType<typeof decisionIn> & { readonly decision_id: string } {
  const wanted = { action: 'scale_deployment', target: { namespace, deployment_name: name } };
  return Object.assign(decisionIn(whereIn(house)), wanted, { decision_id: randomUUID() });
}

function whereIn({ tenantId, clusterId }: Pick<CanaryHouse, 'tenantId' | 'clusterId'>) {
  return { who: { tenantId, token: '' }, clusterId };
}

export function pathOf({ namespace, name }: DeploymentMade): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
}

export async function replicasOf({ kube }: Pick<CanaryHouse, 'kube'>, made: DeploymentMade): Promise<number> {
  const { spec } = await kube.client.get<{ readonly spec: { readonly replicas: number } }>(pathOf(made));
  return spec.replicas;
}

async function ended({ db, tenantId }: CanaryHouse, decisionId: string, name: string): Promise<Ended> {
  return eventually(async () => {
    const [row] = await db.tenant(tenantId, (tenant) =>
      tenant.query<Ended>(
        `SELECT status, result, details FROM action_agent.actions WHERE decision_id = $1 AND finished_at IS NOT NULL`,
        [decisionId],
      ),
    );
    if (row === undefined) throw new Error(`${name}: it has not ended`);
    return row;
  }, endsWithinMs);
}
