import { type Asked, unknownKind } from './asked.ts';
import type { PodOwner } from './owner.ts';

/**
 * Of what only one action may be at work. The restart of a pod counts as one of its Deployment, whose other pods a
 * scale or a rolling restart may be replacing. `owner` is asked for by restart_pod alone; null: none, or not known yet.
 */
export function targetKey(clusterId: string, asked: Asked, owner: PodOwner | null): string {
  return `${clusterId}/${ofCluster(asked, owner)}`;
}

function ofCluster({ action, target }: Asked, owner: PodOwner | null): string {
  switch (action) {
    case 'cordon_node':
    case 'uncordon_node':
    case 'drain_node':
      return `node/${target.node_name}`;
    case 'restart_pod':
      return owner?.kind === 'Deployment'
        ? `deployment/${target.namespace}/${owner.name}`
        : `pod/${target.namespace}/${target.pod}`;
    case 'scale_deployment':
    case 'rollback_deployment':
      return `deployment/${target.namespace}/${target.deployment_name}`;
    default:
      throw unknownKind(action);
  }
}
