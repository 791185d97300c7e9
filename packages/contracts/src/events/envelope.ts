import { Type } from 'typebox';
import { exampleIds } from '../examples.ts';
import { eventIdSchema, timestampSchema, uuidSchema } from '../ids.ts';
import { closed, oneOf } from '../shapes.ts';
import { type EventData, type EventType, eventCatalogue, eventTypes } from './catalogue.ts';

const head = { id: eventIdSchema, occurred_at: timestampSchema, tenant_id: uuidSchema };

/** What a subscriber is sent: these five fields, whatever the type. */
export const eventEnvelope = closed({
  ...head,
  type: oneOf(eventTypes),
  // Said aloud, because whoever writes answers by schema leaves out what is not named.
  data: Type.Object({}, { additionalProperties: true }),
});

/** The same for one type, its data included. */
export function eventEnvelopeOf<Name extends EventType>(type: Name) {
  return closed({ ...head, type: Type.Literal(type), data: eventCatalogue[type].data });
}

/** A union over the types, so that checking `type` also tells what `data` is. */
export type EventEnvelope<Name extends EventType = EventType> = {
  readonly [Each in Name]: {
    readonly id: string;
    readonly type: Each;
    readonly occurred_at: string;
    readonly tenant_id: string;
    readonly data: EventData<Each>;
  };
}[Name];

/** What ends is told of at that moment; the other examples share one that suits them all. */
export function exampleEnvelope(type: EventType) {
  const data = eventCatalogue[type].example;
  return {
    id: exampleIds.event,
    type,
    occurred_at: 'finished_at' in data ? data.finished_at : '2026-11-12T09:35:04.550Z',
    tenant_id: exampleIds.tenant,
    data,
  };
}
