import { refuse } from '@wheelhouse/kit';

/** Those a registered cluster can be in; clusters that we set up ourselves will have more. */
export const clusterPhases = ['Pending', 'Ready', 'Degraded', 'Unreachable'] as const;
export type ClusterPhase = (typeof clusterPhases)[number];

/** Every way from one phase to another. Only what a probe finds leads along them, so nothing leads back to Pending. */
export const clusterTransitions = {
  Pending: ['Ready', 'Degraded', 'Unreachable'],
  Ready: ['Degraded', 'Unreachable'],
  Degraded: ['Ready', 'Unreachable'],
  Unreachable: ['Ready', 'Degraded'],
} as const satisfies Readonly<Record<ClusterPhase, readonly ClusterPhase[]>>;

export function nextPhase(from: ClusterPhase, to: ClusterPhase): ClusterPhase {
  const ways: readonly ClusterPhase[] = clusterTransitions[from];
  if (from !== to && !ways.includes(to))
    refuse('invalid_state', {
      message: `the cluster is ${from} and cannot become ${to}; from there it becomes ${ways.join(' or ')}`,
    });
  return to;
}
