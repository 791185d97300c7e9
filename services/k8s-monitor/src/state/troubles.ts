import type { Trouble } from './facts.ts';
import type { RawContainerStatus, RawPod } from './raw.ts';
import { cut, shared } from './strings.ts';
import { timeOf } from './times.ts';

const withoutImage = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
]);

/** The kubelet holds a second restart back for 10 s; its times are whole seconds. */
const heldBackMs = 9_000;

/** What is wrong with a pod that should run; undefined: nothing, as with nearly all of them. */
export function troublesOf({ status }: RawPod): readonly Trouble[] | undefined {
  const troubles: Trouble[] = [];
  const placed = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (placed?.status === 'False' && placed.reason === 'Unschedulable') {
    const since = timeOf(placed.lastTransitionTime);
    troubles.push({ kind: 'unschedulable', message: shared(cut(placed.message)), since });
  }
  for (const container of status?.initContainerStatuses ?? []) addTroubles(troubles, container);
  for (const container of status?.containerStatuses ?? []) addTroubles(troubles, container);
  return troubles.length === 0 ? undefined : troubles;
}

function addTroubles(troubles: Trouble[], container: RawContainerStatus): void {
  const { state, lastState, restartCount = 0 } = container;
  const reason = state?.waiting?.reason;
  if (reason !== undefined && withoutImage.has(reason)) {
    const why = cut(state?.waiting?.message) || reason;
    troubles.push({ kind: 'image_pull', image: shared(container.image ?? ''), why: shared(why) });
  }
  if (isCrashLooping(container)) {
    troubles.push({ kind: 'crash_loop', restarts: restartCount, runningSince: timeOf(state?.running?.startedAt) });
  }
  const ended = state?.terminated ?? lastState?.terminated;
  if (ended?.reason === 'OOMKilled') {
    const at = timeOf(ended.finishedAt);
    troubles.push({ kind: 'oom', container: shared(container.name), at, isRunning: state?.running !== undefined });
  }
}

/** Held back now, or ended once more, or running for the moment after it was held back. */
function isCrashLooping({ state, lastState, restartCount = 0 }: RawContainerStatus): boolean {
  if (state?.waiting !== undefined) return state.waiting.reason === 'CrashLoopBackOff';
  if (state?.terminated !== undefined) return restartCount > 0 && (state.terminated.exitCode ?? 0) !== 0;
  const startedAt = timeOf(state?.running?.startedAt);
  const endedAt = timeOf(lastState?.terminated?.finishedAt);
  return restartCount > 1 && startedAt !== undefined && endedAt !== undefined && startedAt - endedAt >= heldBackMs;
}
