import type { ActionKind } from '@wheelhouse/contracts';
import type { ActionRow } from '../records/row.ts';
import type { ActionsOnObject, ObjectQuery } from './schema.ts';

/** What an action acts on: a node, a Deployment, or a pod, which counts as an action on the workload that made it. */
export function isOn({ target, plan }: Pick<ActionRow, 'target' | 'plan'>, object: ObjectQuery): boolean {
  const { kind, namespace, name } = object;
  if ('node_name' in target) return kind === 'Node' && target.node_name === name;
  if (target.namespace !== namespace) return false;
  if ('deployment_name' in target) return kind === 'Deployment' && target.deployment_name === name;
  if (kind === 'Pod') return target.pod === name;
  const owners = plan?.touches.pods.flatMap(({ owner }) => owner ?? []) ?? [];
  return owners.length > 0 ? owners.includes(`${kind} ${name}`) : isPodOf(target.pod, object);
}

/** How Kubernetes names the pods of each kind; so that those of web-api are not taken for those of web. */
const endings: Readonly<Record<string, RegExp>> = {
  Deployment: /^[a-z0-9]+-[a-z0-9]{5}$/,
  StatefulSet: /^\d+$/,
  CronJob: /^\d+-[a-z0-9]{5}$/,
};
const usualEnding = /^[a-z0-9]{5}$/;

function isPodOf(pod: string, { kind, name }: ObjectQuery): boolean {
  return pod.startsWith(`${name}-`) && (endings[kind] ?? usualEnding).test(pod.slice(name.length + 1));
}

/** Kinds of action that can be on an object of this kind, so that few rows are read. */
export function kindsOn(kind: string): readonly ActionKind[] {
  if (kind === 'Node') return ['cordon_node', 'uncordon_node', 'drain_node'];
  return kind === 'Deployment' ? ['restart_pod', 'scale_deployment', 'rollback_deployment'] : ['restart_pod'];
}

export function told(row: ActionRow): ActionsOnObject['actions'][number] {
  const { id, action, target, status, result, error, created_at, finished_at } = row;
  return {
    action_id: id,
    action,
    target,
    status,
    result,
    error: error?.code ?? null,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}
