import { addressGuard, defineRoute, listRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { wantedOf } from './defaults.ts';
import { mustReach } from './reach.ts';
import { changeWebhook, createWebhook, webhook, webhookId, webhookWithSecret } from './schema.ts';
import { change as changeTo, checked, create, remove } from './service.ts';
import { shownWith, unlessSet } from './shown.ts';
import { answers, reachable } from './answer.ts';
import { subscriptions } from './store.ts';

export const webhooksUrl = '/api/v1/webhooks';
const one = `${webhooksUrl}/:id`;

export function subscriptionRoutes(context: ModuleContext<WebhookSettings>): readonly Route[] {
  const { clock, settings } = context;
  const guard = addressGuard(settings.WEBHOOK_ALLOWED_PRIVATE_CIDRS);
  const answer = answers(clock);
  return [
    listRoute(context, subscriptions, {
      url: webhooksUrl,
      access: 'read',
      summary: 'List webhooks, newest first, each with its current health',
      item: webhook,
      shown: (rows, db) => shownWith(db, rows, clock.now()),
    }),
    defineRoute({
      method: 'POST',
      url: webhooksUrl,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Create a webhook; the response shows its signing secret, which is not shown again',
      audit: { action: 'webhook.create' },
      body: createWebhook,
      status: 201,
      response: webhookWithSecret,
      secretAnswer: true,
      errors: ['conflict', 'already_exists'],
      handler: async ({ body, reach, change }) => {
        const { cluster_ids = null, cloudspace_ids = null } = body;
        mustReach(reach, { cluster_ids, cloudspace_ids });
        const asked = checked(wantedOf(body), guard);
        return change(async (db) => {
          const { row, secret } = await create(db, context, asked);
          return withLocation(await answer(db, row, { secret }), row.id);
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read a webhook and its current health',
      params: webhookId,
      response: webhook,
      handler: async ({ params, reach, read }) => read(async (db) => answer(db, await reachable(db, reach, params.id))),
    }),
    defineRoute({
      method: 'PATCH',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Change a webhook; if the url changes, pending deliveries go to the new one',
      audit: { action: 'webhook.change' },
      params: webhookId,
      body: changeWebhook,
      response: webhook,
      errors: ['precondition_failed'],
      handler: async ({ params, body, reach, request, change }) => {
        const asked = checked(body, guard);
        return change(async (db) => {
          const before = await reachable(db, reach, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), before);
          mustReach(reach, { ...before, ...body });
          return answer(db, await changeTo(db, context, before, asked), { changed: Object.keys(body) });
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      url: one,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Delete a webhook; its pending and held deliveries are canceled',
      audit: { action: 'webhook.delete' },
      params: webhookId,
      status: 204,
      errors: ['precondition_failed'],
      handler: async ({ params, reach, request, change }) =>
        change(async (db) => {
          const row = await reachable(db, reach, params.id, 'FOR UPDATE');
          unlessSet(request.header('if-match'), row);
          await remove(db, context, row.id);
          return { audit: { details: { host: new URL(row.url).host } } };
        }),
    }),
  ];
}

function withLocation(reply: Reply, id: string): Reply {
  return { ...reply, headers: { location: `${webhooksUrl}/${id}` } };
}
