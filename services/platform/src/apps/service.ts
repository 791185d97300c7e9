import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@wheelhouse/contracts';
import { refuse, type TenantDb } from '@wheelhouse/kit';
import type { CloudspaceRow } from '../cloudspaces/store.ts';
import { type AppRow, countApps, due, insertApp, selectApp, updateApp } from './app-store.ts';
import { contentAfter, contentOfNew } from './content-in.ts';
import { deleteWithinMs } from './deploy-times.ts';
import { type DeploymentRow, selectDeployment } from './deployment-store.ts';
import { tellAppChanged } from './events.ts';
import type { Given } from './given.ts';
import { isRunning } from './phases.ts';
import type { ChangeApp, CreateApp } from './schema.ts';
import { beginDeployment, contentOf, type Deploying } from './transitions.ts';

/** Written down with its first deployment; a worker finds it due from the moment this commits. */
export async function createApp(
  db: TenantDb,
  given: Given,
  cloudspace: CloudspaceRow,
  body: CreateApp,
  actor: Actor,
): Promise<Deploying> {
  const content = contentOfNew(body);
  mustTakeApps(cloudspace);
  const most = given.settings.APPS_PER_TENANT;
  if ((await countApps(db, most)) >= most)
    refuse('conflict', {
      message: `This tenant has ${most} apps, which is the limit. Delete one, or ask an operator to raise APPS_PER_TENANT.`,
    });
  const now = given.clock.now();
  const row: AppRow = {
    id: given.makeId(),
    version: 1,
    cloudspace_id: cloudspace.id,
    cluster_id: cloudspace.cluster_id,
    name: body.name,
    content,
    rollback_on_failure: body.rollback_on_failure ?? true,
    desired_replicas: body.replicas ?? 1,
    replicas_at: now,
    scale_pending: true,
    revision: 0,
    phase: 'Queued',
    current_revision: null,
    pinned: null,
    state: 'active',
    state_message: null,
    state_deadline_at: null,
    remove_objects: false,
    created_by: actor,
    deleted_by: null,
    created_at: now,
    updated_at: now,
  };
  await insertApp(db, row).catch(nameTaken(body.name, cloudspace.name));
  return beginDeployment(db, given, row, { content, trigger: 'api', actor });
}

/** One whose deletion failed takes none either: they would be in its way when it is tried again. */
function mustTakeApps({ name, deleted_by }: CloudspaceRow): void {
  if (deleted_by !== null)
    refuse('invalid_state', { message: `CloudSpace ${name} is being deleted. Choose another one.` });
}

/** A change of content is a new revision; what changes nothing deploys nothing, unless the last one did not work out. */
export async function changeApp(
  db: TenantDb,
  given: Given,
  before: AppRow,
  body: ChangeApp,
  actor: Actor,
): Promise<AppRow> {
  mustBeActive(before);
  const content = contentAfter(before.content, body);
  const deploys = isAboutContent(body) && (!isDeepStrictEqual(content, before.content) || !isDeployed(before));
  if (deploys) mustNotBePinned(before, 'deployed');
  const { rollback_on_failure = before.rollback_on_failure, note } = body;
  const app =
    rollback_on_failure === before.rollback_on_failure
      ? before
      : await updateApp(db, before, { rollback_on_failure, updated_at: given.clock.now() });
  if (!deploys) return app;
  return (await beginDeployment(db, given, app, { content, trigger: 'api', actor, note })).app;
}

function isAboutContent({ rollback_on_failure: _policy, note: _note, ...content }: ChangeApp): boolean {
  return Object.values(content).some((field) => field !== undefined);
}

function isDeployed({ phase }: AppRow): boolean {
  return isRunning(phase) || phase === 'Live';
}

export async function redeploy(
  db: TenantDb,
  given: Given,
  app: AppRow,
  actor: Actor,
  note: string | undefined,
): Promise<AppRow> {
  mustBeActive(app);
  mustNotBePinned(app, 'deployed');
  return (await beginDeployment(db, given, app, { content: app.content, trigger: 'api', actor, note })).app;
}

