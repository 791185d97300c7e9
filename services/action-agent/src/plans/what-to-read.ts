import { podSeen, resources, type Right } from '@wheelhouse/kubernetes';
import type { ActionKind } from '@wheelhouse/contracts';
import { type Asked, type Case, unknownKind } from './asked.ts';
import { budgetedNamespaces } from './drain-fates.ts';
import { budgetsPath, deploymentPath, deploymentsPath, nodePath, podPath, podsPath } from './paths.ts';

/** One call that a plan needs, and the field of its case that takes the answer. */
export interface Read {
  readonly into: 'node' | 'pod' | 'deployment' | 'pods' | 'deployments' | 'budgets' | 'neighbours';
  readonly path: string;
  readonly fieldSelector?: string;
  readonly right: Right & { readonly verb: 'get' | 'list' };
}

export function whatToRead(asked: Asked): readonly Read[] {
  switch (asked.action) {
    case 'cordon_node':
    case 'uncordon_node':
      return [{ into: 'node', path: nodePath(asked.target.node_name), right: { verb: 'get', resource: 'nodes' } }];
    case 'drain_node':
      return [
        { into: 'node', path: nodePath(asked.target.node_name), right: { verb: 'get', resource: 'nodes' } },
        podsOnNode(asked.target.node_name),
        listOfBudgets(),
      ];
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
        listOfPods(namespace),
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

/** What shows only in what was read so far; the same field may be read from several places. */
export function whatElseToRead(read: Case): readonly Read[] {
  if (read.action !== 'drain_node') return [];
  const hasReplicaSets = read.pods.some((pod) => podSeen(pod).controller?.kind === 'ReplicaSet');
  return [
    ...(hasReplicaSets ? [listOfDeployments()] : []),
    ...budgetedNamespaces(read).map((namespace) => ({ ...listOfPods(namespace), into: 'neighbours' as const })),
  ];
}

/** All that the action needs, its effects included. */
export function rightsFor(asked: Asked): readonly Right[] {
  return [...whatToRead(asked).map(({ right }) => right), ...effectRights[asked.action]];
}

export function rightName({ verb, group, resource, subresource }: Right): string {
  return `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}${group === undefined || group === '' ? '' : `.${group}`}`;
}

const patchNodes: Right = { verb: 'patch', resource: 'nodes' };
const deploymentsRight = { verb: 'list', group: 'apps', resource: 'deployments' } as const;
const patchDeployments: Right = { verb: 'patch', group: 'apps', resource: 'deployments' };

const effectRights: Readonly<Record<ActionKind, readonly Right[]>> = {
  cordon_node: [patchNodes],
  uncordon_node: [patchNodes],
  drain_node: [patchNodes, { verb: 'create', resource: 'pods', subresource: 'eviction' }, deploymentsRight],
  restart_pod: [{ verb: 'delete', resource: 'pods' }],
  scale_deployment: [patchDeployments],
  rollback_deployment: [patchDeployments],
};

function oneDeployment(namespace: string, name: string): Read {
  const right = { verb: 'get', group: 'apps', resource: 'deployments' } as const;
  return { into: 'deployment', path: deploymentPath(namespace, name), right };
}

const listPods = { verb: 'list', resource: 'pods' } as const;

export function podsOnNode(node: string): Read & { readonly fieldSelector: string } {
  return { into: 'pods', path: resources.pods, fieldSelector: `spec.nodeName=${node}`, right: listPods };
}

function listOfPods(namespace: string): Read {
  return { into: 'pods', path: podsPath(namespace), right: listPods };
}

/** Without a namespace, of all of them. */
export function listOfDeployments(namespace?: string): Read {
  const path = namespace === undefined ? resources.deployments : deploymentsPath(namespace);
  return { into: 'deployments', path, right: deploymentsRight };
}

export function listOfBudgets(namespace?: string): Read {
  const right = { verb: 'list', group: 'policy', resource: 'poddisruptionbudgets' } as const;
  return { into: 'budgets', path: namespace === undefined ? resources.budgets : budgetsPath(namespace), right };
}
