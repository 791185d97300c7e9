import { isReady, type LivePod, templateHash } from '@wheelhouse/kubernetes';

/** What the reading of logs needs to know of a pod. */
export interface PodSeen {
  readonly uid: string;
  readonly name: string;
  readonly hash: string | undefined;
  readonly createdAt: number;
  readonly isReady: boolean;
  /** Its container has run, or runs. */
  readonly hasStarted: boolean;
  /** Epoch milliseconds since when its container runs; 0 while it does not. */
  readonly startedAt: number;
  readonly restarts: number;
  /** It will never run again. */
  readonly hasEnded: boolean;
  readonly isEvicted: boolean;
}

/** Of several containers the one whose log is read. */
export function podSeen(live: LivePod, container: string): PodSeen {
  const { metadata, status = {} } = live;
  const { containerStatuses: all = [] } = status;
  const {
    state = {},
    lastState = {},
    restartCount: restarts = 0,
  } = all.find(({ name }) => name === container) ?? all[0] ?? {};
  return {
    uid: metadata.uid,
    name: metadata.name,
    hash: metadata.labels?.[templateHash],
    createdAt: Date.parse(metadata.creationTimestamp ?? '') || 0,
    isReady: isReady(live),
    hasStarted: [state.running, state.terminated, lastState.terminated].some((one) => one !== undefined),
    startedAt: Date.parse(state.running?.startedAt ?? '') || 0,
    restarts,
    hasEnded: status.phase === 'Succeeded' || status.phase === 'Failed',
    isEvicted: status.reason === 'Evicted',
  };
}
