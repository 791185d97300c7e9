import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { listing, reading } from './reading.ts';

export type Action = Schemas['action-agent']['Action'];
export type Plan = NonNullable<Action['plan']>;
export type Canary = NonNullable<Action['details']['canary']>;
export type DrainPlan = NonNullable<Plan['drain']>;
export type Drain = NonNullable<Action['details']['drain']>;
export type DrainedPod = NonNullable<Action['details']['pods']>[number];
export type Worker = Schemas['action-agent']['AgentCluster'];
export type ApprovalSettings = Schemas['action-agent']['Settings'];

export const actionsPath = '/agents/action/api/v1/actions';
export const actionPath = '/agents/action/api/v1/actions/{id}';
export const pendingPath = '/agents/action/api/v1/actions/pending';
export const planPath = '/agents/action/api/v1/actions/plan';
export const drainPath = '/agents/action/api/v1/actions/drain';
export const approvalSettingsPath = '/agents/action/api/v1/settings';

/** Lists of actions have no stream: they are read this often while somebody looks. */
export const actionsEveryMs = 2_000;

const pendingEveryMs = 5_000;

const pendingQuery = {
  ...listing(pendingPath, { query: { limit: 200 } }),
  refetchInterval: pendingEveryMs,
};

/** What waits for somebody to decide, the nearest deadline first. */
export function usePending(everyMs: number = pendingEveryMs) {
  const { data, error, refetch, dataUpdatedAt } = useInfiniteQuery({ ...pendingQuery, refetchInterval: everyMs });
  const first = data?.pages[0];
  const pending = useMemo(() => (first?.data ?? []).toSorted((a, b) => deadlineOf(a) - deadlineOf(b)), [first]);
  return { pending, total: first?.total, error, refetch, dataUpdatedAt };
}

const deadlineOf = ({ expires_at }: Action) => (expires_at === null ? Infinity : Date.parse(expires_at));

const workersQuery = {
  ...reading('/agents/action/api/v1/clusters', { query: { limit: 200 } }),
  refetchInterval: 5_000,
};

/** The worker that acts on a cluster, and its last sign of life. */
export function useWorker(clusterId: string, isWanted: boolean): Worker | undefined {
  const { data } = useQuery({ ...workersQuery, enabled: isWanted });
  return data?.data.find(({ cluster_id }) => cluster_id === clusterId);
}

export const approvalSettingsQuery = reading(approvalSettingsPath);
