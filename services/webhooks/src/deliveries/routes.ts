import { defineRoute, listRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { reachable } from '../subscriptions/answer.ts';
import { webhooksUrl } from '../subscriptions/routes.ts';
import { webhookId } from '../subscriptions/schema.ts';
import { redeliver } from './redeliver.ts';
import { deliveryDetail, deliveryId, deliverySchema } from './schema.ts';
import { shown, shownWhole } from './shown.ts';
import { deliveries, selectDelivery } from './store.ts';

const url = `${webhooksUrl}/:id/deliveries`;
const one = `${url}/:delivery_id`;

export function deliveryRoutes(context: ModuleContext<WebhookSettings>): readonly Route[] {
  return [
    listRoute(context, deliveries, {
      url,
      access: 'read',
      summary: 'List the deliveries of a webhook, newest first',
      params: webhookId,
      item: deliverySchema,
      within: async (db, { params, reach }) => ({ subscription_id: (await reachable(db, reach, params.id)).id }),
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read a delivery: what is sent, and all attempts',
      params: deliveryId,
      response: deliveryDetail,
      handler: async ({ params, reach, read }) =>
        read(async (db) => {
          const { id, format } = await reachable(db, reach, params.id);
          const row = await selectDelivery(db, id, params.delivery_id, reach.limits());
          return { body: shownWhole(row ?? refuse('not_found'), format) };
        }),
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/redeliver`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Send the event of a delivery again, as a new delivery',
      audit: { action: 'webhook.redeliver' },
      params: deliveryId,
      status: 202,
      response: deliverySchema,
      errors: ['invalid_state'],
      handler: async ({ params, reach, change }) =>
        change(async (db) => {
          const webhook = await reachable(db, reach, params.id, 'FOR UPDATE');
          const before = await selectDelivery(db, webhook.id, params.delivery_id, reach.limits());
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
