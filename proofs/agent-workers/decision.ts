import { randomUUID } from 'node:crypto';
import type { Decision } from '@wheelhouse/contracts';
import type { Stage } from '../crash-actions/stage.ts';
import type { Targets } from './targets.ts';

type Wanted = Pick<Decision, 'action' | 'target'>;

/** Of a rule, to be carried out at once unless it must be approved. */
export function decisionTo({ who, clusterId }: Stage, wanted: Wanted, isAutomatic = true): Decision {
  const decision = {
    ...wanted,
    decision_id: randomUUID(),
    tenant_id: who.tenantId,
    cluster_id: clusterId,
    AutoApprove: isAutomatic,
    reason: 'A proof wants it.',
    confidence: 0.9,
    proposed_by: { type: 'rule', id: randomUUID() },
    evidence: [],
    created_at: new Date().toISOString(),
    schema_version: 1,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind is given with its own target
  return decision as Decision;
}

/** What may be wanted of the nth target; what comes later takes back what came before. */
export function anythingOn({ namespace, deployments, nodes }: Targets, nth: number): Wanted {
  const node = nodes[nth];
  if (node !== undefined) return { action: oneOf(['cordon_node', 'uncordon_node']), target: { node_name: node } };
  const target = { namespace, deployment_name: deployments[nth - nodes.length] ?? '' };
  if (Math.random() < restarts) return { action: 'rollback_deployment', target };
  return { action: 'scale_deployment', target: { ...target, replicas: oneOf([1, 2]) } };
}

const restarts = 0.3;

function oneOf<T>(several: readonly [T, T]): T {
  return Math.random() < 0.5 ? several[0] : several[1];
}
