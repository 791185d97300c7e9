import type { ActionTarget } from '@wheelhouse/contracts';

/** The same for every action on the same target, as the action agent has it. */
export function targetKeyOf(clusterId: string, target: ActionTarget): string {
  if ('node_name' in target) return `${clusterId}/node/${target.node_name}`;
  if ('pod' in target) return `${clusterId}/pod/${target.namespace}/${target.pod}`;
  return `${clusterId}/deployment/${target.namespace}/${target.deployment_name}`;
}
