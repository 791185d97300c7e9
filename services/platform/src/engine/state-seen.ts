import { isGoing, isReady, type LiveDeployment, type LivePod } from '@wheelhouse/kubernetes';
import type { AppState } from '../apps/state-store.ts';
import type { PodState } from '../apps/schema.ts';

const mostPods = 20;

type Seen = Partial<Omit<AppState, 'id'>>;

/** What an app looks like while it is deployed. */
export function stateDuring(deployment: LiveDeployment, pods: readonly LivePod[]): Seen {
  return {
    ready_replicas: deployment.status?.readyReplicas ?? 0,
    running_replicas: deployment.spec?.replicas ?? 1,
    health: 'Progressing',
    reason: null,
    message: null,
    pods: podStates(pods),
  };
}

/** Those in trouble first, then the newest. */
export function podStates(pods: readonly LivePod[]): readonly PodState[] {
  return pods
    .filter((pod) => !isGoing(pod))
    .map(podState)
    .toSorted(
      (one, other) =>
        Number(one.ready) - Number(other.ready) || (one.created_at ?? '').localeCompare(other.created_at ?? ''),
    )
    .slice(0, mostPods);
}

export function podState(pod: LivePod): PodState {
  const { metadata, spec, status = {} } = pod;
  const [container] = status.containerStatuses ?? [];
  const waiting = container?.state?.waiting;
  const unscheduled = status.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False');
  const trouble = waiting ?? unscheduled;
  return {
    name: metadata.name,
    phase: status.phase ?? 'Unknown',
    ready: isReady(pod),
    restarts: container?.restartCount ?? 0,
    node: spec?.nodeName ?? null,
    reason: trouble?.reason ?? status.reason ?? null,
    message: trouble?.message ?? status.message ?? null,
    created_at: metadata.creationTimestamp === undefined ? null : new Date(metadata.creationTimestamp).toISOString(),
  };
}
