import { defineRoute, type ModuleContext, type Route, type TenantDb } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { answers, reachable } from './answer.ts';
import { webhooksUrl } from './routes.ts';
import { rotateSecret, webhook, webhookId, webhookStats, webhookWithSecret } from './schema.ts';
import { enable, type Given, pause, rotate } from './service.ts';
import { statsOf } from './stats.ts';
import type { SubscriptionRow } from './store.ts';

const one = `${webhooksUrl}/:id`;
const defaultOverlap = 86_400;

type Step = (db: TenantDb, given: Given, before: SubscriptionRow) => Promise<SubscriptionRow>;

/** What is done to a webhook, and how it did. */
export function stepRoutes(context: ModuleContext<WebhookSettings>): readonly Route[] {
  const { clock } = context;
  const answer = answers(clock);
  const step = (word: 'pause' | 'enable', summary: string, take: Step): Route =>
    defineRoute({
      method: 'POST',
      url: `${one}/${word}`,
      access: 'deploy',
      reach: 'cloudspace',
      summary,
      audit: { action: `webhook.${word}` },
      params: webhookId,
      response: webhook,
      errors: ['invalid_state'],
      handler: async ({ params, reach, change }) =>
        change(async (db) => {
          const before = await reachable(db, reach, params.id, 'FOR UPDATE');
          return answer(db, await take(db, context, before));
        }),
    });
  return [
    step('pause', 'Pause a webhook: nothing is sent, and new deliveries are held', pause),
    step('enable', 'Enable a paused or disabled webhook: new events are sent; held deliveries stay held', enable),
    defineRoute({
      method: 'POST',
      url: `${one}/rotate-secret`,
      access: 'deploy',
      reach: 'cloudspace',
      summary: 'Create a new signing secret, shown only in this response; the previous one keeps signing for a while',
      operation: 'rotateWebhookSecret',
      audit: { action: 'webhook.rotate_secret' },
      params: webhookId,
      body: rotateSecret,
      bodyOptional: true,
      response: webhookWithSecret,
      secretAnswer: true,
      errors: ['already_exists'],
      handler: async ({ params, body, reach, change }) => {
        const { overlap_seconds = defaultOverlap } = body;
        return change(async (db) => {
          const before = await reachable(db, reach, params.id, 'FOR UPDATE');
          const { row, secret } = await rotate(db, context, before, overlap_seconds);
          const { audit, ...reply } = await answer(db, row, { secret });
          return { ...reply, audit: { details: { ...audit?.details, overlap_seconds } } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${one}/stats`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read the statistics of a webhook for the last 24 hours, by hour',
      operation: 'getWebhookStats',
      params: webhookId,
      response: webhookStats,
      handler: async ({ params, reach, read }) =>
        read(async (db) => {
          const { id } = await reachable(db, reach, params.id);
          return { body: await statsOf(db, id, clock.now()) };
        }),
    }),
  ];
}
