import {
  closed,
  eventIdSchema,
  eventTypes,
  listEnvelope,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';

const open = Type.Object({}, { additionalProperties: true });

const eventTypeSchema = closed({
  type: oneOf(eventTypes),
  sent_when: Type.String(),
  schema: Type.With(open, { description: 'JSON Schema of the event as it is sent, including data' }),
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
export const event = closed(fields);
export type EventShown = Static<typeof event>;

export const eventDetail = closed({
  ...fields,
  body: Type.String({ description: 'The event exactly as it is sent to subscribers' }),
});

export const eventId = closed({ event_id: eventIdSchema });
