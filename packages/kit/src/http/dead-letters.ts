import { closed, listEnvelope, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import type { TenantDb } from '../db/database.ts';
import { tenantFilter } from '../db/tenant-filter.ts';
import { eventIdOf } from '../ids.ts';
import type { Module, ModuleContext } from '../module.ts';
import {
  boundedTotal,
  countedTotal,
  filterConditions,
  type Filters,
  type PageRequest,
  pageOf,
  pageParameters,
  pageRequest,
  pageWhere,
  type Total,
  valuesOf,
} from './page.ts';
import { clustersInReach } from './reach.ts';
import { defineRoute, type Route } from './route.ts';

/** What a module's consumers gave up, for people who find out why. Every module that hears anything serves it. */
const deadLetter = Type.Object({
  id: uuidSchema,
  event_id: Type.With(nullable(Type.String()), {
    description: 'the event, as its source named it; null for a message',
  }),
  message_id: Type.With(nullable(Type.String()), { description: 'the message, if its sender named it' }),
  consumer: Type.String({ description: 'who could not handle it' }),
  source: Type.String({ description: 'the module it came from; of a message, the exchange' }),
  type: Type.String({ description: 'the type of the event, or `message`' }),
  seq: Type.With(nullable(Type.Integer()), {
    description: 'its number among the events of its source and type; null for a message',
  }),
  routing_key: Type.With(nullable(Type.String()), { description: 'of a message' }),
  cluster_id: Type.With(nullable(uuidSchema), { description: 'the cluster it is about, if it says so' }),
  reason: Type.String({ description: 'what the last attempt failed with, or why there was none' }),
  body: Type.String({ description: 'as it was written: an event is JSON, a message whatever came' }),
  body_encoding: oneOf(['utf8', 'base64'], 'base64 where the bytes are no text'),
  body_bytes: Type.Integer({ description: 'how large it was' }),
  body_cut: Type.Boolean({ description: 'only its beginning was kept' }),
  created_at: timestampSchema,
});

interface DeadLetterRow extends Omit<Static<typeof deadLetter>, 'created_at'>, Record<string, unknown> {
  readonly id: string;
  readonly created_at: Date;
}

const list = 'dead_letters';
/** As kit.counted was told them. */
const counted = ['consumer', 'type'];

const columns = `id, event_id, message_id, consumer, source, type, seq, routing_key, cluster_id, reason, body, body_encoding,
  coalesce(bytes, octet_length(body)) AS body_bytes, body_cut, created_at`;

export function deadLetterRoutes(module: Module, { schema, cursors }: ModuleContext): readonly Route[] {
  if (module.consumers === undefined && module.messages === undefined) return [];
  return [
    defineRoute({
      method: 'GET',
      url: module.deadLettersAt ?? '/api/v1/dead-letters',
      access: 'admin',
      summary: 'List events and messages that could not be handled, newest first',
      query: closed({
        ...pageParameters,
        consumer: Type.Optional(Type.String({ description: 'names of consumers; comma = or' })),
        type: Type.Optional(Type.String({ description: 'types of events, or `message`; comma = or' })),
      }),
      response: listEnvelope(deadLetter),
      handler: async ({ query, tenantId, principal, read }) => {
        const filters = { consumer: valuesOf(query.consumer), type: valuesOf(query.type) };
        const page = pageRequest(list, tenantId, query, filters, cursors);
        // Whoever is limited to clusters sees what is about those, and not what says nothing of any.
        const seen: Filters = { ...filters, cluster_id: clustersInReach(principal) };
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectDeadLetters(db, schema, page, seen),
            totalOf(db, schema, seen),
          ]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
  ];
}

function selectDeadLetters(
  db: TenantDb,
  schema: string,
  page: PageRequest,
  filters: Filters,
): Promise<readonly DeadLetterRow[]> {
  const values: unknown[] = [];
  return db.query<DeadLetterRow>(
    `SELECT ${columns} FROM ${schema}.dead_letters ${pageWhere(page, filters, values)}`,
    values,
  );
}

function totalOf(db: TenantDb, schema: string, filters: Filters): Promise<Total> {
  if (filters['cluster_id'] === undefined) return countedTotal(db, schema, list, counted, filters);
  const values: unknown[] = [];
  const where = [tenantFilter(), ...filterConditions(filters, values)].join(' AND ');
  return boundedTotal(db, `FROM ${schema}.dead_letters WHERE ${where}`, values);
}

function shown({ event_id, created_at, ...rest }: DeadLetterRow) {
  return { ...rest, event_id: event_id === null ? null : eventIdOf(event_id), created_at: created_at.toISOString() };
}
