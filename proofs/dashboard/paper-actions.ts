import { randomUUID } from 'node:crypto';
import { makeIds, systemClock } from '@wheelhouse/kit';
import type { Plan } from '../../services/action-agent/src/plans/plan-schema.ts';
import { targetKey } from '../../services/action-agent/src/plans/target-key.ts';
import { type ActionRow, blank } from '../../services/action-agent/src/records/row.ts';
import { insertAction, insertOpen } from '../../services/action-agent/src/records/store.ts';
import { targetHash } from '../../services/action-agent/src/records/transitions.ts';
import type { World } from './world.ts';

/** Actions as rows: no worker is there that could plan them. Answers the id of the one that waits for approval. */

const makeId = makeIds(systemClock);
const asked = {
  action: 'scale_deployment',
  target: { namespace: 'shop', deployment_name: 'checkout', replicas: 3 },
} as const;

export async function writeActions({ db }: Pick<World, 'db'>, tenantId: string, clusterId: string): Promise<string> {
  const now = systemClock.now();
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const base: ActionRow = {
    ...blank,
    ...asked,
    id: makeId(),
    cluster_id: clusterId,
    status: 'pending_approval',
    origin: 'decision',
    decision_id: randomUUID(),
    incident_id: randomUUID(),
    reason: 'checkout has been idle for six hours.',
    confidence: 0.62,
    evidence: [
      { source: 'metrics', summary: 'CPU below 5 % since 03:00', url: 'https://metrics.acme.example/d/checkout' },
    ],
    proposed_by: { type: 'rule', id: randomUUID() },
    plan: planFor(clusterId),
    planned_at: now,
    created_at: now,
    expires_at: expiresAt,
  };
  const target = targetHash(targetKey(clusterId, asked, null));
  await db.tenant(tenantId, async (tenant) => {
    await insertAction(tenant, base);
    await insertOpen(tenant, base, { state: 'pending', target, expiresAt, announceAt: null, now });
    await insertAction(tenant, {
      ...base,
      id: makeId(),
      decision_id: randomUUID(),
      status: 'failed',
      result: 'rollout_stalled',
      error: { code: 'rollout_stalled', message: 'After 630 s, of 3 replicas 2 are available.' },
      approved_by: { type: 'user', id: randomUUID() },
      expires_at: null,
      started_at: now,
      finished_at: now,
    });
  });
  return base.id;
}

const planFor = (clusterId: string): Plan => ({
  ...asked,
  cluster_id: clusterId,
  target_uid: randomUUID(),
  summary: 'Scale Deployment checkout in shop from 6 to 3 replicas',
  changes: [{ field: 'spec.replicas', before: 6, after: 3 }],
  touches: { pods: [{ owner: 'Deployment checkout', count: 3 }], replicas: 6 },
  blocking_budgets: [{ name: 'checkout', namespace: 'shop', rule: 'min_available', after: 3, needed: 4 }],
  warnings: [{ code: 'hpa_not_visible', message: 'Whether an autoscaler sets the replicas is not visible.' }],
  upper_bound_seconds: 630,
  undo: { possible: true, words: 'Scale Deployment checkout in shop back to 6 replicas.' },
  refused: { code: 'pdb_violation', message: 'It would break the budget checkout.' },
  etag: '"paper"',
});
