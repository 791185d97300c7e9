import type { ExpectedIssue } from '@wheelhouse/contracts';
import { type Asked, unknownKind } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';

/** What the monitor is to take for wanted while the action runs. A scale never: its canary must see what it does. */
export function expectations(asked: Asked, plan: Plan): readonly ExpectedIssue[] {
  switch (asked.action) {
    case 'cordon_node':
      return [{ kind: 'Node', namespace: null, name: asked.target.node_name, reason: 'node_cordoned' }];
    case 'rollback_deployment':
      return [shortfallOf(asked.target.namespace, asked.target.deployment_name)];
    case 'restart_pod':
      return plan.touches.pods.flatMap(({ owner }) => {
        const name = owner?.startsWith('Deployment ') === true ? owner.slice('Deployment '.length) : undefined;
        return name === undefined ? [] : [shortfallOf(asked.target.namespace, name)];
      });
    case 'scale_deployment':
    case 'uncordon_node':
      return [];
    default:
      throw unknownKind(asked);
  }
}

function shortfallOf(namespace: string, name: string): ExpectedIssue {
  return { kind: 'Deployment', namespace, name, reason: 'replica_shortfall' };
}
