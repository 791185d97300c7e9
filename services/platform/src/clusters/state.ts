import { stateMachine } from '@wheelhouse/kit';

/** Those a registered cluster can be in; clusters that we set up ourselves will have more. */
export const clusterPhases = ['Pending', 'Ready', 'Degraded', 'Unreachable'] as const;
export type ClusterPhase = (typeof clusterPhases)[number];

/** Only what a probe finds leads from phase to phase, so nothing leads back to Pending. */
const probes = stateMachine('cluster', {
  Ready: { from: clusterPhases, to: 'Ready' },
  Degraded: { from: clusterPhases, to: 'Degraded' },
  Unreachable: { from: clusterPhases, to: 'Unreachable' },
  Pending: { from: ['Pending'], to: 'Pending' },
});

export const nextPhase = probes.next;
