import { randomUUID } from 'node:crypto';

/** Of a rule; what it is about is the test's. */
export function decisionFor(tenantId: string, clusterId: string) {
  return {
    decision_id: randomUUID(),
    tenant_id: tenantId,
    cluster_id: clusterId,
    action: 'cordon_node',
    target: { node_name: 'any' },
    AutoApprove: true,
    reason: 'A test wants it.',
    confidence: 0.9,
    proposed_by: { type: 'rule', id: randomUUID() },
    evidence: [],
    created_at: new Date().toISOString(),
    schema_version: 1,
  } as const;
}
