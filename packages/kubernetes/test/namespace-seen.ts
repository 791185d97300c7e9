import type { Budget, DeploymentSeen, PodSeen, ScaleDownCase } from '../src/index.ts';

export function deployment(name: string, replicas: number, labels: Record<string, string> = {}): DeploymentSeen {
  const own = { app: name };
  return { name, uid: `uid-${name}`, replicas, selector: { matchLabels: own }, templateLabels: { ...own, ...labels } };
}

export function podsOf(
  { name, templateLabels }: DeploymentSeen,
  count: number,
  different: Partial<PodSeen> = {},
  hash = '5f6d',
): PodSeen[] {
  const labels = { ...templateLabels, ...different.labels, 'pod-template-hash': hash };
  const controller = { kind: 'ReplicaSet', name: `${name}-${hash}`, uid: `uid-${name}-${hash}` };
  return pods(`${name}-${hash}`, count, { controller, ...different, labels });
}

export function pods(name: string, count: number, different: Partial<PodSeen> = {}): PodSeen[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}-${index}`,
    uid: `uid-${name}-${index}`,
    labels: {},
    ready: true,
    terminating: false,
    phase: 'Running',
    controller: null,
    ...different,
  }));
}

export const statefulSet = { kind: 'StatefulSet', name: 'db', uid: 'uid-db' };
export const unready = { ready: false };
export const ofShop = { matchLabels: { team: 'shop' } };

export function budget(
  field: 'minAvailable' | 'maxUnavailable',
  value: number | string,
  more: Partial<Budget> = {},
): Budget {
  return { name: 'b', selector: {}, [field]: value, ...more };
}

/** A Deployment "web" of so many replicas, all of them ready, and nothing else. */
export function webCase(replicas: number, target: number, budgets: readonly Budget[]): ScaleDownCase {
  const web = deployment('web', replicas, { team: 'shop' });
  return { deployment: web, target, budgets, pods: podsOf(web, replicas), deployments: [] };
}
