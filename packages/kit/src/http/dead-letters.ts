import { closed, listEnvelope, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import type { TenantDb } from '../db/database.ts';
import { eventIdOf } from '../ids.ts';
import type { Module, ModuleContext } from '../module.ts';
import {
  countedTotal,
  type Filters,
  type PageRequest,
  pageOf,
  pageParameters,
  pageRequest,
  pageWhere,
  valuesOf,
} from './page.ts';
import { defineRoute, type Route } from './route.ts';

/** What a module's consumers gave up, for people who find out why. Every module that hears events serves it. */
const deadLetter = Type.Object({
  id: uuidSchema,
  event_id: Type.String({ description: 'the event, as its source named it' }),
  consumer: Type.String({ description: 'who could not handle it' }),
  source: Type.String({ description: 'the module it came from' }),
  type: Type.String(),
  seq: Type.Integer({ description: 'its number among the events of its source and type' }),
  reason: Type.String({ description: 'what the last attempt failed with' }),
  body: Type.String({ description: 'the event as it was written, JSON' }),
  created_at: timestampSchema,
});

interface DeadLetterRow extends Omit<Static<typeof deadLetter>, 'created_at'>, Record<string, unknown> {
  readonly id: string;
  readonly created_at: Date;
}

const list = 'dead_letters';
/** As kit.counted was told them. */
const counted = ['consumer', 'type'];

export function deadLetterRoutes(module: Module, { schema, cursors }: ModuleContext): readonly Route[] {
  if (module.consumers === undefined) return [];
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/dead-letters',
      access: 'admin',
      summary: 'List events that could not be handled, newest first',
      query: closed({
        ...pageParameters,
        consumer: Type.Optional(Type.String({ description: 'names of consumers; comma = or' })),
        type: Type.Optional(Type.String({ description: 'types of events; comma = or' })),
      }),
      response: listEnvelope(deadLetter),
      handler: async ({ query, tenantId, read }) => {
        const filters = { consumer: valuesOf(query.consumer), type: valuesOf(query.type) };
        const page = pageRequest(list, tenantId, query, filters, cursors);
        return read(async (db) => {
          const [rows, total] = await Promise.all([
            selectDeadLetters(db, schema, page, filters),
            countedTotal(db, schema, list, counted, filters),
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
    `SELECT id, event_id, consumer, source, type, seq, reason, body, created_at FROM ${schema}.dead_letters ${pageWhere(page, filters, values)}`,
    values,
  );
}

function shown({ event_id, created_at, ...rest }: DeadLetterRow) {
  return { ...rest, event_id: eventIdOf(event_id), created_at: created_at.toISOString() };
}
