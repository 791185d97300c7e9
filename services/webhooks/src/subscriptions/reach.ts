import { type Limits, type Reach, refuse, type Where } from '@wheelhouse/kit';
import type { SubscriptionRow } from './store.ts';

type Asked = Pick<SubscriptionRow, 'cluster_ids' | 'cloudspace_ids'>;

/** A subscription tells its reader, and whoever may change it, of all that it asks for. */
export function reaches(reach: Reach, { cluster_ids, cloudspace_ids }: Asked): boolean {
  const limits = reach.limits();
  if (limits === undefined) return true;
  const all = (ids: readonly string[] | null, within: readonly string[] = []) =>
    ids === null || ids.every((id) => within.includes(id.toLowerCase()));
  const isLimited = cluster_ids !== null || cloudspace_ids !== null;
  return isLimited && all(cluster_ids, limits.clusterIds) && all(cloudspace_ids, limits.cloudspaceIds);
}

/** Of what a caller wants to have: more than their role shows is not theirs to have sent elsewhere. */
export function mustReach(reach: Reach, asked: Asked): void {
  if (!reaches(reach, asked))
    refuse('forbidden', {
      message:
        'Your role is limited to certain clusters or CloudSpaces. List at least one of those, and no others, in cluster_ids and cloudspace_ids.',
    });
}

/** On the table of events: those that a subscription with the role's limits would be told of. */
export function eventsWithin({ clusterIds = [], cloudspaceIds = [] }: Limits): Where {
  return ({ bind, column }) =>
    `(${column('cluster_id')} = ANY(${bind(clusterIds)}::uuid[]) OR ${column('cloudspace_id')} = ANY(${bind(cloudspaceIds)}::uuid[]))`;
}

/** The same for a statement of one's own; undefined is the whole tenant. */
export function eventsInReach(limits: Limits | undefined, values: unknown[], alias = ''): readonly string[] {
  if (limits === undefined) return [];
  return [eventsWithin(limits)({ bind: (value) => `$${values.push(value)}`, column: (name) => `${alias}${name}` })];
}
