import { randomUUID } from 'node:crypto';
import { eventIdOf, systemClock } from '@wheelhouse/kit';
import { writeDelivery, writeEvent } from '../../../services/webhooks/test/write-delivery.ts';
import { made, owner } from '../../audit/people.ts';
import { delivery, newWebhook, webhook, webhookCalls, webhooks } from '../../audit/webhook-calls.ts';
import type { World } from '../../audit/world.ts';
import type { Recipe, Recipes } from '../recipe.ts';
import { deadLetters, readyMade } from './ready-made.ts';

const one = `${webhooks}/:id`;
const oneDelivery = `${one}/deliveries/:delivery_id`;
const module = 'webhooks';

const filter = 'only narrows which of the own events are sent: nothing is looked up by it';
const without = { 'body.cluster_ids.*': filter, 'body.cloudspace_ids.*': filter };

const called = (name: string, readBack: string, more: Partial<Recipe> = {}): Recipes => ({
  [name]: { call: readyMade(webhookCalls, name), readBack, ...more },
});

const ofOne = (more = ''): Recipe => ({
  call: async (world) => {
    const { who, path } = await webhook(world);
    return { who, path: `${path}${more}` };
  },
});

/** Two deliveries of one event, so that the filter finds both. */
async function twoDeliveries(world: World) {
  const { who, tenantId, id, path } = await webhook(world);
  const event = await writeEvent(world.db, tenantId, systemClock.now());
  for (const generation of [1, 2])
    await writeDelivery(world.db, tenantId, id, systemClock.now(), { event_id: event, generation });
  return { who, path: `${path}/deliveries?event_id=${eventIdOf(event)}` };
}

async function twoEvents(world: World) {
  const { who, tenant } = await owner(world);
  const cluster = randomUUID();
  const write = () => writeEvent(world.db, tenant.id, systemClock.now(), { cluster_id: cluster });
  const [event] = [await write(), await write()];
  return { who, cluster, event: eventIdOf(event) };
}

export const webhooksRecipes: Recipes = {
  [`GET ${webhooks}`]: {
    call: async (world) => {
      const { who } = await webhook(world);
      await made(world.call(who, 'POST', webhooks, { module, body: newWebhook }));
      return { who, path: webhooks };
    },
  },
  ...called(`POST ${webhooks}`, webhooks, { without }),
  [`GET ${one}`]: ofOne(),
  ...called(`PATCH ${one}`, one, { without }),
  ...called(`DELETE ${one}`, one),
  ...called(`POST ${one}/pause`, one),
  ...called(`POST ${one}/enable`, one),
  ...called(`POST ${one}/rotate-secret`, one),
  ...called(`POST ${one}/test`, one),
  [`GET ${one}/stats`]: ofOne('/stats'),
  [`GET ${one}/deliveries`]: { call: twoDeliveries },
  [`GET ${oneDelivery}`]: {
    call: async (world) => {
      const { who, path } = await delivery(world);
      return { who, path };
    },
  },
  ...called(`POST ${oneDelivery}/redeliver`, oneDelivery),
  [`GET ${webhooks}/event-types`]: {
    call: async (world) => ({ who: (await owner(world)).who, path: `${webhooks}/event-types` }),
  },
  [`GET ${webhooks}/events`]: {
    call: async (world) => {
      const { who, cluster } = await twoEvents(world);
      return { who, path: `${webhooks}/events?cluster_id=${cluster}` };
    },
  },
  [`GET ${webhooks}/events/:event_id`]: {
    call: async (world) => {
      const { who, event } = await twoEvents(world);
      return { who, path: `${webhooks}/events/${event}` };
    },
  },
  [`GET ${webhooks}/dead-letters`]: deadLetters(module, `${webhooks}/dead-letters`),
};
