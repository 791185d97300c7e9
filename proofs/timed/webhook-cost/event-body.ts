import { eventIdOf } from '@wheelhouse/kit';
import { eventType } from './side.ts';

export const bodyBytes = 1_024;

/** An envelope of exactly so many bytes. */
export function eventBody(
  id: string,
  tenantId: string,
  now: Date,
): { readonly eventId: string; readonly body: string } {
  const eventId = eventIdOf(id);
  const envelope = (message: string) =>
    JSON.stringify({
      id: eventId,
      type: eventType,
      occurred_at: now.toISOString(),
      tenant_id: tenantId,
      data: { message },
    });
  return { eventId, body: envelope('x'.repeat(bodyBytes - envelope('').length)) };
}
