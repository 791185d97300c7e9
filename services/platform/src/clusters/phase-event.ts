import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import type { ClusterPhase } from './state.ts';
import type { ClusterRow } from './store.ts';

/** Told by the transaction that changes the phase; `from` is null for a new cluster. */
export async function tellPhase(
  db: TenantDb,
  { emit, settings }: Pick<ModuleContext<PlatformSettings>, 'emit' | 'settings'>,
  from: ClusterPhase | null,
  { id, name, phase, reason, message }: ClusterRow,
): Promise<void> {
  const url = `${settings.EXTERNAL_URL.replace(/\/$/, '')}/clusters/${id}`;
  const data = { cluster_id: id, name, from, to: phase, reason, message, url };
  await emit(db, 'cluster.phase_changed', data, { clusterId: id });
}
