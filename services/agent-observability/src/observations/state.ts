import { stateMachine } from '@wheelhouse/kit';

/** It ends once, however often it was looked at. */
export const observationMachine = stateMachine('observation', {
  complete: { from: ['observing'], to: 'complete' },
  leave_open: { from: ['observing'], to: 'partial' },
  give_up: { from: ['observing'], to: 'not_observable' },
});
export type ObservationStep = keyof typeof observationMachine.steps;
