import { type Principal, refuse } from '@wheelhouse/kit';
import type { Reach, SubscriptionRow } from './store.ts';

type Limits = Pick<Principal, 'clusterIds' | 'cloudspaceIds'>;
type Asked = Pick<SubscriptionRow, 'cluster_ids' | 'cloudspace_ids'>;

/** Undefined: the whole tenant. Who is limited in one kind reaches nothing of the other that is not named too. */
export function reachOf({ clusterIds, cloudspaceIds }: Limits): Reach | undefined {
  if (clusterIds === undefined && cloudspaceIds === undefined) return undefined;
  return { clusterIds: [...(clusterIds ?? [])], cloudspaceIds: [...(cloudspaceIds ?? [])] };
}

/** A subscription tells its reader, and whoever may change it, of all that it asks for. */
export function reaches(limits: Limits, { cluster_ids, cloudspace_ids }: Asked): boolean {
  const reach = reachOf(limits);
  if (reach === undefined) return true;
  const all = (ids: readonly string[] | null, within: readonly string[]) =>
    ids === null || ids.every((id) => within.includes(id.toLowerCase()));
  const isLimited = cluster_ids !== null || cloudspace_ids !== null;
  return isLimited && all(cluster_ids, reach.clusterIds) && all(cloudspace_ids, reach.cloudspaceIds);
}

/** Of what a caller wants to have: more than their role shows is not theirs to have sent elsewhere. */
export function mustReach(limits: Limits, asked: Asked): void {
  if (!reaches(limits, asked))
    refuse('forbidden', {
      message:
        'your role is limited to certain clusters or CloudSpaces; name in cluster_ids and cloudspace_ids only those, and at least one',
    });
}

/** As conditions on the table of events: what a subscription with the role's limits would be told of. */
export function eventsInReach(reach: Reach | undefined, values: unknown[], table = ''): readonly string[] {
  if (reach === undefined) return [];
  const { clusterIds, cloudspaceIds } = reach;
  return [
    `(${table}cluster_id = ANY($${values.push(clusterIds)}::uuid[]) OR ${table}cloudspace_id = ANY($${values.push(cloudspaceIds)}::uuid[]))`,
  ];
}
