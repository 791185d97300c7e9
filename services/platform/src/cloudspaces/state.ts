import { stateMachine } from '@wheelhouse/kit';

export const cloudspacePhases = ['Pending', 'Provisioning', 'Ready', 'Updating', 'Deleting', 'Failed'] as const;
export type CloudspacePhase = (typeof cloudspacePhases)[number];

/** Every way from phase to phase. One that was deleted and is gone has no row any more. */
const steps = stateMachine('CloudSpace', {
  provision: { from: ['Pending'], to: 'Provisioning' },
  ready: { from: ['Provisioning', 'Updating'], to: 'Ready' },
  update: { from: ['Ready', 'Failed'], to: 'Updating' },
  /** Changed again before anything of it was applied, or while it is. */
  wait: { from: ['Pending'], to: 'Pending' },
  provision_again: { from: ['Provisioning'], to: 'Provisioning' },
  update_again: { from: ['Updating'], to: 'Updating' },
  delete: { from: ['Pending', 'Provisioning', 'Ready', 'Updating', 'Failed', 'Deleting'], to: 'Deleting' },
  /** Its namespace was deleted by somebody else. */
  lose: { from: ['Ready'], to: 'Failed' },
  fail: { from: ['Pending', 'Provisioning', 'Updating', 'Deleting'], to: 'Failed' },
});

export type CloudspaceStep = keyof typeof steps.steps;
export const nextCloudspacePhase = steps.next;
