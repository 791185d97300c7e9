import type { Budget, DeploymentSeen, Labels, PodController, PodSeen, ScaleDownCase } from './contract.ts';

/** Small namespaces by hand: a Deployment "web" and what a test puts beside it. */

export const web: DeploymentSeen = deploymentNamed('web', 7);

export function deploymentNamed(name: string, replicas: number, app = 'web'): DeploymentSeen {
  return { name, uid: name, replicas, selector: { matchLabels: { app } }, templateLabels: { app } };
}

/** `count` pods that are ready, but for what is said of them. */
export function pods(
  count: number,
  controller: PodController | null,
  said: Partial<PodSeen> & { readonly labels?: Labels } = {},
): PodSeen[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${controller?.name ?? 'bare'}-${said.phase ?? 'running'}-${index}`;
    const seen = { ready: true, terminating: false, phase: 'Running' as const, labels: { app: 'web' } };
    return { name, uid: name, ...seen, controller, ...said };
  });
}

/** Pods of a Deployment's ReplicaSet. */
export function podsOf(deployment: DeploymentSeen, count: number, said: Partial<PodSeen> = {}, hash = 'a1'): PodSeen[] {
  const controller = { kind: 'ReplicaSet', name: `${deployment.name}-${hash}`, uid: `rs-${deployment.name}-${hash}` };
  const labels = { ...deployment.templateLabels, ...said.labels, 'pod-template-hash': hash };
  return pods(count, controller, { ...said, labels });
}

export const statefulSet: PodController = { kind: 'StatefulSet', name: 'db', uid: 'db' };

export function budget(asked: Partial<Budget>): Budget {
  return { name: 'budget', selector: { matchLabels: { app: 'web' } }, ...asked };
}

/** "web" from `replicas` to `target`, all its pods ready unless a test gives the pods. */
export function scaleDown(
  replicas: number,
  target: number,
  asked: Partial<Budget> | readonly Budget[],
  beside: Partial<Pick<ScaleDownCase, 'pods' | 'deployments'>> = {},
): ScaleDownCase {
  const deployment = { ...web, replicas };
  const budgets = Array.isArray(asked) ? asked : [budget(asked as Partial<Budget>)];
  return { deployment, target, budgets, pods: podsOf(deployment, replicas), deployments: [], ...beside };
}
