import type { ConsumerSpec, TenantDb } from '@wheelhouse/kit';
import { forgetCluster, insertWatch, renewWatch } from './store.ts';

const effects: Readonly<Record<string, (db: TenantDb, clusterId: string) => Promise<void>>> = {
  'internal.cluster_registered': insertWatch,
  'internal.cluster_changed': renewWatch,
  'internal.cluster_removed': forgetCluster,
};

/** Events may come in any order; what that leaves wrong is mended by the next comparison with platform. */
export function clusterConsumers(): readonly ConsumerSpec[] {
  return [
    {
      name: 'clusters',
      source: 'platform',
      types: Object.keys(effects),
      handle: async (db, { type, data }) => effects[type]?.(db, String(data['cluster_id'])),
    },
  ];
}
