import type { ActionTarget } from '@wheelhouse/contracts';

interface Place {
  readonly kind: 'Node' | 'Deployment' | 'Pod';
  readonly namespace: string | null;
  readonly name: string;
}

export function placeOf(target: ActionTarget): Place {
  if ('node_name' in target) return { kind: 'Node', namespace: null, name: target.node_name };
  if ('pod' in target) return { kind: 'Pod', namespace: target.namespace, name: target.pod };
  return { kind: 'Deployment', namespace: target.namespace, name: target.deployment_name };
}

/** The same for every action on the same target, whatever else is asked of it. */
export function targetKey(clusterId: string, target: ActionTarget): string {
  const { kind, namespace, name } = placeOf(target);
  const path = namespace === null ? name : `${namespace}/${name}`;
  return `${clusterId}/${kind.toLowerCase()}/${path}`;
}

const workloads: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job']);

/** Whether an issue of k8s-monitor is about it. Issues of pods stand with the workload that they belong to. */
export function isAbout(
  target: ActionTarget,
  object: { kind: string; namespace: string | null; name: string },
): boolean {
  const { kind, namespace, name } = placeOf(target);
  if (object.namespace !== namespace) return false;
  if (object.kind === kind && object.name === name) return true;
  return kind === 'Pod' && workloads.has(object.kind) && name.startsWith(`${object.name}-`);
}
