import { type AddressGuard, refuse } from '@wheelhouse/kit';
import { anyEvent } from './schema.ts';

/** What is wrong with where events are to go; undefined when nothing is. */
function whyNotUrl(text: string, guard: AddressGuard): string | undefined {
  if (!URL.canParse(text)) return 'is not a URL; write it like https://hooks.example.com/wheelhouse';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must start with https://, because events must not be readable in transit';
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user or password; deliveries are authenticated by their signature';
  if (text.includes('#')) return 'must not contain a fragment (#…), which is never sent to a server';
  const refused = guard.whyNotHost(url.hostname);
  return refused === undefined
    ? undefined
    : `is an address we do not connect to: ${refused}. Use a public address, or ask the operator to allow this network (WEBHOOK_ALLOWED_PRIVATE_CIDRS)`;
}

/** Answers it as it will be asked for. */
export function targetOf(text: string, guard: AddressGuard): string {
  const why = whyNotUrl(text, guard);
  if (why !== undefined) refuseField('url', why);
  return new URL(text).href;
}

/** All of them is not said together with some. */
export function checkEvents(events: readonly string[]): void {
  if (events.length > 1 && events.includes(anyEvent))
    refuseField(
      'events',
      `contains "${anyEvent}" along with other names; send either just ["${anyEvent}"] or just names`,
    );
}

export function refuseField(field: string, why: string): never {
  return refuse('validation_failed', {
    message: `${field} ${why}.`,
    details: [{ field, code: 'invalid', message: why }],
  });
}
