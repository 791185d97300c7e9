import { nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { eventIdOf } from '../ids.ts';
import { anyOf } from '../lists/filters.ts';
import { defineList } from '../lists/list.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Module, ModuleContext } from '../module.ts';
import type { Route } from './route.ts';

/** What a module's consumers gave up, for people who find out why. Every module that hears anything serves it. */
const deadLetter = Type.Object({
  id: uuidSchema,
  event_id: Type.With(nullable(Type.String()), {
    description: 'Id of the event, as given by its source; null for a message',
  }),
  message_id: Type.With(nullable(Type.String()), { description: 'Id of the message, if its sender set one' }),
  consumer: Type.String({ description: 'The consumer that could not handle it' }),
  source: Type.String({ description: 'The module it came from; for a message, the exchange' }),
  type: Type.String({ description: 'The event type, or `message`' }),
  seq: Type.With(nullable(Type.Integer()), {
    description: 'Sequence number within its source and type; null for a message',
  }),
  routing_key: Type.With(nullable(Type.String()), { description: 'Of a message only' }),
  cluster_id: Type.With(nullable(uuidSchema), { description: 'The cluster it concerns, if known' }),
  reason: Type.String({ description: 'Error of the last attempt, or why there was none' }),
  body: Type.String({ description: 'The original content: JSON for an event, arbitrary for a message' }),
  body_encoding: oneOf(['utf8', 'base64'], 'base64 if the content is not text'),
  body_bytes: Type.Integer({ description: 'Original size in bytes' }),
  body_cut: Type.Boolean({ description: 'Whether only the beginning was kept' }),
  created_at: timestampSchema,
});

interface DeadLetterRow extends Omit<Static<typeof deadLetter>, 'created_at'>, Record<string, unknown> {
  readonly id: string;
  readonly created_at: Date;
}

const columns = `id, event_id, message_id, consumer, source, type, seq, routing_key, cluster_id, reason, body, body_encoding,
  coalesce(bytes, octet_length(body)) AS body_bytes, body_cut, created_at`;

export function deadLetterRoutes(module: Module, context: ModuleContext): readonly Route[] {
  if (!hearsAnything(module)) return [];
  const deadLetters = defineList<DeadLetterRow>({
    name: 'dead_letters',
    from: `${context.schema}.dead_letters`,
    columns,
    counted: ['consumer', 'type'],
    // Whoever is limited to clusters sees what is about those, and not what says nothing of any.
    reach: { cluster: 'cluster_id' },
    filters: { consumer: anyOf('Names of consumers'), type: anyOf('Event types, or `message`') },
  });
  return [
    listRoute(context, deadLetters, {
      url: module.deadLettersAt ?? '/api/v1/dead-letters',
      access: 'admin',
      summary: 'List events and messages that could not be handled, newest first',
      item: deadLetter,
      shown: (rows) => rows.map(shown),
    }),
  ];
}

function hearsAnything({ consumers, messages, onTenantDeleted }: Module): boolean {
  return consumers !== undefined || messages !== undefined || typeof onTenantDeleted === 'function';
}

function shown({ event_id, created_at, ...rest }: DeadLetterRow) {
  return { ...rest, event_id: event_id === null ? null : eventIdOf(event_id), created_at: created_at.toISOString() };
}
