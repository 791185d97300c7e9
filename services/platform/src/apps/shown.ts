import { refuse, type TenantDb } from '@wheelhouse/kit';
import { selectCloudspaceNames } from '../cloudspaces/store.ts';
import { twoPartEtag } from '../two-part-etag.ts';
import { urlInCluster } from './address.ts';
import type { AppRow } from './app-store.ts';
import { type DeploymentRow, type RevisionOf, selectContents, selectNewest } from './deployment-store.ts';
import { diffOf } from './diff.ts';
import { pageOf } from './events.ts';
import { type Gitops, isRunning } from './phases.ts';
import type { App, Deployment, DeployStatus } from './schema.ts';
import { type AppState, selectStates, unseen } from './state-store.ts';

/** Apps as callers see them, with what is known of each. */
export async function shownApps(db: TenantDb, rows: readonly AppRow[], externalUrl: string): Promise<readonly App[]> {
  const ids = rows.map(({ id }) => id);
  const places = await selectCloudspaceNames(db, [...new Set(rows.map(({ cloudspace_id }) => cloudspace_id))]);
  const [states, newest] = [await selectStates(db, ids), await selectNewest(db, rows)];
  const deployments = await shownDeployments(db, [...newest.values()], rows, externalUrl);
  const byApp = new Map(deployments.map((one) => [one.app_id, one]));
  return rows.flatMap((row) => {
    const place = places.get(row.cloudspace_id);
    const [state, deployment] = [states.get(row.id) ?? unseen(row.id), byApp.get(row.id)];
    // Deleted since its row was read, and its revisions with it.
    if (deployment === undefined) return [];
    return [shownApp(row, state, deployment, { name: place?.name ?? '', namespace: place?.namespace ?? '' })];
  });
}

/** One of them, with its ETag. */
export async function shownWithEtag(db: TenantDb, row: AppRow, externalUrl: string) {
  const [body] = await shownApps(db, [row], externalUrl);
  return body === undefined ? refuse('not_found') : { body, etag: appEtag(row, body) };
}

function shownApp(
  row: AppRow,
  state: AppState,
  deployment: Deployment,
  place: { readonly name: string; readonly namespace: string },
): App {
  const { ready_replicas, reachable } = state;
  return {
    id: row.id,
    name: row.name,
    cloudspace_id: row.cloudspace_id,
    cloudspace_name: place.name,
    cluster_id: row.cluster_id,
    namespace: place.namespace,
    ...row.content,
    replicas: row.desired_replicas,
    rollback_on_failure: row.rollback_on_failure,
    pinned: row.pinned,
    state: row.state,
    state_message: row.state_message,
    revision: row.revision,
    current_revision: row.current_revision,
    phase: row.phase,
    health: state.health,
    gitops: gitopsOf(row, state),
    ...troubleOf(deployment, state),
    ready_replicas,
    reachable,
    url: urlInCluster(row.name, place.namespace, row.content.port),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deployment,
  };
}

/** What a deployment failed of comes first; else what is wrong in the cluster. */
function troubleOf(deployment: Pick<Deployment, 'reason' | 'message' | 'phase'>, state: AppState) {
  return deployment.phase === 'Failed'
    ? { reason: deployment.reason, message: deployment.message }
    : { reason: state.reason, message: state.message };
}

export function gitopsOf({ phase, current_revision }: AppRow, state: AppState): Gitops {
  if (isRunning(phase)) return 'Syncing';
  return current_revision === null ? 'NotManaged' : state.gitops;
}

export async function shownDeployments(
  db: TenantDb,
  rows: readonly DeploymentRow[],
  apps: readonly Pick<AppRow, 'id' | 'name' | 'revision' | 'state'>[],
  externalUrl: string,
): Promise<readonly Deployment[]> {
  const before = rows.flatMap(({ app_id, previous_revision }) =>
    previous_revision === null ? [] : [{ app_id, revision: previous_revision }],
  );
  const contents = new Map((await selectContents(db, before)).map((one) => [keyOf(one), one]));
  const byId = new Map(apps.map((app) => [app.id, app]));
  return rows.map((row) => {
    const { previous_revision: previous } = row;
    const former = previous === null ? undefined : contents.get(keyOf({ app_id: row.app_id, revision: previous }));
    return shownDeployment(row, former, byId.get(row.app_id), externalUrl);
  });
}

function keyOf({ app_id, revision }: Pick<RevisionOf, 'app_id' | 'revision'>): string {
  return `${app_id} ${revision}`;
}

function shownDeployment(
  row: DeploymentRow,
  former: RevisionOf | undefined,
  app: Pick<AppRow, 'name' | 'revision' | 'state'> | undefined,
  externalUrl: string,
): Deployment {
  const { id, app_id, cloudspace_id, cluster_id, revision, previous_revision, of_revision, image, digest } = row;
  const { trigger, actor, note, phase, phases, reason, message, progress, pods, rolled_back_to, is_current } = row;
  const isActive = app?.state === 'active';
  return {
    id,
    app_id,
    app_name: app?.name ?? '',
    cloudspace_id,
    cluster_id,
    revision,
    previous_revision,
    of_revision,
    image,
    digest,
    trigger,
    actor,
    note,
    phase,
    phases: [...phases],
    reason,
    message,
    progress,
    pods: [...pods],
    rolled_back_to,
    diff: [...diffOf(former?.content, row.content)],
    is_current,
    can_rollback: isActive && phase === 'Live' && !(is_current && app.revision === revision),
    can_cancel: isActive && isRunning(phase),
    created_at: row.created_at.toISOString(),
    deadline_at: row.deadline_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    url: pageOf(externalUrl, app_id, revision),
  };
}

const staleAfterMs = 15_000;

export function isStale(observedAt: Date | null, now: Date): boolean {
  return observedAt === null || now.getTime() - observedAt.getTime() > staleAfterMs;
}

/** What is known of an app besides its row. */
export interface Known {
  readonly deployment: Deployment;
  readonly state: AppState;
  readonly namespace: string;
  readonly observedAt: Date | null;
}

export function shownStatus(row: AppRow, { deployment, state, namespace, observedAt }: Known, now: Date): DeployStatus {
  const { ready_replicas, reachable, reachable_by, running_replicas, replicas_by, health, pods } = state;
  const since = deployment.phases.at(-1)?.started_at ?? deployment.created_at;
  return {
    phase: row.phase,
    gitops: gitopsOf(row, state),
    ready_replicas,
    reachable,
    reachable_by,
    desired_replicas: row.desired_replicas,
    running_replicas,
    replicas_by,
    health,
    ...troubleOf(deployment, state),
    revision: row.revision,
    current_revision: row.current_revision,
    since,
    deadline_at: deployment.deadline_at,
    url: urlInCluster(row.name, namespace, row.content.port),
    pods: [...pods],
    pinned: row.pinned,
    checked_at: state.checked_at?.toISOString() ?? null,
    observed_at: observedAt?.toISOString() ?? null,
    stale: isStale(observedAt, now),
  };
}

function appEtag(row: AppRow, shown: App): string {
  return twoPartEtag(setOf(row), shown);
}

/** What people set. */
export function setOf({ id, revision, rollback_on_failure, desired_replicas, pinned, state }: AppRow) {
  return { id, revision, rollback_on_failure, desired_replicas, pinned, state };
}
