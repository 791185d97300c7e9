import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import { deadlineOf } from '../cloudspaces/deadlines.ts';
import { noteDeleted } from '../cloudspaces/deleted-store.ts';
import { cloudspaceMessage, type CloudspaceReason } from '../cloudspaces/reasons.ts';
import { tellChanged } from '../cloudspaces/service.ts';
import { type CloudspaceStep, nextCloudspacePhase } from '../cloudspaces/state.ts';
import { type CloudspaceChange, type CloudspaceRow, deleteCloudspace, updateCloudspace } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';

/** How a CloudSpace moves on, of a row that the transaction has locked; what is told of it goes with it. */

type Given = Pick<ModuleContext<PlatformSettings>, 'clock' | 'emit' | 'settings'>;

/** One that is Ready is looked at again after this long: somebody may delete its namespace. */
export const lookAgainMs = 10 * 60_000;

interface Known {
  readonly reason: CloudspaceReason;
  readonly known?: string | undefined;
}

async function move(
  db: TenantDb,
  given: Given,
  before: CloudspaceRow,
  step: CloudspaceStep,
  { reason, known }: Known,
  { change = {}, dueAt }: { readonly change?: CloudspaceChange; readonly dueAt: Date | null },
): Promise<CloudspaceRow> {
  const now = given.clock.now();
  const phase = nextCloudspacePhase(before.phase, step);
  const after = await updateCloudspace(
    db,
    before,
    {
      ...change,
      phase,
      reason,
      message: cloudspaceMessage(reason, known),
      phase_since: now,
      deadline_at: deadlineOf(phase, now),
      updated_at: now,
    },
    dueAt,
  );
  await tellChanged(db, given, after);
  return after;
}

export function beginProvisioning(db: TenantDb, given: Given, before: CloudspaceRow): Promise<CloudspaceRow> {
  return move(db, given, before, 'provision', { reason: 'applying' }, { dueAt: given.clock.now() });
}

/** The cluster has been given other credentials, or somebody has taken a part away. */
export function beginUpdating(db: TenantDb, given: Given, before: CloudspaceRow): Promise<CloudspaceRow> {
  return move(db, given, before, 'update', { reason: 'applying' }, { dueAt: given.clock.now() });
}

/** Everything is there. The world hears of it the first time. */
export async function becomeReady(db: TenantDb, given: Given, before: CloudspaceRow): Promise<CloudspaceRow> {
  const now = given.clock.now();
  const change = { applied_generation: before.generation, ready_at: before.ready_at ?? now };
  const dueAt = new Date(now.getTime() + lookAgainMs);
  const after = await move(db, given, before, 'ready', { reason: 'ready' }, { change, dueAt });
  if (before.ready_at === null) {
    const { id, name, cluster_id, namespace } = after;
    const url = `${given.settings.EXTERNAL_URL.replace(/\/$/, '')}/cloudspaces/${id}`;
    const data = { cloudspace_id: id, name, cluster_id, namespace, url };
    await given.emit(db, 'cloudspace.ready', data, { clusterId: cluster_id, cloudspaceId: id });
  }
  return after;
}

/** Nobody works on it any more until somebody changes it, retries or deletes it. */
export function fail(
  db: TenantDb,
  given: Given,
  before: CloudspaceRow,
  known: Known,
  change: CloudspaceChange = {},
): Promise<CloudspaceRow> {
  return move(db, given, before, before.phase === 'Ready' ? 'lose' : 'fail', known, { change, dueAt: null });
}

/** Its namespace is gone, or was never made. One that may have been made once may be made again by whoever slept. */
export async function forget(db: TenantDb, given: Given, before: CloudspaceRow): Promise<void> {
  await deleteCloudspace(db, before.id);
  if (before.sent) await noteDeleted(db, before, given.clock.now());
  await tellChanged(db, given, before, true);
}
