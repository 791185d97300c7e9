import type { ClusterClient } from '@wheelhouse/kubernetes';
import {
  budgetsPath,
  deploymentPath,
  deploymentsPath,
  podPath,
  podsPath,
} from '../../services/action-agent/src/plans/paths.ts';
import type { LiveCase } from './cases.ts';
import { brokenTemplate, budgetObject, deploymentObject, notReady, placed } from './objects.ts';
import { emptied, isTerminating, isTold, type Look, type PodThere, rested } from './place.ts';
import { type Planned, planScaleDown } from './plan.ts';

export interface Outcome extends Planned {
  readonly live: LiveCase;
  /** What Kubernetes said of the budget once it was scaled; null where it was not. */
  readonly afterwards: { readonly healthy: number; readonly desired: number } | null;
}

/** Makes the case in its namespace, has it planned, scales whatever the plan says, and tells what came of it. */
export async function runCase(client: ClusterClient, namespace: string, live: LiveCase): Promise<Outcome> {
  await emptied(client, namespace);
  const before = await makeCase(client, namespace, live);
  const planned = await planScaleDown(client, namespace, live.target);
  if ('maxUnavailable' in live.budget) return { live, ...planned, afterwards: null };

  await client.patch(deploymentPath(namespace, 'web'), { spec: { replicas: live.target } });
  const isSo = (look: Look) =>
    isTold(look) &&
    !look.pods.some(isTerminating) &&
    (live.rollout === null ? podsOf(look, 'web').length === live.target : look.pods.length < before.pods.length) &&
    // Fewer pods are expected of any budget over it: so its status is of after the change.
    look.budget.status?.expectedPods !== before.budget.status?.expectedPods;
  const { budget } = await rested(client, namespace, { forMs: 5_000, isSo, what: 'a rest after the scale-down' });
  const { currentHealthy: healthy = 0, desiredHealthy: desired = 0 } = budget.status ?? {};
  return { live, ...planned, afterwards: { healthy, desired } };
}

async function makeCase(client: ClusterClient, namespace: string, live: LiveCase): Promise<Look> {
  const { replicas, unready, unplaced, beside } = live;
  const until = (isSo: (look: Look) => boolean, what: string, forMs = 0) =>
    rested(client, namespace, { forMs, isSo, what });
  await client.create(budgetsPath(namespace), budgetObject(live));
  await client.create(deploymentsPath(namespace), deploymentObject('web', replicas, live, unplaced > 0));
  if (beside !== null) await client.create(deploymentsPath(namespace), deploymentObject('api', beside.replicas, live));

  if (unplaced > 0) {
    const made = await until((look) => podsOf(look, 'web').length === replicas, 'its pods');
    await all(podsOf(made, 'web').slice(unplaced), ({ metadata }) =>
      client.patch(podPath(namespace, metadata.name), placed),
    );
  }
  const isUp = (look: Look) =>
    look.pods.length === replicas + (beside?.replicas ?? 0) &&
    look.pods.filter((pod) => pod.status.phase === 'Running').length === look.pods.length - unplaced &&
    isTold(look);
  const up = await until(isUp, 'running pods');
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
  return until(isStuck, 'a rollout that is stuck', 3_000);
}

function podsOf({ pods }: Look, app: string): readonly PodThere[] {
  return pods.filter(({ metadata }) => metadata.labels?.['app'] === app);
}

async function all<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  await Promise.all(items.map(work));
}
