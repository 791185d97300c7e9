import { randomUUID } from 'node:crypto';
import { firstIdOf, makeIds, systemClock } from '@wheelhouse/kit';
import { ruleNames } from '../../services/k8s-monitor/src/rules/index.ts';
import type { World } from './world.ts';

/**
 * A large cluster in trouble, as rows. A watcher keeps in mind what it wrote and touches nothing else, so these stay
 * beside those of the small cluster it really watches, whose signs of life keep the health fresh.
 */

const makeId = makeIds(systemClock);
const issueCount = 40;
const workloadCount = 300;
const dayMs = 86_400_000;

const idAt = (ms: number) => `${firstIdOf(new Date(ms)).slice(0, 14)}${randomUUID().slice(14)}`;

export async function writeCluster(
  { db }: Pick<World, 'db'>,
  tenantId: string,
  clusterId: string,
  nodes: number,
): Promise<void> {
  const issues = issuesOf(clusterId);
  const score = 100 - issues.reduce((sum, { score_impact: impact }) => sum + impact, 0);
  await db.tenant(tenantId, async (handle) => {
    await handle.query(
      `INSERT INTO k8s_monitor.nodes (tenant_id, id, cluster_id, uid, name, status, status_since, cordoned, pressures, version,
         cpu_allocatable, memory_allocatable, cpu_usage, memory_usage, pods, pods_allocatable)
       SELECT $1, id, $2, id::text, 'pool-' || lpad(n::text, 4, '0') || '.eu.acme.example',
         CASE WHEN n % 97 = 0 THEN 'NotReady' WHEN n % 211 = 0 THEN 'Unknown' ELSE 'Ready' END, now() - n * interval '1 minute',
         n % 53 = 0, CASE WHEN n % 61 = 0 THEN '{memory}'::text[] ELSE '{}' END, 'v1.34.' || n % 3,
         16000, 68719476736, n * 37 % 16000, n * 7919 % 68719 * 1000000::bigint, n % 110, 110
       FROM unnest($3::uuid[]) WITH ORDINALITY AS made (id, n)`,
      [tenantId, clusterId, Array.from({ length: nodes }, makeId)],
    );
    await handle.query(
      `INSERT INTO k8s_monitor.workloads (tenant_id, id, cluster_id, kind, namespace, name, desired, ready, available, status, issues)
       SELECT $1, id, $2, (ARRAY['Deployment', 'StatefulSet', 'DaemonSet'])[1 + n % 3], 'team-' || n % 12, 'service-' || n,
         5, 5 - n % 2, 5 - n % 2, CASE WHEN n % 2 = 0 THEN 'ok' ELSE 'short' END, n % 2
       FROM unnest($3::uuid[]) WITH ORDINALITY AS made (id, n)`,
      [tenantId, clusterId, Array.from({ length: workloadCount }, makeId)],
    );
    await handle.query(
      `INSERT INTO k8s_monitor.issues (tenant_id, id, cluster_id, reason, category, severity, status, kind, namespace, name, message,
         first_seen, last_seen, count, score_impact, capped, suggested_action)
       SELECT $1, (one->>'id')::uuid, $2, one->>'reason', one->>'category', one->>'severity', 'open', one->'object'->>'kind',
         one->'object'->>'namespace', one->'object'->>'name', one->>'message', (one->>'first_seen')::timestamptz, now(), 1,
         (one->>'score_impact')::float8, false, one->>'suggested_action'
       FROM jsonb_array_elements($3::jsonb) AS one`,
      [tenantId, clusterId, JSON.stringify(issues)],
    );
    // It was there before: the picture of the score begins when a cluster was registered.
    await handle.query(
      `UPDATE platform.clusters SET created_at = now() - interval '2 days' WHERE tenant_id = $1 AND id = $2`,
      [tenantId, clusterId],
    );
    const now = Date.now();
    const points = Array.from({ length: 287 }, (_, index) => index + 1);
    await handle.query(
      `INSERT INTO k8s_monitor.scores (tenant_id, id, cluster_id, score)
       SELECT $1, id, $2, score FROM unnest($3::uuid[], $4::float8[]) AS made (id, score)`,
      [
        tenantId,
        clusterId,
        points.map((point) => idAt(now - dayMs + point * 300_000)),
        points.map((point) => (point < 200 ? 100 : score)),
      ],
    );
    await handle.query(
      `UPDATE k8s_monitor.health SET score = $3, ready_nodes = $4, total_nodes = $5, issues = $6, issues_total = $7
       WHERE tenant_id = $1 AND cluster_id = $2`,
      [tenantId, clusterId, score, nodes - 75, nodes, JSON.stringify(issues), issues.length],
    );
    await handle.query(
      'UPDATE k8s_monitor.watches SET version = version + 1 WHERE tenant_id = $1 AND cluster_id = $2',
      [tenantId, clusterId],
    );
  });
}

/** As the health of a cluster shows them. */
export interface PaperIssue {
  readonly score_impact: number;
  readonly message: string;
  readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string };
}

export function issuesOf(clusterId: string): readonly PaperIssue[] {
  return Array.from({ length: issueCount }, (_, index) => ({
    id: makeId(),
    cluster_id: clusterId,
    severity: (['critical', 'warning', 'info'] as const)[index % 3],
    category: index % 2 === 0 ? 'nodes' : 'workloads',
    reason: ruleNames[index % ruleNames.length],
    object:
      index % 2 === 0
        ? { kind: 'Node', namespace: null, name: `pool-${String(index).padStart(4, '0')}.eu.acme.example` }
        : { kind: 'Deployment', namespace: `team-${index % 12}`, name: `service-${index}` },
    message: 'It has been so for a while, and nobody has looked at it yet.',
    first_seen: new Date(Date.now() - index * 60_000).toISOString(),
    last_seen: null,
    count: 1,
    score_impact: index < 20 ? 1 : 0.25,
    capped: false,
    suggested_action: 'Look at it: kubectl describe says more.',
    action_id: null,
    expected: false,
  })).toSorted((a, b) => b.score_impact - a.score_impact);
}
