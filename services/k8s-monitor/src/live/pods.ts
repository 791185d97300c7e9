import { type ContainerStatus, isGoing, isReady, type LivePod, podTrouble } from '@wheelhouse/kubernetes';
import type { RawPodSpec } from '../state/raw.ts';
import { timeOf } from '../state/times.ts';
import type { EventShown } from './events.ts';

/** A pod as pages ask for it. */
export interface PagePod extends LivePod {
  readonly spec?: RawPodSpec;
  readonly status?: PodStatus;
}

type LiveStatus = NonNullable<LivePod['status']>;
interface PodStatus extends Omit<LiveStatus, 'containerStatuses' | 'initContainerStatuses'> {
  readonly containerStatuses?: readonly PageContainer[];
  readonly initContainerStatuses?: readonly PageContainer[];
}

/** With the time of its last end. */
export interface PageContainer extends ContainerStatus {
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}
type LiveState = NonNullable<ContainerStatus['state']>;
interface ContainerState extends LiveState {
  readonly terminated?: NonNullable<LiveState['terminated']> & { readonly finishedAt?: string | null };
}

/** A container that has run so long has its crashes behind it. */
const steadyMs = 10 * 60_000;

export const steadySince = (now: Date): number => now.getTime() - steadyMs;

export function isFinished({ status }: LivePod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** It should be ready, and is not. */
export function isWaiting(pod: LivePod): boolean {
  return !isGoing(pod) && !isFinished(pod) && !isReady(pod);
}

export function shownPod(pod: LivePod, now: Date, events: readonly EventShown[] = []) {
  const { metadata, status = {} } = pod;
  const trouble = isWaiting(pod) ? podTrouble(pod, { steadySince: steadySince(now) }) : undefined;
  const probe = trouble?.reason === 'probe_failing' ? probeWords(events, [metadata.name]) : undefined;
  return {
    name: metadata.name,
    phase: status.phase ?? 'Unknown',
    ready: isReady(pod),
    deleting: isGoing(pod),
    restarts: (status.containerStatuses ?? []).reduce((sum, { restartCount = 0 }) => sum + restartCount, 0),
    created_at: isoTime(metadata.creationTimestamp),
    reason: trouble?.word ?? waitingWord(pod) ?? status.reason ?? null,
    message: probe ?? trouble?.text ?? status.message ?? null,
  };
}

/** What it waits for without a fault, such as ContainerCreating. */
function waitingWord(pod: LivePod): string | undefined {
  if (!isWaiting(pod)) return undefined;
  return pod.status?.containerStatuses?.find(({ state }) => state?.waiting !== undefined)?.state?.waiting?.reason;
}

/** Which probe fails, and what it was answered, as the kubelet tells it of the first of these that it says it of. */
export function probeWords(events: readonly EventShown[], pods: readonly string[]): string | undefined {
  return events.find(
    ({ reason, object }) => reason === 'Unhealthy' && object.kind === 'Pod' && pods.includes(object.name),
  )?.message;
}

/** Those that should be ready and are not come first, then the newest; those that have finished last. */
export function inOrder<Pod extends LivePod>(pods: readonly Pod[]): readonly Pod[] {
  const rank = (pod: Pod) => (isWaiting(pod) ? 0 : isFinished(pod) ? 2 : 1);
  const madeAt = ({ metadata }: Pod) => metadata.creationTimestamp ?? '';
  return pods.toSorted((one, other) => {
    const [first, second] = [madeAt(one), madeAt(other)];
    return rank(one) - rank(other) || (first === second ? 0 : first < second ? 1 : -1);
  });
}

export function isoTime(text: string | null | undefined): string | null {
  const at = timeOf(text);
  return at === undefined ? null : new Date(at).toISOString();
}
