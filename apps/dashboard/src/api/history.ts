import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { client } from './client.ts';
import { keyOf } from './reading.ts';

export type HealthHistory = Schemas['k8s-monitor']['HealthHistory'];

interface Range {
  readonly words: string;
  readonly ms: number;
  readonly points: number;
  /** How often the picture is read anew while nothing changes. */
  readonly everyMs: number;
}

const hour = 3_600_000;

export const ranges = {
  '1h': { words: '1 h', ms: hour, points: 120, everyMs: 15_000 },
  '24h': { words: '24 h', ms: 24 * hour, points: 288, everyMs: 60_000 },
  '7d': { words: '7 d', ms: 7 * 24 * hour, points: 336, everyMs: 300_000 },
} as const satisfies Readonly<Record<string, Range>>;

export type RangeName = keyof typeof ranges;
export const rangeNames: readonly RangeName[] = ['1h', '24h', '7d'];

export const rangeOf = (given: string | undefined): RangeName => rangeNames.find((name) => name === given) ?? '24h';

interface HistoryOf {
  readonly range: RangeName;
  /** When the cluster, or the first of all, was registered. */
  readonly registeredAt: string | undefined;
  readonly clusterId: string | undefined;
}

const leastMs = 10 * 60_000;

/** The range is in the key, not the moments: these move on with every reading. */
export function historyQuery({ range, registeredAt, clusterId }: HistoryOf) {
  const path = '/k8s-monitor/api/health/history';
  const { ms, points, everyMs } = ranges[range];
  return queryOptions({
    queryKey: keyOf(path, { cluster_id: clusterId, range, registeredAt }),
    queryFn: async ({ signal }): Promise<HealthHistory> => {
      const from = new Date(beginOf(ms, registeredAt, Date.now())).toISOString();
      return (await client.get(path, { query: { cluster_id: clusterId, from, points }, signal })).data;
    },
    refetchInterval: everyMs,
  });
}

interface HistoryAround {
  readonly clusterId: string;
  readonly from: string;
  /** Until now, again and again, where it is not over. */
  readonly to: string | undefined;
  /** How often, then. */
  readonly everyMs?: number;
}

/** The score around something that happened. */
export function historyAround({ clusterId, from, to, everyMs = 3_000 }: HistoryAround) {
  const path = '/k8s-monitor/api/health/history';
  return queryOptions({
    queryKey: keyOf(path, { cluster_id: clusterId, from, to }),
    queryFn: async ({ signal }): Promise<HealthHistory> =>
      (await client.get(path, { query: { cluster_id: clusterId, from, to, points: 120 }, signal })).data,
    refetchInterval: to === undefined && everyMs,
  });
}

/** There was no score before the cluster was registered: the picture begins there, and is ten minutes long at least. */
function beginOf(ms: number, registeredAt: string | undefined, now: number): number {
  const registered = registeredAt === undefined ? 0 : Math.min(Date.parse(registeredAt), now - leastMs);
  return Math.max(now - ms, registered);
}

/** Whether it is shorter than its range: all there is since registration. */
export function isWhole({ from, to }: HealthHistory, range: RangeName): boolean {
  return Date.parse(to) - Date.parse(from) < ranges[range].ms - 1_000;
}
