/**
 * What is kept of each object of a cluster: enough for the rules and the lists, and nothing of what the API server
 * sent. Every object of a kind has the same fields, and pods few of them, because there are tens of thousands.
 * Times are epoch milliseconds.
 */

export type Pressure = 'memory' | 'disk' | 'pid';

export interface NodeFacts {
  readonly name: string;
  readonly uid: string;
  readonly createdAt: number;
  readonly ready: 'True' | 'False' | 'Unknown';
  readonly readySince: number | undefined;
  /** Why it is not ready, in its own words. */
  readonly readyMessage: string;
  /** It is still joining: not ready, and has not been since it was made. */
  readonly neverReady: boolean;
  readonly pressures: readonly Pressure[];
  readonly pressureSince: number | undefined;
  readonly cordoned: boolean;
  readonly cordonedSince: number | undefined;
  readonly version: string;
  /** Each as `key=value`, in order. */
  readonly labels: readonly string[];
  /** It takes only pods that tolerate something, as control planes do. */
  readonly tainted: boolean;
  /** What pods may use of it. */
  readonly cpuMillis: number;
  readonly memoryKiB: number;
  readonly podCapacity: number;
}

export type Trouble =
  /** `runningSince`: it runs again at the moment, after a restart that was held back. */
  | { readonly kind: 'crash_loop'; readonly restarts: number; readonly runningSince: number | undefined }
  | { readonly kind: 'oom'; readonly container: string; readonly at: number | undefined; readonly isRunning: boolean }
  | { readonly kind: 'image_pull'; readonly image: string; readonly why: string }
  | { readonly kind: 'unschedulable'; readonly message: string; readonly since: number | undefined };

export interface PodFacts {
  /** `Kind/namespace/name` of what looks after it; empty: nobody does. */
  readonly owner: string;
  readonly node: string;
  readonly phase: string;
  readonly ready: boolean;
  /** When it should be gone, of one that is being deleted. */
  readonly goneBy: number | undefined;
  /** Of all its containers; 0 where one of them has none. */
  readonly memoryLimitKiB: number;
  /** What it requests of its node; of one that has finished nothing. */
  readonly cpuRequested: number;
  readonly memoryRequestedKiB: number;
  readonly troubles: readonly Trouble[] | undefined;
}

/** Who set something last, and when, as the API server keeps it. */
export interface SetBy {
  readonly manager: string;
  readonly at: number | undefined;
}

/** What somebody asked of a workload, in whatever it has come of it. */
export interface WorkloadSpec {
  readonly createdAt: number;
  /** Grows with every change of what is asked. */
  readonly generation: number;
  /** Null where there is no such number, as of a DaemonSet. */
  readonly replicas: number | null;
  /** In the order of its containers, init containers left out. */
  readonly images: readonly string[];
  /** A hash of the pod template, in which the wish to make pods anew does not count; empty: there is none. */
  readonly template: string;
  /** That wish, as `kubectl rollout restart` says it. */
  readonly restartedAt: string;
  readonly templateBy: SetBy | undefined;
  readonly replicasBy: SetBy | undefined;
}

export interface WorkloadFacts extends WorkloadSpec {
  readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly desired: number;
  readonly ready: number;
  readonly available: number;
  readonly updated: number;
  /** How many its own strategy lets be away during an update. */
  readonly mayBeAway: number;
  readonly updating: boolean;
  readonly paused: boolean;
  readonly unavailableSince: number | undefined;
  /** Its update has come no further for longer than it may, in its own words. */
  readonly stuck: string | undefined;
  readonly stuckSince: number | undefined;
}

export interface JobFacts {
  readonly namespace: string;
  readonly name: string;
  /** The CronJob that made it; empty: none did. */
  readonly cronJob: string;
  readonly createdAt: number;
  readonly end: 'Complete' | 'Failed' | undefined;
  readonly endedAt: number | undefined;
  readonly message: string;
  readonly succeeded: number;
  readonly failed: number;
}

export interface BudgetFacts {
  readonly namespace: string;
  readonly name: string;
  readonly expected: number;
  readonly healthy: number;
  readonly desiredHealthy: number;
}

export interface AutoscalerFacts {
  readonly namespace: string;
  readonly name: string;
  /** `Deployment/web`. */
  readonly target: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly current: number;
  readonly desired: number;
  /** It would go higher if it might. */
  readonly wantsMore: boolean;
  readonly wantsMoreSince: number | undefined;
}

export interface WarningFacts {
  /** `Kind/namespace/name` of what it is about. */
  readonly about: string;
  readonly text: string;
  readonly at: number;
}

export interface NodeUsage {
  readonly cpuMillis: number;
  readonly memoryKiB: number;
}

/** From the metrics API, all of it at one time. */
export interface Usage {
  readonly nodes: ReadonlyMap<string, NodeUsage>;
  /** Memory in KiB, by `namespace/name`. */
  readonly pods: ReadonlyMap<string, number>;
}

export function objectKey(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
