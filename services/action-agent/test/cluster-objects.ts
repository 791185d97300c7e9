import type { RawBudget, RawDeployment, RawPod } from '@wheelhouse/kubernetes';
import type { DrainCase, NodeCase, RestartCase, RollbackCase, ScaleCase } from '../src/plans/asked.ts';
import type { DeploymentRead, NodeRead, PodRead } from '../src/plans/objects.ts';
import { type PlanContext, planAction } from '../src/plans/plan-action.ts';

/** Objects as the API server sends them, with what the plans look at. */

export const clusterId = '01a1cf00-0000-7000-8000-0000000000c1';
export const automatic: PlanContext = { clusterId, consented: false, missingRights: [] };
export const approved: PlanContext = { ...automatic, consented: true };
export const plan = (given: Parameters<typeof planAction>[0], context = automatic) => planAction(given, context);

export function node(spec: NodeRead['spec'] = {}, ready = 'True'): NodeRead {
  return {
    metadata: { name: 'node-7', uid: 'uid-node-7', resourceVersion: '70' },
    spec,
    status: { conditions: [{ type: 'Ready', status: ready }] },
  };
}

export function nodeCase(action: NodeCase['action'], read: NodeRead | null): NodeCase {
  return { action, target: { node_name: 'node-7' }, node: read };
}

interface DeploymentMore {
  readonly name?: string;
  readonly uid?: string;
  readonly spec?: Partial<NonNullable<DeploymentRead['spec']>>;
  readonly status?: DeploymentRead['status'];
  readonly annotations?: Record<string, string>;
  readonly volumes?: readonly { readonly name: string; readonly emptyDir?: object }[];
}

/** Like `kubectl create deployment` makes it, rolled out. */
export function deployment(replicas: number, more: DeploymentMore = {}): DeploymentRead {
  const { name = 'web', annotations, volumes = [] } = more;
  const counts = { replicas, updatedReplicas: replicas, availableReplicas: replicas };
  return {
    metadata: { name, namespace: 'shop', uid: more.uid ?? `uid-${name}`, resourceVersion: '10', generation: 4 },
    spec: {
      replicas,
      progressDeadlineSeconds: 600,
      selector: { matchLabels: { app: name } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      template: { metadata: { labels: { app: name }, ...(annotations && { annotations }) }, spec: { volumes } },
      ...more.spec,
    },
    status: more.status ?? { observedGeneration: 4, ...(replicas === 0 ? {} : counts) },
  };
}

interface PodMore {
  readonly metadata?: Partial<PodRead['metadata']>;
  readonly spec?: PodRead['spec'];
  readonly status?: PodRead['status'];
}

export function pod(name: string, app = 'web', more: PodMore = {}, hash = '5f6d'): PodRead {
  const controller = { kind: 'ReplicaSet', name: `${app}-${hash}`, uid: `uid-${app}-${hash}`, controller: true };
  return {
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      resourceVersion: '20',
      labels: { app, 'pod-template-hash': hash },
      ownerReferences: [controller],
      ...more.metadata,
    },
    spec: { nodeName: 'node-7', terminationGracePeriodSeconds: 30, ...more.spec },
    status: more.status ?? { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

export function pods(count: number, app = 'web', more: PodMore = {}): PodRead[] {
  return Array.from({ length: count }, (_, index) => pod(`${app}-${index}`, app, more));
}

export function budget(name: string, spec: Partial<RawBudget['spec']>, app = 'web'): RawBudget {
  return { metadata: { name, uid: `uid-${name}` }, spec: { selector: { matchLabels: { app } }, ...spec } };
}

interface Lists {
  readonly pods?: readonly RawPod[];
  readonly budgets?: readonly RawBudget[];
  readonly deployments?: readonly RawDeployment[];
}

export function scaleCase(read: DeploymentRead | null, replicas?: number, lists: Lists = {}): ScaleCase {
  const target = { namespace: 'shop', deployment_name: 'web', ...(replicas !== undefined && { replicas }) };
  return { action: 'scale_deployment', target, deployment: read, ...noLists, ...lists };
}

export function rollbackCase(read: DeploymentRead | null): RollbackCase {
  return { action: 'rollback_deployment', target: { namespace: 'shop', deployment_name: 'web' }, deployment: read };
}

export function restartCase(
  read: PodRead | null,
  { budgets = [], deployments = [deployment(3)] }: Lists = {},
): RestartCase {
  return { action: 'restart_pod', target: { namespace: 'shop', pod: 'web-0' }, pod: read, budgets, deployments };
}

/** The pods are all there are, wherever the budgets look. */
export function drainCase(on: readonly PodRead[], more: Partial<DrainCase> = {}): DrainCase {
  const lists = { budgets: [], deployments: [deployment(3)], neighbours: on };
  return { action: 'drain_node', target: { node_name: 'node-7' }, node: node(), pods: on, ...lists, ...more };
}

const noLists = { pods: [], budgets: [], deployments: [] };
