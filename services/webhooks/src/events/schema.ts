import {
  closed,
  eventIdSchema,
  eventTypes,
  listEnvelope,
  nullable,
  oneOf,
  timestampSchema,
  uuidPattern,
  uuidSchema,
} from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';

const open = Type.Object({}, { additionalProperties: true });

const eventTypeSchema = closed({
  type: oneOf(eventTypes),
  sent_when: Type.String(),
  schema: Type.With(open, { description: 'JSON Schema of the event as it is sent, data included' }),
  example: closed({
    id: eventIdSchema,
    type: oneOf(eventTypes),
    occurred_at: timestampSchema,
    tenant_id: uuidSchema,
    data: open,
  }),
});
export const eventTypeList = listEnvelope(eventTypeSchema);
export const eventTypeQuery = closed(pageParameters);
export type EventTypeShown = Static<typeof eventTypeSchema>;

const fields = {
  id: eventIdSchema,
  type: oneOf(eventTypes),
  occurred_at: timestampSchema,
  cluster_id: nullable(uuidSchema),
  cloudspace_id: nullable(uuidSchema),
};
const event = closed(fields);
export type EventShown = Static<typeof event>;

export const eventDetail = closed({
  ...fields,
  body: Type.String({ description: 'byte for byte as subscribers are sent it' }),
});

export const eventList = listEnvelope(event);
export const eventId = closed({ event_id: eventIdSchema });
export const eventQuery = closed({
  ...pageParameters,
  type: Type.Optional(Type.String({ description: 'names of events; comma = or' })),
  cluster_id: Type.Optional(
    Type.String({
      pattern: `^(${uuidPattern.slice(1, -1)})(,(${uuidPattern.slice(1, -1)}))*$`,
      description: 'ids of clusters; comma = or',
    }),
  ),
  created_after: Type.Optional(Type.With(timestampSchema, { description: 'at or after' })),
  created_before: Type.Optional(Type.With(timestampSchema, { description: 'before' })),
});
export type EventQuery = Static<typeof eventQuery>;
