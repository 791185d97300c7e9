import type { Right } from '@wheelhouse/kubernetes';
import { type Asked, type PlannedKind, unknownKind } from './asked.ts';
import { budgetsPath, deploymentPath, deploymentsPath, nodePath, podPath, podsPath } from './paths.ts';

/** One call that a plan needs, and the field of its case that takes the answer. */
export interface Read {
  readonly into: 'node' | 'pod' | 'deployment' | 'pods' | 'deployments' | 'budgets';
  readonly path: string;
  readonly right: Right & { readonly verb: 'get' | 'list' };
}

export function whatToRead(asked: Asked): readonly Read[] {
  switch (asked.action) {
    case 'cordon_node':
    case 'uncordon_node':
      return [{ into: 'node', path: nodePath(asked.target.node_name), right: { verb: 'get', resource: 'nodes' } }];
    case 'restart_pod': {
      const { namespace, pod } = asked.target;
      return [
        { into: 'pod', path: podPath(namespace, pod), right: { verb: 'get', resource: 'pods' } },
        listOfDeployments(namespace),
        listOfBudgets(namespace),
      ];
    }
    case 'scale_deployment': {
      const { namespace, deployment_name, replicas } = asked.target;
      // One more is no scale-down, so no budget has a say.
      if (replicas === undefined) return [oneDeployment(namespace, deployment_name)];
      return [
        oneDeployment(namespace, deployment_name),
        { into: 'pods', path: podsPath(namespace), right: { verb: 'list', resource: 'pods' } },
        listOfDeployments(namespace),
        listOfBudgets(namespace),
      ];
    }
    case 'rollback_deployment':
      return [oneDeployment(asked.target.namespace, asked.target.deployment_name)];
    default:
      throw unknownKind(asked);
  }
}

/** All that the action needs, its effect included. */
export function rightsFor(asked: Asked): readonly Right[] {
  return [...whatToRead(asked).map(({ right }) => right), effectRights[asked.action]];
}

export function rightName({ verb, group, resource }: Right): string {
  return `${verb} ${resource}${group === undefined || group === '' ? '' : `.${group}`}`;
}

const patchNodes: Right = { verb: 'patch', resource: 'nodes' };
const patchDeployments: Right = { verb: 'patch', group: 'apps', resource: 'deployments' };

const effectRights: Readonly<Record<PlannedKind, Right>> = {
  cordon_node: patchNodes,
  uncordon_node: patchNodes,
  restart_pod: { verb: 'delete', resource: 'pods' },
  scale_deployment: patchDeployments,
  rollback_deployment: patchDeployments,
};

function oneDeployment(namespace: string, name: string): Read {
  const right = { verb: 'get', group: 'apps', resource: 'deployments' } as const;
  return { into: 'deployment', path: deploymentPath(namespace, name), right };
}

function listOfDeployments(namespace: string): Read {
  const right = { verb: 'list', group: 'apps', resource: 'deployments' } as const;
  return { into: 'deployments', path: deploymentsPath(namespace), right };
}

function listOfBudgets(namespace: string): Read {
  const right = { verb: 'list', group: 'policy', resource: 'poddisruptionbudgets' } as const;
  return { into: 'budgets', path: budgetsPath(namespace), right };
}
