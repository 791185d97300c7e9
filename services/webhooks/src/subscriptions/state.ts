import { stateMachine } from '@wheelhouse/kit';

/** What people ask for. To be disabled is what a webhook's own answers lead to. */
export const webhookMachine = stateMachine('webhook', {
  pause: { from: ['active'], to: 'paused' },
  enable: { from: ['paused', 'disabled'], to: 'active' },
});
