import { useQuery } from '@tanstack/react-query';
import type { Paths, Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { reading } from './reading.ts';

export type KillSwitch = Schemas['action-agent']['KillSwitch'];
export type KillSwitchAnswer = Paths['/agents/action/api/v1/kill-switch/engage']['POST']['answers'][200];
export type RunningAction = KillSwitch['still_running'][number];

/** Who stopped what: one cluster, or all of them. */
export type Engagement = NonNullable<KillSwitch['tenant']> & { readonly cluster_id: string | null };

export const killSwitchPath = '/agents/action/api/v1/kill-switch';

/** The menu of every page reads it again and again, among all that can need somebody; the others see what it read. */
export function useKillSwitch(everyMs: number | false = false) {
  const query = useQuery({ ...reading(killSwitchPath), refetchInterval: everyMs });
  const { data } = query;
  const engagements = useMemo(() => (data === undefined ? [] : engagementsOf(data)), [data]);
  return { ...query, engagements };
}

/** That of all clusters first. */
function engagementsOf({ tenant, clusters }: Pick<KillSwitch, 'tenant' | 'clusters'>): readonly Engagement[] {
  return [...(tenant === null ? [] : [{ ...tenant, cluster_id: null }]), ...clusters];
}

/** The API tells what runs on all clusters, also on those that go on. */
export function runningOn(running: readonly RunningAction[], clusterId: string | null): readonly RunningAction[] {
  return clusterId === null ? running : running.filter(({ cluster_id }) => cluster_id === clusterId);
}
