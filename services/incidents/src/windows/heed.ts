import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { LockedIncident } from '../records/locked-incident.ts';
import { covers } from './covers.ts';
import { activeOf } from './store.ts';

/** While its window is on, subscribers are told nothing of its changes. */
export async function heedWindows(
  db: TenantDb,
  incident: LockedIncident,
  { clock }: Pick<ModuleContext, 'clock'>,
): Promise<void> {
  const { cluster_id, object, namespace } = incident.row;
  for (const window of await activeOf(db, [cluster_id], clock.now()))
    if (covers(window, { object, namespace, nodes: [] })) incident.keepQuietUntil(window.ends_at);
}
