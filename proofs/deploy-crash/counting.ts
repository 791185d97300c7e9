import { KubernetesError } from '@wheelhouse/kubernetes';
import { eventually } from '@wheelhouse/testkit';
import type { AuditedCall, AuditLog } from '../agent/audit-log.ts';
import type { Counts } from '../crash/subject.ts';
import { appObjects, cloudspaceObjects, differences } from './expected.ts';
import type { DeployLane } from './lane.ts';
import type { DeployWork } from './ways.ts';

/** What must not become of apps and CloudSpaces. */
export type Wrong =
  | 'objects unlike their revision'
  | 'orphans'
  | 'replicas changed by a deploy'
  | 'deployments that did not end'
  | 'things that ended otherwise'
  | 'events lost'
  | 'events told twice';

/** What an app that never was is called, in the run of this work. */
export function strayOf(name: string): string {
  return `stray-${name}`;
}

/** Every write of platform, from the audit log. */
export async function writesIn(log: AuditLog): Promise<readonly AuditedCall[]> {
  return log.all('wheelhouse-platform (app ');
}

export async function countOf(
  lane: DeployLane,
  work: DeployWork,
  writes: readonly AuditedCall[],
): Promise<Counts<Wrong>> {
  const events = await eventsOf(lane, work);
  return {
    'objects unlike their revision': await unlike(lane, work),
    orphans: await orphans(lane, work),
    'replicas changed by a deploy': await replicasChanged(lane, work, writes),
    'deployments that did not end': await unended(lane, work),
    'things that ended otherwise': await endedOtherwise(lane, work),
    'events lost': events.filter(({ told, due }) => told < due).length,
    'events told twice': events.filter(({ told, due }) => told > due).length,
  };
}

interface Seen {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly replicas?: number };
}

const inNamespace = ({ namespace }: DeployLane, group: string, kind: string) =>
  `/${group}/namespaces/${namespace}/${kind}`;

async function seen(lane: DeployLane, path: string): Promise<Seen | undefined> {
  return lane.kube.client.get<Seen>(path).catch((error: unknown) => {
    if (error instanceof KubernetesError && error.status === 404) return undefined;
    throw error;
  });
}

/** Field by field, against what was asked for: how many of its objects differ, or are not there. */
async function unlike(lane: DeployLane, work: DeployWork): Promise<number> {
  const objects = work.kind === 'app' ? appObjects(lane, work) : cloudspaceObjects(work);
  const faults = await Promise.all(
    objects.map(async ({ path, fields }) => differences(fields, await seen(lane, path), path)),
  );
  return faults.filter((paths) => paths.length > 0).length;
}

/** Objects of the app that are there although it is not; those made late are swept within seconds. */
async function orphans(lane: DeployLane, { kind, name, id, expected }: DeployWork): Promise<number> {
  if (expected !== 'gone') return kind === 'app' ? strays(lane, name) : 0;
  const paths =
    kind === 'cloudspace'
      ? [`/api/v1/namespaces/${name}`]
      : [
          `${inNamespace(lane, 'apis/apps/v1', 'deployments')}/${name}`,
          `${inNamespace(lane, 'apis/policy/v1', 'poddisruptionbudgets')}/${name}`,
        ];
  const left = async () => {
    const found = await Promise.all(paths.map((path) => seen(lane, path)));
    return found.filter((one) => one !== undefined).length;
  };
  await eventually(async () => {
    if ((await left()) > 0) throw new Error(`something of ${id()} is still there`);
  }, 30_000).catch(() => undefined);
  return (await left()) + (kind === 'app' ? await strays(lane, name) : 0);
}

/** Labelled as ours, for an app that never was; those of the control count in its own run. */
async function strays(lane: DeployLane, name: string): Promise<number> {
  const { rows } = await lane.owner.query<{ id: string }>('SELECT id FROM platform.apps');
  const known = new Set(rows.map(({ id }) => id));
  const path = `${inNamespace(lane, 'apis/policy/v1', 'poddisruptionbudgets')}?labelSelector=wheelhouse.dev/app`;
  const { items } = await lane.kube.client.get<{ readonly items: readonly Seen[] }>(path);
  const apps = items.map(({ metadata }) => metadata.labels?.['wheelhouse.dev/app'] ?? '');
  return apps.filter((app) => app === strayOf(name) || !(known.has(app) || app.startsWith(strayOf('')))).length;
}

