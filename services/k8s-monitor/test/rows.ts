import { randomUUID } from 'node:crypto';
import { firstIdOf, type MakeId, makeIds, systemClock } from '@wheelhouse/kit';
import type { MonitorHouse } from './house.ts';

/** What a watcher would have written of a cluster that nobody reaches. */

const makeId: MakeId = makeIds(systemClock);

function idOf(moment: Date): string {
  return `${firstIdOf(moment).slice(0, 14)}${randomUUID().slice(14)}`;
}

export interface IssueSeed {
  readonly reason?: string;
  readonly severity?: string;
  readonly category?: string;
  readonly status?: 'open' | 'resolved';
  readonly namespace?: string | null;
  readonly name?: string;
  readonly impact?: number;
  /** When it opened, and when it was resolved; both now by default. */
  readonly from?: Date;
  readonly to?: Date;
}

export async function seedIssue(
  { db }: MonitorHouse,
  tenantId: string,
  clusterId: string,
  seed: IssueSeed = {},
): Promise<string> {
  const { reason = 'node_cordoned', severity = 'info', category = 'nodes', status = 'open', namespace = null } = seed;
  const { impact = 1, name = `node-${randomUUID()}`, to = systemClock.now() } = seed;
  const id = seed.from === undefined ? makeId() : idOf(seed.from);
  await db.tenant(tenantId, (handle) =>
    handle.query(
      `INSERT INTO k8s_monitor.issues (tenant_id, id, cluster_id, reason, category, severity, status, kind, namespace, name, message,
         first_seen, last_seen, count, score_impact, capped, suggested_action, resolved_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'Node', $8, $9, 'said', now(), now(), 1, $10, false, 'do', CASE WHEN $7 = 'resolved' THEN $11::timestamptz END)`,
      [tenantId, id, clusterId, reason, category, severity, status, namespace, name, impact, to],
    ),
  );
  return id;
}

export async function seedNode(
  { db }: MonitorHouse,
  tenantId: string,
  clusterId: string,
  {
    name = 'node',
    status = 'Ready',
    cordoned = false,
    cpu = null as number | null,
    memory = null as number | null,
    pods = 0,
    labels = [] as readonly string[],
  } = {},
): Promise<void> {
  await db.tenant(tenantId, (handle) =>
    handle.query(
      `INSERT INTO k8s_monitor.nodes (tenant_id, id, cluster_id, uid, name, status, cordoned, pressures, version, cpu_allocatable,
         memory_allocatable, cpu_usage, memory_usage, pods, pods_allocatable, labels)
       VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', 'v1', 1000, 1024, $8, $9, $10, 110, $11)`,
      [tenantId, makeId(), clusterId, randomUUID(), name, status, cordoned, cpu, memory, pods, labels],
    ),
  );
}

export async function seedWorkload(
  { db }: MonitorHouse,
  tenantId: string,
  clusterId: string,
  { kind = 'Deployment', namespace = 'default', name = 'web', status = 'ok', issues = 0 } = {},
): Promise<void> {
  await db.tenant(tenantId, (handle) =>
    handle.query(
      `INSERT INTO k8s_monitor.workloads (tenant_id, id, cluster_id, kind, namespace, name, desired, ready, available, status, issues)
       VALUES ($1, $2, $3, $4, $5, $6, 1, 1, 1, $7, $8)`,
      [tenantId, makeId(), clusterId, kind, namespace, name, status, issues],
    ),
  );
}

/** Observed at a moment, and as it says. */
export async function seedHealth(
  { db }: MonitorHouse,
  tenantId: string,
  clusterId: string,
  { score = 90, ready = 2, total = 3, issues = [] as readonly object[], observedAt = systemClock.now() } = {},
): Promise<void> {
  await db.tenant(tenantId, async (handle) => {
    await handle.query(
      'UPDATE k8s_monitor.watches SET observed_at = $2, version = version + 1 WHERE cluster_id = $1 AND tenant_id = $3',
      [clusterId, observedAt, tenantId],
    );
    await handle.query(
      `INSERT INTO k8s_monitor.health (tenant_id, cluster_id, score, ready_nodes, total_nodes, issues, issues_total, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())
       ON CONFLICT (tenant_id, cluster_id) DO UPDATE SET score = excluded.score, ready_nodes = excluded.ready_nodes,
         total_nodes = excluded.total_nodes, issues = excluded.issues, issues_total = excluded.issues_total`,
      [tenantId, clusterId, score, ready, total, JSON.stringify(issues), issues.length],
    );
  });
}

export async function seedScore(
  { db }: MonitorHouse,
  tenantId: string,
  clusterId: string,
  score: number,
  at: Date,
): Promise<void> {
  await db.tenant(tenantId, (handle) =>
    handle.query('INSERT INTO k8s_monitor.scores (tenant_id, id, cluster_id, score) VALUES ($1, $2, $3, $4)', [
      tenantId,
      idOf(at),
      clusterId,
      score,
    ]),
  );
}

export function issueOf(clusterId: string, impact: number, name: string): object {
  return {
    id: makeId(),
    cluster_id: clusterId,
    severity: 'warning',
    category: 'nodes',
    reason: 'node_pressure',
    object: { kind: 'Node', namespace: null, name },
    message: 'said "last_seen":null',
    first_seen: systemClock.now().toISOString(),
    last_seen: null,
    count: 1,
    score_impact: impact,
    capped: false,
    suggested_action: 'do',
    action_id: null,
    expected: false,
  };
}
