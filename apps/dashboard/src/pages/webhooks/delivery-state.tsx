import type { Delivery } from '../../api/webhooks.ts';
import { Status } from '../../design/status.tsx';
import { deliveryTone } from '../../design/webhook-words.ts';

/** Pending after a failed attempt is not the same as pending since a moment ago. */
export function DeliveryState({ delivery: { state, last_failure } }: { readonly delivery: Delivery }) {
  if (state === 'pending' && last_failure !== null) return <Status tone="attention">pending, failing so far</Status>;
  return <Status tone={deliveryTone[state]}>{state}</Status>;
}
