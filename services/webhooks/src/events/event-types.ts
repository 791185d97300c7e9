import { eventCatalogue, eventEnvelopeOf, eventTypes, exampleEnvelope } from '@wheelhouse/contracts';
import type { EventTypeShown } from './schema.ts';

/** The catalogue, for those who are about to receive it. */
export const shownEventTypes: readonly EventTypeShown[] = eventTypes.map((type) => ({
  type,
  sent_when: eventCatalogue[type].sentWhen,
  schema: { ...eventEnvelopeOf(type) },
  example: exampleEnvelope(type),
}));
