import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';

/**
 * A cluster that nobody reaches, and of which the tables say what a watcher would have written: there is no
 * Kubernetes in this installation, and what is hidden from whom does not depend on one.
 */
async function watchedCluster(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const body = { name: `c-${randomUUID()}`, server: 'https://localhost:9', token: 'nobodys-token' };
  const { body: cluster } = await made(
    installation.call(who, 'POST', '/api/v1/clusters', { module: 'platform', body }),
  );
  const id = String(cluster.id);
  await eventually(async () => {
    const rows = await installation.db.look('SELECT 1 FROM k8s_monitor.watches WHERE cluster_id = $1', [id]);
    if (rows.length === 0) throw new Error('not watched yet');
  });
  const issueId = await installation.db.tenant(tenant.id, async (db) => {
    await db.query(`UPDATE k8s_monitor.watches SET observed_at = now(), version = 1 WHERE cluster_id = $1`, [id]);
    await db.query(
      `INSERT INTO k8s_monitor.health (tenant_id, cluster_id, score, ready_nodes, total_nodes, changed_at)
       VALUES (kit.tenant(), $1, 90, 2, 2, now())
       ON CONFLICT (tenant_id, cluster_id) DO UPDATE SET score = 90, ready_nodes = 2, total_nodes = 2`,
      [id],
    );
    await db.query(
      `INSERT INTO k8s_monitor.nodes (tenant_id, id, cluster_id, uid, name, status, cordoned, pressures, version, cpu_allocatable, memory_allocatable, pods, pods_allocatable)
       SELECT kit.tenant(), kit.make_id(), $1, kit.make_id(), 'node-' || n, 'Ready', false, '{}', 'v1', 1, 1, 0, 1 FROM generate_series(1, 2) AS n`,
      [id],
    );
    await db.query(
      `INSERT INTO k8s_monitor.workloads (tenant_id, id, cluster_id, kind, namespace, name, desired, ready, available, status, issues)
       SELECT kit.tenant(), kit.make_id(), $1, 'Deployment', 'default', 'web-' || n, 1, 1, 1, 'ok', 0 FROM generate_series(1, 2) AS n`,
      [id],
    );
    // Scaled to nothing, so that nobody has to be asked for its logs.
    await db.query(
      `INSERT INTO k8s_monitor.workloads (tenant_id, id, cluster_id, kind, namespace, name, desired, ready, available, status, issues)
       VALUES (kit.tenant(), kit.make_id(), $1, 'Deployment', 'default', 'off', 0, 0, 0, 'off', 0)`,
      [id],
    );
    await db.query(
      `INSERT INTO k8s_monitor.workload_changes (tenant_id, id, cluster_id, kind, namespace, name, change, images_before, images_after,
         replicas_before, replicas_after, manager, changed_at)
       SELECT kit.tenant(), kit.make_id(), $1, 'Deployment', 'default', 'web-1', 'replicas', '{web}', '{web}', n, n + 1, 'kubectl', now()
       FROM generate_series(1, 2) AS n`,
      [id],
    );
    await db.query(
      'INSERT INTO k8s_monitor.scores (tenant_id, id, cluster_id, score) VALUES (kit.tenant(), kit.make_id(), $1, 90)',
      [id],
    );
    const issues = await db.query<{ id: string }>(
      `INSERT INTO k8s_monitor.issues (tenant_id, id, cluster_id, reason, category, severity, status, kind, name, message, first_seen, last_seen, count, score_impact, capped, suggested_action)
       SELECT kit.tenant(), kit.make_id(), $1, 'node_cordoned', 'nodes', 'info', 'open', 'Node', 'node-' || n, 'said', now(), now(), 1, 1, false, 'do' FROM generate_series(1, 2) AS n RETURNING id`,
      [id],
    );
    return issues[0]?.id ?? '';
  });
  return { who, id, issueId };
}

const ofCluster = (path: string, more = ''): Recipe => ({
  call: async (installation) => {
    const { who, id } = await watchedCluster(installation);
    return { who, path: `${path}?cluster_id=${id}${more}` };
  },
});

const workload = 'GET /api/v1/workloads/:kind/:namespace/:name';
const web = '/api/v1/workloads/Deployment/default/web-1';
/** A cluster is what is somebody's; names are alike in all of them. */
const aName = 'a name in a cluster, which is named by its id beside it';
const ofPath = { 'path.kind': aName, 'path.namespace': aName, 'path.name': aName };

export const recipes: Recipes = {
  'GET /api/health': ofCluster('/api/health'),
  'GET /api/health/stream': ofCluster('/api/health/stream'),
  'GET /api/health/history': ofCluster('/api/health/history'),
  'GET /api/v1/issues': ofCluster('/api/v1/issues', '&sort=-impact'),
  'GET /api/v1/issues/:id': {
    call: async (installation) => {
      const { who, issueId } = await watchedCluster(installation);
      return { who, path: `/api/v1/issues/${issueId}` };
    },
  },
  'GET /api/v1/nodes': ofCluster('/api/v1/nodes', '&sort=-cpu_percent&cordoned=false'),
  'GET /api/v1/workloads': ofCluster('/api/v1/workloads', '&q=web'),
  // As they were last known: nobody reaches the cluster.
  [workload]: { ...ofCluster(web), without: ofPath },
  [`${workload}/changes`]: { ...ofCluster(`${web}/changes`), without: ofPath },
  [`${workload}/logs`]: {
    ...ofCluster('/api/v1/workloads/Deployment/default/off/logs', '&follow=false'),
    without: ofPath,
  },
  'GET /api/v1/nodes/:name': { ...ofCluster('/api/v1/nodes/node-1'), without: { 'path.name': aName } },
  'GET /api/v1/dead-letters': deadLetters('k8s-monitor'),
};

/** It changes nothing for anybody. */
export const calls: Calls = {};

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/health': 'read, cluster',
  'GET /api/health/stream': 'read, cluster',
  'GET /api/health/history': 'read, cluster',
  'GET /api/v1/issues': 'read, cluster',
  'GET /api/v1/issues/:id': 'read, cluster',
  'GET /api/v1/nodes': 'read, cluster',
  'GET /api/v1/workloads': 'read, cluster',
  'GET /api/v1/workloads/:kind/:namespace/:name': 'read, cluster',
  'GET /api/v1/workloads/:kind/:namespace/:name/changes': 'read, cluster',
  'GET /api/v1/workloads/:kind/:namespace/:name/logs': 'read, cluster',
  'GET /api/v1/nodes/:name': 'read, cluster',
  'GET /api/v1/dead-letters': 'admin, cluster',
};
