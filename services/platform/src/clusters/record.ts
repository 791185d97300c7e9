import { isDeepStrictEqual } from 'node:util';
import type { ModuleContext } from '@wheelhouse/kit';
import type { PlatformSettings } from '../config.ts';
import { judgeDeploy } from './deploy-judge.ts';
import { judge } from './judge.ts';
import { updateOwner } from './owners-store.ts';
import { tellPhase } from './phase-event.ts';
import type { Found } from './probe.ts';
import { untilNextMs } from './next-probe.ts';
import { nextPhase } from './state.ts';
import { type ClusterRow, selectCluster, updateFound } from './store.ts';

/** Writes down what a probe has found, unless it came in with what has been replaced meanwhile. */
export async function record(
  { database, clock, emit, settings }: ModuleContext<PlatformSettings>,
  tenantId: string,
  { id, generation }: ClusterRow,
  { registered, deploy }: Found,
): Promise<void> {
  await database.tenant(tenantId, async (db) => {
    const before = await selectCluster(db, id, 'FOR UPDATE');
    if (before === undefined || before.generation !== generation) return;
    const now = clock.now();
    const seen = judge(before, registered, now, settings.CLUSTER_PENDING_SECONDS * 1_000);
    const judged = deploy === undefined ? seen : judgeDeploy(seen, deploy, now);
    const phase = nextPhase(before.phase, judged.phase);
    const row = { ...judged, updated_at: isNews(before, judged) ? now : before.updated_at };
    await updateFound(db, row);
    await updateOwner(db, id, phase, new Date(now.getTime() + untilNextMs(row, registered.reached, now)));
    if (phase !== before.phase) await tellPhase(db, { emit, settings }, before.phase, row);
  });
}

/** That it was seen again is none. */
function isNews(before: ClusterRow, after: ClusterRow): boolean {
  const said = ({
    phase,
    reason,
    message,
    version,
    rights,
    deploy_reason,
    deploy_known,
    deploy_rights,
  }: ClusterRow) => ({
    phase,
    reason,
    message,
    version,
    rights,
    deploy_reason,
    deploy_known,
    deploy_rights,
  });
  return !isDeepStrictEqual(said(before), said(after));
}
