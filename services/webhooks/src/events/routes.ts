import {
  defineRoute,
  eventIdOf,
  firstIdOf,
  listRoute,
  type ModuleContext,
  pageInMemory,
  refuse,
  type Route,
} from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { webhooksUrl } from '../subscriptions/routes.ts';
import { uuidOfEvent } from './event-id.ts';
import { shownEventTypes } from './event-types.ts';
import { event, eventDetail, eventId, type EventShown, eventTypeList, eventTypeQuery } from './schema.ts';
import { type EventRow, events, selectEvent } from './store.ts';

/** With ids that go down, as cursors take them. */
const eventTypeRows = shownEventTypes.map((one, place) => ({
  ...one,
  id: firstIdOf(new Date(shownEventTypes.length - place)),
}));

export function eventRoutes(context: ModuleContext<WebhookSettings>): readonly Route[] {
  const { cursors } = context;
  return [
    defineRoute({
      method: 'GET',
      url: `${webhooksUrl}/event-types`,
      access: 'read',
      reach: 'none',
      summary: 'List the event types webhooks can receive, each with its schema and an example',
      query: eventTypeQuery,
      response: eventTypeList,
      handler: async ({ query, tenantId }) => {
        const { data, ...rest } = pageInMemory('event_types', tenantId, query, eventTypeRows, cursors);
        return { body: { data: data.map(({ id: _, ...one }) => one), ...rest } };
      },
    }),
    listRoute(context, events, {
      url: `${webhooksUrl}/events`,
      access: 'read',
      summary: 'List events of the last 35 days, newest first, whether or not a webhook received them',
      item: event,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'GET',
      url: `${webhooksUrl}/events/:event_id`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read an event exactly as it is sent to subscribers',
      params: eventId,
      response: eventDetail,
      handler: async ({ params, reach, read }) => {
        const id = uuidOfEvent(params.event_id);
        const row = (await read((db) => selectEvent(db, id, reach.limits()))) ?? refuse('not_found');
        return { body: { ...shown(row), body: row.body } };
      },
    }),
  ];
}

function shown({ id, type, occurred_at, cluster_id, cloudspace_id }: EventRow): EventShown {
  return { id: eventIdOf(id), type, occurred_at: occurred_at.toISOString(), cluster_id, cloudspace_id };
}
