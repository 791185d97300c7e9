import { randomUUID } from 'node:crypto';
import type { DrainedPod, DrainFigures } from '@wheelhouse/contracts';
import { systemClock } from '@wheelhouse/kit';
import { countsOf, type DrainPod, drainedAtEnd, untouched } from '../../services/action-agent/src/records/drain-pod.ts';
import { saveDrainPods } from '../../services/action-agent/src/records/drain-store.ts';
import type { Plan } from '../../services/action-agent/src/plans/plan-schema.ts';
import type { ActionRow } from '../../services/action-agent/src/records/row.ts';
import { writeAction } from '../../services/action-agent/test/write-action.ts';
import { type PaperPlace, scalePlan } from './paper-actions.ts';

/** Drains as rows, with a pod in each of its states. */

export interface PaperDrains {
  /** Waits for approval. */
  readonly waiting: string;
  readonly running: string;
  readonly blocked: string;
}

export async function writeDrains(place: PaperPlace): Promise<PaperDrains> {
  const now = systemClock.now();
  const begun = { origin: 'manual', decision_id: null, expires_at: null, started_at: now } as const;
  const pods = podsOf(now);
  const running = await writeDrain(place, 'node-2', {
    ...begun,
    status: 'executing',
    step: 'applying',
    effect: 'accepted',
    details: { drain: figuresOf(pods, now) },
  });
  await place.db.tenant(place.tenantId, (tenant) => saveDrainPods(tenant, running, pods));
  const ended = pods.map(
    (pod): DrainPod => (pod.status === 'waiting' ? { ...pod, ...refusedBy('web', 5), status: 'failed' } : pod),
  );
  return {
    waiting: await writeDrain(place, 'node-1'),
    running,
    blocked: await writeDrain(place, 'node-3', {
      ...begun,
      status: 'failed',
      effect: 'accepted',
      error: { code: 'eviction_blocked', message: 'Pod shop/web-1 was refused 5 times. Node node-3 stays cordoned.' },
      details: { drain: figuresOf(ended, now), pods: ended.map(drainedAtEnd) },
      finished_at: now,
    }),
  };
}

/** To drain a node: it waits for approval, with its plan. Answers its id. */
export function writeDrain(place: PaperPlace, node: string, more: Partial<ActionRow> = {}): Promise<string> {
  const now = systemClock.now();
  const plan = drainPlan(place.clusterId, node);
  return writeAction(place.db, place.tenantId, now, {
    action: plan.action,
    target: plan.target,
    cluster_id: place.clusterId,
    reason: 'Its disk reports errors.',
    plan,
    planned_at: now,
    ...more,
  });
}

export const drainPlan = (clusterId: string, node: string) =>
  ({
    ...scalePlan(clusterId, 'web'),
    action: 'drain_node',
    target: { node_name: node },
    summary: `Cordon ${node} and evict 3 pods from it`,
    changes: [{ field: 'spec.unschedulable', before: false, after: true }],
    touches: { pods: [{ owner: 'Deployment web', count: 3 }], replicas: null },
    blocking_budgets: [{ namespace: 'shop', name: 'web', rule: 'min_available', after: 1, needed: 2 }],
    warnings: [
      { code: 'empty_dir_lost', message: 'Data of Deployment web in shop in emptyDir volumes is lost (cache).' },
      { code: 'single_replica', message: 'With a single replica of Deployment api in shop, nothing takes over.' },
    ],
    upper_bound_seconds: 315,
    undo: { possible: true, words: `Uncordon ${node}. Evicted pods are not moved back.` },
    drain: {
      pods: [
        ...['web-1', 'web-2', 'web-3'].map((pod) => plannedPod(pod, 'evict', null)),
        plannedPod('node-exporter', 'skip', 'belongs to a DaemonSet'),
        plannedPod('twice', 'refuse', 'covered by two budgets (web, all)'),
      ],
      more_pods: 0,
      budgets: [
        { namespace: 'shop', name: 'web', pods: 3, healthy: 2, needed: 2, allowed: 0, blocks: true },
        { namespace: 'shop', name: 'api', pods: 1, healthy: 3, needed: 2, allowed: 1, blocks: false },
      ],
      remains: '1 pod of DaemonSets and 1 pod covered by two budgets stay.',
    },
    etag: `"paper drain ${node}"`,
  }) satisfies Plan;

const plannedPod = (pod: string, fate: 'evict' | 'skip' | 'refuse', reason: string | null) => ({
  namespace: 'shop',
  pod,
  owner: fate === 'skip' ? `DaemonSet ${pod}` : 'Deployment web',
  fate,
  reason,
  budget: fate === 'evict' ? 'web' : null,
  grace_seconds: 30,
});

function podsOf(now: Date): readonly DrainPod[] {
  const soon = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const pod = (name: string, place: number, more: Partial<DrainPod> & Pick<DrainPod, 'status'>): DrainPod => ({
    ...untouched,
    pod_uid: randomUUID(),
    namespace: 'shop',
    pod: name,
    owner: 'Deployment web',
    place,
    ...more,
  });
  return [
    pod('web-1', 0, { status: 'waiting', ...refusedBy('web', 3), next_try_at: soon(86_400) }),
    pod('web-2', 1, { status: 'waiting', budget: 'web' }),
    pod('web-3', 2, { status: 'evicting', attempts: 1, deadline_at: soon(86_400) }),
    pod('stuck', 3, { status: 'failed', attempts: 1, reason: 'its finalizers hold it: example.com/hold' }),
    ...Array.from({ length: 30 }, (_, at) => pod(`gone-${at}`, at + 4, { status: 'evicted', attempts: 1 })),
    pod('node-exporter', 40, { status: 'skipped', reason: 'belongs to a DaemonSet' }),
  ];
}

const refusedBy = (budget: string, attempts: number) => ({
  budget,
  blocked_by: [budget],
  attempts,
  reason: `The disruption budget ${budget} needs 2 healthy pods and has 2 currently`,
});

export function figuresOf(pods: readonly Pick<DrainedPod, 'status'>[], now: Date): DrainFigures {
  const upper_bound_at = new Date(now.getTime() + 86_400_000).toISOString();
  return { node_cordoned: true, pass: 1, upper_bound_at, counts: countsOf(pods) };
}
