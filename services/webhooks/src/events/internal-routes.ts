import {
  closed,
  deliveryStates,
  nullable,
  oneOf,
  timestampSchema,
  uuidPattern,
  uuidSchema,
  webhookFormats,
} from '@wheelhouse/contracts';
import { defineRoute, type Limits, refuse, type Route } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { uuidOfEvent } from './event-id.ts';
import { eventId } from './schema.ts';
import { mostTold, selectTold, type ToldRow } from './told-store.ts';

const mostIds = 200;
const ids = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: mostIds * 37,
      pattern: `^(${uuidPattern.slice(1, -1)}(,|$))*$`,
      description: `${what} that the reader's role is limited to, comma-separated; if absent, it is not`,
    }),
  );
const readersLimits = closed({ cluster_ids: ids('Clusters'), cloudspace_ids: ids('CloudSpaces') });

const told = closed({
  webhook_id: uuidSchema,
  name: Type.String({ description: 'Its description, else the host of its URL, whose path may hold a secret' }),
  format: oneOf(webhookFormats),
  delivery_id: Type.With(uuidSchema, { description: 'The newest delivery of the event to it' }),
  state: oneOf(deliveryStates),
  attempt_count: Type.Integer({ minimum: 0 }),
  delivered_at: nullable(timestampSchema),
});

/** For the timelines of other modules: who was told of what happened. */
export function internalEventRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/internal/v1/events/:event_id/deliveries',
      access: 'internal',
      reach: 'none',
      summary: 'List the webhooks an event went to, and how each delivery stands',
      params: eventId,
      query: readersLimits,
      response: closed({ deliveries: Type.Array(told, { maxItems: mostTold }) }),
      handler: async ({ params, query, read }) => {
        const id = uuidOfEvent(params.event_id);
        const rows = (await read((db) => selectTold(db, id, limitsOf(query)))) ?? refuse('not_found');
        return { body: { deliveries: rows.map(shown) } };
      },
    }),
  ];
}

/** Whoever is limited sees webhooks that ask for nothing else, here as everywhere. */
function limitsOf({ cluster_ids, cloudspace_ids }: Static<typeof readersLimits>): Limits | undefined {
  if (cluster_ids === undefined && cloudspace_ids === undefined) return undefined;
  const listed = (given: string | undefined) => given?.split(',').filter((id) => id !== '');
  return { clusterIds: listed(cluster_ids), cloudspaceIds: listed(cloudspace_ids) };
}

function shown({ url, description, delivered_at, ...row }: ToldRow): Static<typeof told> {
  const name = description === '' ? new URL(url).host : description;
  return { ...row, name, delivered_at: delivered_at?.toISOString() ?? null };
}
