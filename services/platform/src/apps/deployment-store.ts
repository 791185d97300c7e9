import type { Actor } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  insertRow,
  type TenantDb,
  tenantFilter,
  updateRow,
} from '@wheelhouse/kit';
import { withDocuments } from '../documents.ts';
import type { Content } from './content.ts';
import {
  type DeploymentPhase,
  deploymentPhases,
  type DeployReason,
  type DeployTrigger,
  runningPhases,
  deployTriggers,
} from './phases.ts';
import type { FailedPod, PhaseTime } from './schema.ts';

export interface DeploymentRow extends Record<string, unknown> {
  readonly id: string;
  readonly version: number;
  readonly app_id: string;
  readonly cloudspace_id: string;
  readonly cluster_id: string;
  readonly revision: number;
  readonly previous_revision: number | null;
  readonly of_revision: number | null;
  /** The failed or canceled one that it takes the place of. */
  readonly instead_of: number | null;
  readonly content: Content;
  /** As it is written into the cluster. */
  readonly image: string;
  readonly digest: string | null;
  readonly trigger: DeployTrigger;
  readonly actor: Actor | null;
  readonly note: string | null;
  readonly phase: DeploymentPhase;
  readonly phases: readonly PhaseTime[];
  readonly reason: DeployReason | null;
  readonly message: string | null;
  readonly pods: readonly FailedPod[];
  readonly progress: string | null;
  /** What was sent to the cluster so far. */
  readonly sent: 'nothing' | 'something' | 'everything';
  /** Of the Deployment in the cluster, once everything was sent. */
  readonly applied_generation: number | null;
  readonly rolled_back_to: number | null;
  readonly canceled_by: Actor | null;
  readonly is_current: boolean;
  readonly created_at: Date;
  readonly deadline_at: Date | null;
  readonly finished_at: Date | null;
}

const columns = `id, version, app_id, cloudspace_id, cluster_id, revision, previous_revision, of_revision, instead_of, content,
  image, digest, trigger, actor, note, phase, phases, reason, message, pods, progress, sent, applied_generation,
  rolled_back_to, canceled_by, is_current, created_at, deadline_at, finished_at`;

const documents: ReadonlySet<string> = new Set(['content', 'actor', 'phases', 'pods', 'canceled_by']);

const listed = {
  name: 'deployments',
  from: 'platform.deployments',
  columns,
  counted: ['app_id', 'cluster_id', 'cloudspace_id', 'phase'],
  reach: { cluster: 'cluster_id', cloudspace: 'cloudspace_id' },
};
const phase = anyOf(deploymentPhases);

/** Of all apps. */
export const deployments = defineList<DeploymentRow>({
  ...listed,
  filters: {
    app_id: anyIdOf('Ids of apps'),
    cloudspace_id: anyIdOf('Ids of CloudSpaces'),
    cluster_id: anyIdOf('Ids of clusters'),
    phase,
    trigger: anyOf(deployTriggers),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

/** Of one app. */
export const history = defineList<DeploymentRow>({ ...listed, filters: { phase } });

export async function selectDeployment(
  db: TenantDb,
  appId: string,
  revision: number,
  lock: 'FOR UPDATE' | '' = '',
): Promise<DeploymentRow | undefined> {
  const [row] = await db.query<DeploymentRow>(
    `SELECT ${columns} FROM platform.deployments WHERE ${tenantFilter()} AND app_id = $1 AND revision = $2 ${lock}`,
    [appId, revision],
  );
  return row;
}

/** The newest of each app. */
export async function selectNewest(
  db: TenantDb,
  of: readonly { readonly id: string; readonly revision: number }[],
): Promise<ReadonlyMap<string, DeploymentRow>> {
  const rows = await db.query<DeploymentRow>(
    `SELECT ${columns} FROM platform.deployments
     WHERE ${tenantFilter()} AND (app_id, revision) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`,
    [of.map(({ id }) => id), of.map(({ revision }) => revision)],
  );
  return new Map(rows.map((row) => [row.app_id, row]));
}

export interface RevisionOf extends Record<string, unknown> {
  readonly app_id: string;
  readonly revision: number;
  readonly content: Content;
  readonly image: string;
}

/** What these revisions ask for. */
export function selectContents(
  db: TenantDb,
  of: readonly { readonly app_id: string; readonly revision: number }[],
): Promise<readonly RevisionOf[]> {
  return db.query<RevisionOf>(
    `SELECT app_id, revision, content, image FROM platform.deployments
     WHERE ${tenantFilter()} AND (app_id, revision) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))`,
    [of.map(({ app_id }) => app_id), of.map(({ revision }) => revision)],
  );
}

export function insertDeployment(db: TenantDb, row: DeploymentRow): Promise<void> {
  return insertRow(db, 'platform.deployments', withDocuments(documents, row));
}

export type DeploymentChange = Partial<
  Omit<DeploymentRow, 'id' | 'version' | 'app_id' | 'revision' | 'content' | 'image' | 'cloudspace_id' | 'cluster_id'>
>;

/** Of a row that this transaction has locked. */
export async function updateDeployment(
  db: TenantDb,
  before: DeploymentRow,
  change: DeploymentChange,
): Promise<DeploymentRow> {
  await updateRow(db, 'platform.deployments', before.id, withDocuments(documents, change), 'version = version + 1');
  return { ...before, ...change, version: before.version + 1 };
}

export async function noneIsCurrent(db: TenantDb, appId: string): Promise<void> {
  await db.query(
    `UPDATE platform.deployments SET is_current = false, version = version + 1
     WHERE ${tenantFilter()} AND app_id = $1 AND is_current`,
    [appId],
  );
}

/** Beyond so many, those that ended and do not run are forgotten, the oldest first. */
export async function pruneDeployments(db: TenantDb, appId: string, kept: number): Promise<void> {
  await db.query(
    `DELETE FROM platform.deployments WHERE ${tenantFilter()} AND app_id = $1 AND NOT is_current
       AND phase <> ALL($3) AND revision <= (
         SELECT revision FROM platform.deployments WHERE ${tenantFilter()} AND app_id = $1
         ORDER BY revision DESC OFFSET $2 LIMIT 1)`,
    [appId, kept, [...runningPhases]],
  );
}

/** Whether anything of the app may be in the cluster. */
export async function wasEverSent(db: TenantDb, appId: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM platform.deployments WHERE ${tenantFilter()} AND app_id = $1 AND sent <> 'nothing' LIMIT 1`,
    [appId],
  );
  return rows.length > 0;
}
