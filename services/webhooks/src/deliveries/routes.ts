import {
  defineRoute,
  firstIdOf,
  type ModuleContext,
  pageOf,
  pageRequest,
  refuse,
  type Route,
  valuesOf,
} from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { uuidOfEvent } from '../events/event-id.ts';
import { reachable } from '../subscriptions/answer.ts';
import { reachOf } from '../subscriptions/reach.ts';
import { webhooksUrl } from '../subscriptions/routes.ts';
import { webhookId } from '../subscriptions/schema.ts';
import { redeliver } from './redeliver.ts';
import { deliveryDetail, deliveryId, deliveryList, deliveryQuery, deliverySchema } from './schema.ts';
import { shown, shownWhole } from './shown.ts';
import { countDeliveries, selectDeliveries, selectDelivery } from './store.ts';

const url = `${webhooksUrl}/:id/deliveries`;
const one = `${url}/:delivery_id`;

export function deliveryRoutes(context: ModuleContext<WebhookSettings>): readonly Route[] {
  const { cursors } = context;
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      summary: 'List the deliveries of a webhook, newest first',
      params: webhookId,
      query: deliveryQuery,
      response: deliveryList,
      handler: async ({ params, query, principal, tenantId, read }) => {
        const { created_after: after, created_before: before, event_id } = query;
        const reach = reachOf(principal);
        const only = (value: string | undefined) => (value === undefined ? undefined : [value]);
        const page = pageRequest(
          'deliveries',
          tenantId,
          query,
          {
            webhook: [params.id.toLowerCase()],
            state: valuesOf(query.state),
            event_type: valuesOf(query.event_type),
            event_id: only(event_id),
            created_after: only(after),
            created_before: only(before),
            clusters: reach?.clusterIds,
            cloudspaces: reach?.cloudspaceIds,
          },
          cursors,
        );
        return read(async (db) => {
          const { id } = await reachable(db, principal, params.id);
          const filters = {
            subscriptionId: id,
            states: valuesOf(query.state),
            eventTypes: valuesOf(query.event_type),
            eventId: event_id === undefined ? undefined : uuidOfEvent(event_id),
            fromId: after === undefined ? undefined : firstIdOf(new Date(after)),
            beforeId: before === undefined ? undefined : firstIdOf(new Date(before)),
            reach,
          };
          const [rows, total] = await Promise.all([selectDeliveries(db, page, filters), countDeliveries(db, filters)]);
          const { data, ...rest } = pageOf(rows, page, total, cursors);
          return { body: { data: data.map(shown), ...rest } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      summary: 'Read a delivery: the event as it is sent, and every attempt',
      params: deliveryId,
      response: deliveryDetail,
      handler: async ({ params, principal, read }) =>
        read(async (db) => {
          const { id } = await reachable(db, principal, params.id);
          const row = await selectDelivery(db, id, params.delivery_id, reachOf(principal));
          return { body: shownWhole(row ?? refuse('not_found')) };
        }),
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/redeliver`,
      access: 'deploy',
      summary: 'Send the event of a delivery once more, as a delivery of its own',
      audit: { action: 'webhook.redeliver' },
      params: deliveryId,
      status: 202,
      response: deliverySchema,
      errors: ['invalid_state'],
      handler: async ({ params, principal, change }) =>
        change(async (db) => {
          const webhook = await reachable(db, principal, params.id, 'FOR UPDATE');
          const before = await selectDelivery(db, webhook.id, params.delivery_id, reachOf(principal));
          const row = await redeliver(db, context, webhook, before ?? refuse('not_found'));
          const { event_id } = shown(row);
          return {
            body: shown(row),
            headers: { location: `${webhooksUrl}/${webhook.id}/deliveries/${row.id}` },
            audit: { details: { delivery_id: row.id, event_id, event_type: row.event_type } },
          };
        }),
    }),
  ];
}
