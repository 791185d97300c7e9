import { type ModuleContext, refuse, type TenantDb } from '@wheelhouse/kit';
import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { lookAtAllOf } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';
import { sealAccess } from './credentials.ts';
import { type DeployColumns, noDeployAccess, sealDeployAccess } from './deploy-access.ts';
import { forgetDeletedOf } from '../cloudspaces/deleted-store.ts';
import { deleteOwner, insertOwner, updateOwner } from './owners-store.ts';
import { tellPhase } from './phase-event.ts';
import { messageOf } from './reasons.ts';
import type { ChangeCluster, RegisterCluster } from './schema.ts';
import {
  type ClusterRow,
  deleteCluster,
  insertCluster,
  selectCluster,
  selectClusterIds,
  updateSettings,
} from './store.ts';

type Given = Pick<ModuleContext<PlatformSettings>, 'makeId' | 'clock' | 'secrets' | 'emit' | 'settings'>;

/** Written down first and contacted afterwards: it is due to be probed from the moment this commits. */
export async function register(
  db: TenantDb,
  given: Given,
  { name, description = '' }: RegisterCluster,
  { access, deployAccess }: { readonly access: ClusterAccess; readonly deployAccess: ClusterAccess | null },
): Promise<ClusterRow> {
  await mustHaveRoom(db, given.settings.CLUSTERS_PER_TENANT);
  const id = given.makeId();
  const now = given.clock.now();
  const row: ClusterRow = {
    id,
    name,
    description,
    ...sealAccess(given.secrets, db.tenantId, id, access),
    ...deployColumns(given, db.tenantId, id, deployAccess),
    generation: 1,
    phase: 'Pending',
    reason: 'not_contacted',
    message: messageOf('not_contacted'),
    last_seen_at: null,
    version: null,
    rights: {},
    rights_checked_at: null,
    watch_fault: null,
    ...notChecked,
    created_at: now,
    updated_at: now,
  };
  await insertCluster(db, row).catch(nameTaken(name));
  await insertOwner(db, id, row.phase, now);
  await given.emit(db, 'internal.cluster_registered', { cluster_id: id }, { clusterId: id });
  await tellPhase(db, given, null, row);
  return row;
}

async function mustHaveRoom(db: TenantDb, most: number): Promise<void> {
  if ((await selectClusterIds(db)).length >= most)
    refuse('conflict', {
      message: `This tenant has ${most} clusters, which is the limit. Remove one, or ask an operator to raise CLUSTERS_PER_TENANT.`,
    });
}

const notChecked = {
  deploy_reason: 'not_checked',
  deploy_known: null,
  deploy_rights: {},
  deploy_asked_at: null,
  deploy_checked_at: null,
} as const satisfies Partial<ClusterRow>;

function deployColumns({ secrets }: Given, tenantId: string, id: string, access: ClusterAccess | null): DeployColumns {
  return access === null ? noDeployAccess : sealDeployAccess(secrets, tenantId, id, access);
}

/** What of the access a caller changes; a deployAccess of null is taken away. */
export interface NewAccess {
  readonly access: ClusterAccess | undefined;
  readonly deployAccess: ClusterAccess | null | undefined;
}

/** Other credentials keep the phase until they are tried, which is at once. */
export async function change(
  db: TenantDb,
  given: Given,
  before: ClusterRow,
  { name = before.name, description = before.description }: ChangeCluster,
  { access, deployAccess }: NewAccess,
): Promise<ClusterRow> {
  const now = given.clock.now();
  const named: ClusterRow = { ...before, name, description, updated_at: now };
  if (access === undefined && deployAccess === undefined) {
    await updateSettings(db, named).catch(nameTaken(name));
    return named;
  }
  const row: ClusterRow = {
    ...named,
    ...(access !== undefined && {
      ...sealAccess(given.secrets, db.tenantId, before.id, access),
      rights: {},
      rights_checked_at: null,
      watch_fault: null,
    }),
    ...(deployAccess !== undefined && deployColumns(given, db.tenantId, before.id, deployAccess)),
    ...notChecked,
    generation: before.generation + 1,
  };
  await updateSettings(db, row).catch(nameTaken(name));
  await updateOwner(db, row.id, row.phase, now);
  await lookAtAllOf(db, row.id, now);
  // Those for deploying are used in this module only.
  if (access !== undefined)
    await given.emit(db, 'internal.cluster_changed', { cluster_id: row.id }, { clusterId: row.id });
  return row;
}

/** The sealed credentials go with the row. */
export async function remove(db: TenantDb, { emit }: Pick<Given, 'emit'>, id: string): Promise<void> {
  await deleteCluster(db, id);
  await deleteOwner(db, id);
  await forgetDeletedOf(db, id);
  await emit(db, 'internal.cluster_removed', { cluster_id: id }, { clusterId: id });
}

export async function existing(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<ClusterRow> {
  return (await selectCluster(db, id, lock)) ?? refuse('not_found');
}

const uniqueViolation = '23505';

function nameTaken(name: string): (error: Error & { readonly code?: string }) => never {
  return (error) => {
    if (error.code !== uniqueViolation) throw error;
    return refuse('already_exists', { message: `There is already a cluster named ${name}. Choose another name.` });
  };
}
