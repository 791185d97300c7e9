import {
  closed,
  deliveryFailures,
  deliveryReasons,
  deliveryStates,
  eventIdSchema,
  eventTypes,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const failureClass = oneOf(deliveryFailures);
const milliseconds = (about: string) =>
  Type.With(nullable(Type.Number()), { description: `${about}; null: not reached, or not needed` });

const fields = {
  id: uuidSchema,
  webhook_id: uuidSchema,
  event_id: eventIdSchema,
  event_type: oneOf(eventTypes),
  generation: Type.Integer({ description: '1, and one more each time the event is sent anew' }),
  state: oneOf(deliveryStates),
  reason: Type.With(nullable(oneOf(deliveryReasons)), { description: 'why it is held, or was canceled' }),
  created_at: timestampSchema,
  deadline_at: Type.With(timestampSchema, { description: 'after it no attempt is made' }),
  next_attempt_at: Type.With(nullable(timestampSchema), { description: 'while it is pending; not before this' }),
  finished_at: nullable(timestampSchema),
  attempt_count: Type.Integer(),
  last_status: Type.With(nullable(Type.Integer()), { description: 'of HTTP; null: there was no answer yet' }),
  last_failure: Type.With(nullable(failureClass), { description: 'null: none, or it succeeded' }),
};

export const deliverySchema = closed(fields);
export type Delivery = Static<typeof deliverySchema>;

const attempt = closed({
  number: Type.Integer(),
  started_at: timestampSchema,
  request: closed({
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    signed: Type.With(nullable(Type.String()), {
      description: 'what was signed: `t`, a dot and the body; null where the body is',
    }),
  }),
  failure: Type.With(
    nullable(
      closed({
        class: failureClass,
        message: Type.String({ description: 'what happened, for people' }),
        remedy: Type.String({ description: 'what to do about it' }),
      }),
    ),
    { description: 'null: it succeeded' },
  ),
  status: nullable(Type.Integer()),
  response: nullable(
    closed({
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'at most 16 KiB, as text' }),
      truncated: Type.Boolean(),
    }),
  ),
  timings: closed({
    dns_ms: milliseconds('to find the address'),
    connect_ms: milliseconds('to connect'),
    tls_ms: milliseconds('to agree on TLS'),
    answered_ms: milliseconds('from the start to the status'),
    total_ms: Type.Number(),
  }),
});
export type ShownAttempt = Static<typeof attempt>;

export const deliveryDetail = closed({
  ...fields,
  body: Type.With(nullable(Type.String()), {
    description: 'the event, byte for byte as it is sent and signed; null: older than 35 days',
  }),
  attempts: Type.Array(attempt, { description: 'oldest first' }),
});
export type DeliveryDetail = Static<typeof deliveryDetail>;

export const deliveryId = closed({ id: uuidSchema, delivery_id: uuidSchema });

export const testBody = closed({
  type: Type.Optional(oneOf(eventTypes, 'which event; one that it subscribes to unless given')),
});
export const testAnswer = closed({
  event_id: eventIdSchema,
  event_type: oneOf(eventTypes),
  body: Type.String({ description: "the catalogue's example, as it was sent" }),
  attempt,
});
