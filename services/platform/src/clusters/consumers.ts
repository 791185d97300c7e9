import type { ConsumerSpec, ModuleContext } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { updateOwner } from './owners-store.ts';
import { selectCluster, updateWatchFault } from './store.ts';

/** What only whoever watches a cluster can see of it. The next probe, which is due at once, says its phase. */
export function clusterConsumers({ clock }: ModuleContext<PlatformSettings>): readonly ConsumerSpec[] {
  return [
    {
      name: 'watch faults',
      source: 'k8s-monitor',
      types: ['internal.cluster_watch_changed'],
      handle: async (db, { data }) => {
        const row = await selectCluster(db, String(data['cluster_id']), 'FOR UPDATE');
        if (row === undefined) return;
        const { too_large: fault } = data;
        await updateWatchFault(db, row.id, typeof fault === 'string' ? fault : null);
        await updateOwner(db, row.id, row.phase, clock.now());
      },
    },
  ];
}
