import type { Actor } from '@wheelhouse/contracts';
import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import { existing as existingCluster } from '../clusters/service.ts';
import type { PlatformSettings } from '../config.ts';
import { deadlineOf } from './deadlines.ts';
import { cloudspaceMessage, type CloudspaceReason } from './reasons.ts';
import { sealRegistries } from './registries.ts';
import type { ChangeCloudspace, CreateCloudspace } from './schema.ts';
import { type CloudspacePhase, type CloudspaceStep, nextCloudspacePhase } from './state.ts';
import { type CloudspaceChange, type CloudspaceRow, insertCloudspace, updateCloudspace } from './store.ts';

type Given = Pick<ModuleContext<PlatformSettings>, 'makeId' | 'clock' | 'secrets' | 'emit' | 'settings'>;

const reserved = /^(kube-.*|default|wheelhouse.*|.*-builds)$/;

/** Written down first; the cluster is contacted by a worker, which finds it due from the moment this commits. */
export async function createIn(
  db: TenantDb,
  given: Given,
  body: CreateCloudspace,
  actor: Actor,
): Promise<CloudspaceRow> {
  const { name, cluster_id, quota = null, pod_security = 'baseline', placement = null, registries = [] } = body;
  if (reserved.test(name))
    refuse('validation_failed', {
      message: `name ${name} is reserved. Choose one that does not begin with kube- or wheelhouse, is not default, and does not end in -builds.`,
      details: [{ field: 'name', code: 'reserved', message: 'is reserved' }],
    });
  mustHaveDistinctHosts(registries.map(({ host }) => host));
  // Locked: whoever removes it meanwhile finds a CloudSpace in it, or this finds no cluster.
  const cluster = await existingCluster(db, cluster_id, 'FOR UPDATE');
  const [id, now] = [given.makeId(), given.clock.now()];
  const row: CloudspaceRow = {
    id,
    version: 1,
    cluster_id: cluster.id,
    name,
    namespace: name,
    quota,
    pod_security,
    placement,
    ...sealRegistries(given.secrets, { tenantId: db.tenantId, id }, registries, now),
    generation: 1,
    applied_generation: 0,
    sent: false,
    phase: 'Pending',
    reason: 'waiting_for_cluster',
    message: cloudspaceMessage('waiting_for_cluster'),
    phase_since: now,
    deadline_at: deadlineOf('Pending', now),
    ready_at: null,
    deleted_by: null,
    created_by: actor,
    created_at: now,
    updated_at: now,
  };
  await insertCloudspace(db, row, now).catch(nameTaken(name));
  await tellChanged(db, given, row);
  return row;
}

function mustHaveDistinctHosts(hosts: readonly string[]): void {
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  if (twice !== undefined)
    refuse('validation_failed', {
      message: `registries has ${twice} twice. Send one entry for each host.`,
      details: [{ field: 'registries', code: 'duplicate', message: `has ${twice} twice` }],
    });
}

export function settingsIn({ quota, pod_security, placement }: ChangeCloudspace): CloudspaceChange {
  return {
    ...(quota !== undefined && { quota }),
    ...(pod_security !== undefined && { pod_security }),
    ...(placement !== undefined && { placement }),
  };
}

/** Changed while somebody is at it, it stays in its phase. */
const stepsAgain: Readonly<Partial<Record<CloudspacePhase, CloudspaceStep>>> = {
  Pending: 'wait',
  Provisioning: 'provision_again',
  Updating: 'update_again',
};

/** What the cluster is to have has changed: whoever works on it begins anew. */
export async function changeTo(
  db: TenantDb,
  given: Given,
  before: CloudspaceRow,
  change: CloudspaceChange,
): Promise<CloudspaceRow> {
  if (before.deleted_by !== null)
    refuse('invalid_state', {
      message: `CloudSpace ${before.name} is being deleted: nothing can be changed any more.`,
    });
  const now = given.clock.now();
  const phase = nextCloudspacePhase(before.phase, stepsAgain[before.phase] ?? 'update');
  const reason: CloudspaceReason = phase === 'Pending' ? 'waiting_for_cluster' : 'applying';
  const after = await updateCloudspace(
    db,
    before,
    {
      ...change,
      generation: before.generation + 1,
      phase,
      reason,
      message: cloudspaceMessage(reason),
      phase_since: phase === before.phase ? before.phase_since : now,
      deadline_at: deadlineOf(phase, now),
      updated_at: now,
    },
    now,
  );
  if (phase !== before.phase) await tellChanged(db, given, after);
  return after;
}

export async function beginDeletion(
  db: TenantDb,
  given: Given,
  before: CloudspaceRow,
  actor: Actor,
): Promise<CloudspaceRow> {
  const now = given.clock.now();
  const phase = nextCloudspacePhase(before.phase, 'delete');
  const after = await updateCloudspace(
    db,
    before,
    {
      phase,
      reason: 'deleting',
      message: cloudspaceMessage('deleting'),
      phase_since: now,
      deadline_at: deadlineOf(phase, now),
      deleted_by: actor,
      updated_at: now,
    },
    now,
  );
  await tellChanged(db, given, after);
  return after;
}

/** For modules that act in namespaces, in the transaction of the change. */
export async function tellChanged(
  db: TenantDb,
  { emit }: Pick<Given, 'emit'>,
  { id, cluster_id, namespace, phase }: CloudspaceRow,
  gone = false,
): Promise<void> {
  const data = { cloudspace_id: id, cluster_id, namespace, phase: gone ? 'Gone' : phase };
  await emit(db, 'internal.cloudspace_changed', data, { clusterId: cluster_id, cloudspaceId: id });
}

const uniqueViolation = '23505';

function nameTaken(name: string): (error: Error & { readonly code?: string }) => never {
  return (error) => {
    if (error.code !== uniqueViolation) throw error;
    return refuse('already_exists', { message: `There is already a CloudSpace named ${name}. Choose another name.` });
  };
}
