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
  Type.With(nullable(Type.Number()), { description: `${about}; null if not reached or not needed` });

const fields = {
  id: uuidSchema,
  webhook_id: uuidSchema,
  event_id: eventIdSchema,
  event_type: oneOf(eventTypes),
  generation: Type.Integer({ description: '1, plus one each time the event is redelivered' }),
  state: oneOf(deliveryStates),
  reason: Type.With(nullable(oneOf(deliveryReasons)), { description: 'Why it is held or was canceled' }),
  created_at: timestampSchema,
  deadline_at: Type.With(timestampSchema, { description: 'No attempt is made after this time' }),
  next_attempt_at: Type.With(nullable(timestampSchema), {
    description: 'While pending: earliest time of the next attempt',
  }),
  finished_at: nullable(timestampSchema),
  attempt_count: Type.Integer(),
  last_status: Type.With(nullable(Type.Integer()), {
    description: 'HTTP status of the last attempt; null if there was no response',
  }),
  last_failure: Type.With(nullable(failureClass), { description: 'Null if there was none, or if it succeeded' }),
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
      description:
        'The signed content: `t`, a dot and the body; null if the body is, or if another version of Wheelhouse made it of the event',
    }),
  }),
  failure: Type.With(
    nullable(
      closed({
        class: failureClass,
        message: Type.String({ description: 'What happened, human-readable' }),
        remedy: Type.String({ description: 'How to fix it' }),
      }),
    ),
    { description: 'Null if it succeeded' },
  ),
  status: nullable(Type.Integer()),
  response: nullable(
    closed({
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'At most 16 KiB, as text' }),
      truncated: Type.Boolean(),
    }),
  ),
  timings: closed({
    dns_ms: milliseconds('DNS lookup'),
    connect_ms: milliseconds('TCP connection'),
    tls_ms: milliseconds('TLS handshake'),
    answered_ms: milliseconds('From the start to the response status'),
    total_ms: Type.Number(),
  }),
});
export type ShownAttempt = Static<typeof attempt>;

export const deliveryDetail = closed({
  ...fields,
  body: Type.With(nullable(Type.String()), {
    description:
      'What is sent and signed: the event itself, or what is made of it for the format; null if older than 35 days. The routing key of PagerDuty is not shown',
  }),
  attempts: Type.Array(attempt, { description: 'Oldest first' }),
});
export type DeliveryDetail = Static<typeof deliveryDetail>;

export const deliveryId = closed({ id: uuidSchema, delivery_id: uuidSchema });

export const testBody = closed({
  type: Type.Optional(oneOf(eventTypes, 'The event type; by default one the webhook subscribes to')),
});
export const testAnswer = closed({
  event_id: eventIdSchema,
  event_type: oneOf(eventTypes),
  body: Type.String({ description: 'The example exactly as it was sent, without the routing key of PagerDuty' }),
  attempt,
});
