import {
  defineRoute,
  eventIdOf,
  firstIdOf,
  type ModuleContext,
  pageOf,
  pageRequest,
  refuse,
  type Route,
  valuesOf,
} from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { reachOf } from '../subscriptions/reach.ts';
import { webhooksUrl } from '../subscriptions/routes.ts';
import { uuidOfEvent } from './event-id.ts';
import { shownEventTypes } from './event-types.ts';
import {
  eventDetail,
  eventId,
  eventList,
  eventQuery,
  type EventShown,
  eventTypeList,
  eventTypeQuery,
} from './schema.ts';
import { countEvents, type EventRow, selectEvent, selectEvents } from './store.ts';

export function eventRoutes({ cursors, schema }: ModuleContext<WebhookSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: `${webhooksUrl}/event-types`,
      access: 'read',
      summary: 'List the events that webhooks can receive, each with its schema and an example',
      query: eventTypeQuery,
      response: eventTypeList,
      handler: async ({ query, tenantId }) => {
        const page = pageRequest('event_types', tenantId, query, {}, cursors);
        // Their places, in the form that cursors take.
        const rows = shownEventTypes.map((one, place) => ({ ...one, id: firstIdOf(new Date(place)) }));
        const after = rows.findIndex(({ id }) => id === page.afterId) + 1;
        const next = rows.slice(after, after + page.limit + 1);
        const { data, ...rest } = pageOf(next, page, { total: rows.length }, cursors);
        return { body: { data: data.map(({ id: _, ...one }) => one), ...rest } };
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${webhooksUrl}/events`,
      access: 'read',
      summary: 'List what has happened, newest first, whether or not a webhook was told of it; kept for 35 days',
      query: eventQuery,
      response: eventList,
      handler: async ({ query, principal, tenantId, read }) => {
        const { created_after: after, created_before: before } = query;
        const reach = reachOf(principal);
        const clusterIds = valuesOf(query.cluster_id?.toLowerCase());
        const types = valuesOf(query.type);
        const only = (value: string | undefined) => (value === undefined ? undefined : [value]);
        const bound = {
          type: types,
          cluster_id: clusterIds,
          created_after: only(after),
          created_before: only(before),
          clusters: reach?.clusterIds,
          cloudspaces: reach?.cloudspaceIds,
        };
        const page = pageRequest('events', tenantId, query, bound, cursors);
        const filters = {
          types,
          clusterIds,
          fromId: after === undefined ? undefined : firstIdOf(new Date(after)),
          beforeId: before === undefined ? undefined : firstIdOf(new Date(before)),
          reach,
        };
        return read(async (db) => {
          const [rows, total] = await Promise.all([selectEvents(db, page, filters), countEvents(db, schema, filters)]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${webhooksUrl}/events/:event_id`,
      access: 'read',
      summary: 'Read an event, byte for byte as subscribers are sent it',
      params: eventId,
      response: eventDetail,
      handler: async ({ params, principal, read }) => {
        const id = uuidOfEvent(params.event_id);
        const row = (await read((db) => selectEvent(db, id, reachOf(principal)))) ?? refuse('not_found');
        return { body: { ...shown(row), body: row.body } };
      },
    }),
  ];
}

function shown({ id, type, occurred_at, cluster_id, cloudspace_id }: EventRow): EventShown {
  return { id: eventIdOf(id), type, occurred_at: occurred_at.toISOString(), cluster_id, cloudspace_id };
}
