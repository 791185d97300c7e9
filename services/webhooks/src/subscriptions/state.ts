import type { WebhookState } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';

/** Every way from one state to another that people ask for. To be disabled is what its own answers lead to. */
const ways = {
  active: ['paused'],
  paused: ['active'],
  disabled: ['active'],
} as const satisfies Readonly<Record<WebhookState, readonly WebhookState[]>>;

const nextStep: Readonly<Record<WebhookState, string>> = {
  active: 'it can be paused',
  paused: 'it can be enabled',
  disabled: 'it can be enabled, once what its disabled_reason names is mended',
};

export function nextState(from: WebhookState, to: WebhookState): WebhookState {
  const open: readonly WebhookState[] = ways[from];
  if (!open.includes(to))
    refuse('invalid_state', {
      message: `the webhook is ${from} and cannot become ${to}; ${nextStep[from]}`,
    });
  return to;
}