/** Puts a revision back that was Live, and keeps it there: nothing is deployed until the pin is released. */
export async function rollback(
  db: TenantDb,
  given: Given,
  app: AppRow,
  asked: { readonly revision: number; readonly reason?: string | undefined },
  actor: Actor,
): Promise<AppRow> {
  mustBeActive(app);
  const { revision, reason } = asked;
  const target = await revisionToPutBack(db, app, revision);
  const now = given.clock.now();
  const pinned = { revision, by: actor, reason: reason ?? null, at: now.toISOString() };
  const pinnedApp = await updateApp(db, app, { pinned, updated_at: now });
  const next = {
    content: contentOf(target),
    trigger: 'rollback' as const,
    actor,
    note: reason,
    ofRevision: revision,
  };
  return (await beginDeployment(db, given, pinnedApp, next)).app;
}

async function revisionToPutBack(db: TenantDb, app: AppRow, revision: number): Promise<DeploymentRow> {
  const target = await selectDeployment(db, app.id, revision);
  if (target === undefined) {
    if (revision < app.revision)
      refuse('gone', { message: `Revision ${revision} of ${app.name} is no longer kept. Choose a later one.` });
    return refuse('validation_failed', {
      message: `${app.name} has no revision ${revision}; the newest is ${app.revision}.`,
      details: [{ field: 'revision', code: 'unknown', message: `must be one from the history` }],
    });
  }
  if (target.is_current && !isRunning(app.phase) && app.revision === revision)
    refuse('invalid_state', { message: `Revision ${revision} of ${app.name} is the one that runs. Nothing to do.` });
  if (target.phase !== 'Live')
    refuse('invalid_state', {
      message: `Revision ${revision} of ${app.name} is ${target.phase} and was never Live, so it cannot be put back. Choose one with can_rollback.`,
    });
  return target;
}

export async function unpin(db: TenantDb, given: Given, app: AppRow): Promise<AppRow> {
  mustBeActive(app);
  if (app.pinned === null) refuse('invalid_state', { message: `${app.name} is not pinned. Nothing to release.` });
  const after = await updateApp(db, app, { pinned: null, updated_at: given.clock.now() });
  await tellAppChanged(db, given, after);
  return after;
}

/** The app and all of it in the cluster; a worker brings it to its end. */
export async function beginAppDeletion(db: TenantDb, given: Given, app: AppRow, actor: Actor): Promise<AppRow> {
  if (app.state === 'deleting') return app;
  const now = given.clock.now();
  const after = await updateApp(db, app, {
    state: 'deleting',
    state_message: null,
    state_deadline_at: new Date(now.getTime() + deleteWithinMs),
    deleted_by: actor,
    updated_at: now,
  });
  await due(db, after, now);
  await tellAppChanged(db, given, after);
  return after;
}

export function mustBeActive({ name, state }: AppRow): void {
  if (state !== 'active')
    refuse('invalid_state', {
      message:
        state === 'deleting'
          ? `${name} is being deleted.`
          : `${name} could not be deleted completely. Delete it again, or with force=true.`,
    });
}

function mustNotBePinned({ name, pinned }: AppRow, verb: string): void {
  if (pinned === null) return;
  const why = pinned.reason === null ? '' : ` (${pinned.reason})`;
  refuse('conflict', {
    message: `${name} is pinned to revision ${pinned.revision} by ${pinned.by.type} ${pinned.by.id} since ${pinned.at}${why}, so nothing is ${verb}. Release the pin first (POST unpin).`,
  });
}

export async function existingApp(db: TenantDb, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<AppRow> {
  return (await selectApp(db, id, lock)) ?? refuse('not_found');
}

const uniqueViolation = '23505';

function nameTaken(name: string, cloudspace: string): (error: Error & { readonly code?: string }) => never {
  return (error) => {
    if (error.code !== uniqueViolation) throw error;
    return refuse('already_exists', {
      message: `There is already an app named ${name} in ${cloudspace}. Choose another name.`,
    });
  };
}