/** By what is there, and by what was sent: only the manager of the count ever mentions it. */
async function replicasChanged(
  lane: DeployLane,
  { kind, name, id, expected }: DeployWork,
  writes: readonly AuditedCall[],
): Promise<number> {
  if (kind !== 'app' || expected === 'gone') return 0;
  const deployment = await seen(lane, `${inNamespace(lane, 'apis/apps/v1', 'deployments')}/${name}`);
  const sent = writes.filter(
    ({ userAgent = '', verb, requestURI, requestObject, objectRef }) =>
      userAgent.includes(`app ${id()}`) &&
      objectRef?.resource === 'deployments' &&
      // Of what is made, the log has the default count too.
      verb !== 'create' &&
      !requestURI.includes('fieldManager=wheelhouse-scale') &&
      JSON.stringify(requestObject ?? {}).includes('"replicas"'),
  );
  return deployment?.spec?.replicas === expected.replicas && sent.length === 0 ? 0 : 1;
}

async function unended({ owner }: DeployLane, { kind, id }: DeployWork): Promise<number> {
  if (kind !== 'app') return 0;
  const running = ['Queued', 'Syncing', 'RollingOut', 'Verifying'];
  const { rows } = await owner.query('SELECT 1 FROM platform.deployments WHERE app_id = $1 AND phase = ANY($2)', [
    id(),
    running,
  ]);
  return rows.length;
}

async function endedOtherwise({ owner }: DeployLane, { kind, id, expected }: DeployWork): Promise<number> {
  const table = kind === 'app' ? 'apps' : 'cloudspaces';
  const { rows } = await owner.query<{ phase: string; current_revision?: number }>(
    `SELECT * FROM platform.${table} WHERE id = $1`,
    [id()],
  );
  const [row] = rows;
  if (expected === 'gone') return rows.length;
  if (kind === 'cloudspace') return row?.phase === 'Ready' ? 0 : 1;
  return row?.phase === 'Live' && row.current_revision === expected.revision ? 0 : 1;
}

interface Told {
  readonly told: number;
  readonly due: number;
}

/** As they went out, in the order of the relay: what is not in the outbox was never told. */
async function eventsOf({ owner }: DeployLane, work: DeployWork): Promise<readonly Told[]> {
  const { kind, id, expected, isOvertaken } = work;
  const { rows } = await owner.query<{ type: string; revision: number | null; told: number }>(
    `SELECT type, (body::jsonb->'data'->>'revision')::integer AS revision, count(*)::integer AS told
     FROM platform.outbox WHERE (type NOT LIKE 'internal.%' AND body::jsonb->'data'->>'app_id' = $1)
       OR (body::jsonb->'data'->>'cloudspace_id' = $1
         AND (type = 'cloudspace.ready' OR body::jsonb->'data'->>'phase' = 'Gone')) GROUP BY 1, 2`,
    [id()],
  );
  const told = (type: string, revision: number | null = null) =>
    rows.find((row) => row.type === type && row.revision === revision)?.told ?? 0;
  if (kind === 'cloudspace') {
    const ready = told('cloudspace.ready');
    return [
      { told: ready, due: isOvertaken === true ? Math.min(ready, 1) : 1 },
      { told: told('internal.cloudspace_changed'), due: expected === 'gone' ? 1 : 0 },
    ];
  }
  if (expected === 'gone') return [{ told: told('app.deleted'), due: 1 }];
  const { rows: live } = await owner.query<{ revision: number }>(
    `SELECT revision FROM platform.deployments WHERE app_id = $1 AND phase = 'Live'`,
    [id()],
  );
  return live.map(({ revision }) => ({ told: told('app.deployed', revision), due: 1 }));
}
