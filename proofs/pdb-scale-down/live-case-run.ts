import type { ClusterClient } from '@wheelhouse/kubernetes';
import {
  budgetsPath,
  deploymentPath,
  deploymentsPath,
  podPath,
  podsPath,
} from '../../services/action-agent/src/plans/paths.ts';
import type { LiveCase } from './live-cases.ts';
import { brokenTemplate, budgetObject, deploymentObject, notReady, placed } from './live-objects.ts';
import { isTerminating, isTold, LivePlace, type Look, type PodThere } from './live-place.ts';
import { type Planned, planScaleDown } from './live-plan.ts';

export interface LiveOutcome extends Planned {
  readonly live: LiveCase;
  /** What Kubernetes said of the budget once it was scaled; null where it was not. */
  readonly afterwards: { readonly healthy: number; readonly desired: number } | null;
}

const restMs = 5_000;

/** Makes the case in its namespace, has it planned, scales whatever the plan says, and tells what came of it. */
export async function runLiveCase(
  client: ClusterClient,
  namespace: string,
  live: LiveCase,
  until: number,
): Promise<LiveOutcome> {
  const place = new LivePlace(client, namespace, until);
  const before = await makeCase(place, live);
  const planned = await planScaleDown(client, namespace, live.target);
  if ('maxUnavailable' in live.budget) return { live, ...planned, afterwards: null };

  await client.patch(deploymentPath(namespace, 'web'), { spec: { replicas: live.target } });
  const expectedBefore = before.budget.status?.expectedPods;
  const isScaled = (look: Look) =>
    isTold(look) &&
    !look.pods.some(isTerminating) &&
    (live.rollout !== null || podsOf(look, 'web').length === live.target) &&
    // Fewer pods are expected of any budget over it: so its status is of after the change.
    look.budget.status?.expectedPods !== expectedBefore;
  const { budget } = await place.rested(restMs, isScaled, 'a rest after the scale-down');
  const { currentHealthy: healthy = 0, desiredHealthy: desired = 0 } = budget.status ?? {};
  return { live, ...planned, afterwards: { healthy, desired } };
}

async function makeCase(place: LivePlace, live: LiveCase): Promise<Look> {
  const { client, namespace } = place;
  const { replicas, unready, unplaced, beside } = live;
  await client.create(budgetsPath(namespace), budgetObject(live));
  await client.create(deploymentsPath(namespace), deploymentObject('web', replicas, live, unplaced > 0));
  if (beside !== null) await client.create(deploymentsPath(namespace), deploymentObject('api', beside.replicas, live));

  if (unplaced > 0) {
    const { pods } = await place.rested(0, (look) => podsOf(look, 'web').length === replicas, 'its pods');
    await all(podsOf({ pods }, 'web').slice(unplaced), ({ metadata }) =>
      client.patch(podPath(namespace, metadata.name), placed),
    );
  }
  const isUp = (look: Look) =>
    look.pods.length === replicas + (beside?.replicas ?? 0) &&
    look.pods.filter((pod) => pod.status.phase === 'Running').length === look.pods.length - unplaced &&
    isTold(look);
  const up = await place.rested(0, isUp, 'running pods');
  const running = (app: string) => podsOf(up, app).filter((pod) => pod.status.phase === 'Running');
  await all([...running('web').slice(0, unready), ...running('api').slice(0, beside?.unready ?? 0)], (pod) =>
    client.patch(`${podsPath(namespace)}/${pod.metadata.name}/status`, notReady(pod.status.conditions ?? [])),
  );
  if (live.rollout === null) return up;

  await client.patch(deploymentPath(namespace, 'web'), brokenTemplate);
  const isStuck = (look: Look) =>
    isTold(look) &&
    (look.web.status?.updatedReplicas ?? 0) > 0 &&
    look.pods.every((pod) => pod.status.phase === 'Running' && !isTerminating(pod));
  return place.rested(3_000, isStuck, 'a rollout that is stuck');
}

function podsOf({ pods }: Pick<Look, 'pods'>, app: string): readonly PodThere[] {
  return pods.filter(({ metadata }) => metadata.labels?.['app'] === app);
}

async function all<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  await Promise.all(items.map(work));
}
