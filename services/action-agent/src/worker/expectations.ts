import type { ExpectedIssue } from '@wheelhouse/contracts';
import { type Asked, unknownKind } from '../plans/asked.ts';
import type { Plan } from '../plans/plan-schema.ts';

/** What the monitor is to take for wanted while the action runs. A scale never: its canary must see what it does. */
export function expectations(asked: Asked, plan: Plan): readonly ExpectedIssue[] {
  switch (asked.action) {
    case 'drain_node':
      return [cordoned(asked.target.node_name), ...shortfalls(plan)];
    case 'cordon_node':
      return [cordoned(asked.target.node_name)];
    case 'rollback_deployment':
      return [shortfallOf(asked.target.namespace, asked.target.deployment_name)];
    case 'restart_pod':
      return plan.touches.pods.flatMap(({ owner }) => {
        const name = owner?.startsWith(deployment) === true ? owner.slice(deployment.length) : undefined;
        return name === undefined ? [] : [shortfallOf(asked.target.namespace, name)];
      });
    case 'scale_deployment':
    case 'uncordon_node':
      return [];
    default:
      throw unknownKind(asked);
  }
}

function cordoned(name: string): ExpectedIssue {
  return { kind: 'Node', namespace: null, name, reason: 'node_cordoned' };
}

/** Until the pods that replace them elsewhere are available. */
function shortfalls({ drain }: Plan): readonly ExpectedIssue[] {
  const owners = new Map(
    (drain?.pods ?? [])
      .filter(({ fate, owner }) => fate === 'evict' && owner?.startsWith(deployment) === true)
      .map(({ namespace, owner }) => [
        `${namespace}/${owner}`,
        { namespace, name: owner?.slice(deployment.length) ?? '' },
      ]),
  );
  return [...owners.values()].map(({ namespace, name }) => shortfallOf(namespace, name));
}

const deployment = 'Deployment ';

function shortfallOf(namespace: string, name: string): ExpectedIssue {
  return { kind: 'Deployment', namespace, name, reason: 'replica_shortfall' };
}
