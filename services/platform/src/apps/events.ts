import type { TenantDb } from '@wheelhouse/kit';
import { type CloudspaceRow, selectCloudspaceNames } from '../cloudspaces/store.ts';
import { urlInCluster } from './address.ts';
import type { AppRow } from './app-store.ts';
import type { DeploymentRow } from './deployment-store.ts';
import type { Given } from './given.ts';
import { type DeploymentPhase, isRunning } from './phases.ts';

/** What is told of an app, each by the transaction that makes it so. */

export async function tellDeployed(
  db: TenantDb,
  given: Pick<Given, 'emit' | 'settings'>,
  app: AppRow,
  deployment: DeploymentRow,
): Promise<void> {
  const namespace = await namespaceOf(db, app);
  const data = {
    ...told(given, app, deployment, namespace),
    reachable_url: urlInCluster(app.name, namespace, deployment.content.port),
  };
  await given.emit(db, 'app.deployed', data, subjectOf(app));
}

export async function tellFailed(
  db: TenantDb,
  given: Pick<Given, 'emit' | 'settings'>,
  app: AppRow,
  deployment: DeploymentRow,
  phase: DeploymentPhase,
): Promise<void> {
  if (!isRunning(phase)) throw new RangeError(`A deployment cannot fail when it is ${phase}`);
  const data = {
    ...told(given, app, deployment, await namespaceOf(db, app)),
    phase,
    reason: deployment.reason ?? '',
    message: deployment.message ?? '',
    rolled_back_to: deployment.rolled_back_to,
  };
  await given.emit(db, 'app.deploy_failed', data, subjectOf(app));
}

export async function tellDeleted(
  db: TenantDb,
  { emit, settings }: Pick<Given, 'emit' | 'settings'>,
  app: AppRow,
): Promise<void> {
  if (app.deleted_by === null) throw new RangeError(`Nobody has deleted app ${app.id}`);
  const data = {
    ...placeOf(app, await namespaceOf(db, app)),
    actor: app.deleted_by,
    url: pageOf(settings.EXTERNAL_URL, app.id),
  };
  await emit(db, 'app.deleted', data, subjectOf(app));
}

/** For the other modules. */
export async function tellAppChanged(
  db: TenantDb,
  { emit }: Pick<Given, 'emit'>,
  app: AppRow,
  gone = false,
): Promise<void> {
  const data = {
    ...placeOf(app, await namespaceOf(db, app)),
    revision: app.revision,
    phase: gone ? 'Gone' : app.phase,
  };
  await emit(db, 'internal.app_changed', data, subjectOf(app));
}

export function pageOf(externalUrl: string, appId: string, revision?: number): string {
  const page = `${externalUrl.replace(/\/$/, '')}/apps/${appId}`;
  return revision === undefined ? page : `${page}/deployments/${revision}`;
}

function told({ settings }: Pick<Given, 'settings'>, app: AppRow, deployment: DeploymentRow, namespace: string) {
  const { id, revision, previous_revision, image, trigger, actor, created_at, finished_at } = deployment;
  return {
    ...placeOf(app, namespace),
    deployment_id: id,
    revision,
    previous_revision,
    image,
    trigger,
    actor,
    started_at: created_at.toISOString(),
    finished_at: (finished_at ?? created_at).toISOString(),
    url: pageOf(settings.EXTERNAL_URL, app.id, revision),
  };
}

function placeOf({ id, name, cloudspace_id, cluster_id }: AppRow, namespace: string) {
  return { app_id: id, app_name: name, cloudspace_id, cluster_id, namespace };
}

function subjectOf({ cluster_id, cloudspace_id }: AppRow) {
  return { clusterId: cluster_id, cloudspaceId: cloudspace_id };
}

async function namespaceOf(db: TenantDb, { cloudspace_id }: AppRow): Promise<CloudspaceRow['namespace']> {
  const names = await selectCloudspaceNames(db, [cloudspace_id]);
  return names.get(cloudspace_id)?.namespace ?? '';
}
