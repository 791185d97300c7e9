import type { Limits, Where } from '@wheelhouse/kit';

/** On the table of subscriptions: those that ask for nothing else than the role shows. */
export function subscriptionsWithin({ clusterIds = [], cloudspaceIds = [] }: Limits): Where {
  return ({ bind, column }) =>
    `coalesce(${column('cluster_ids')}, ${column('cloudspace_ids')}) IS NOT NULL
     AND coalesce(${column('cluster_ids')}, '{}') <@ ${bind(clusterIds)}::uuid[]
     AND coalesce(${column('cloudspace_ids')}, '{}') <@ ${bind(cloudspaceIds)}::uuid[]`;
}
