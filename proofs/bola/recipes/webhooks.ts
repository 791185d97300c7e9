import { randomUUID } from 'node:crypto';
import { eventIdOf, systemClock } from '@wheelhouse/kit';
import { writeDelivery, writeEvent } from '../../../services/webhooks/test/write-delivery.ts';
import { made, owner } from '../../audit/people.ts';
import { delivery, newWebhook, webhook, webhookCalls, webhooks } from '../../audit/webhook-calls.ts';
import type { Installation } from '../../installation/start.ts';
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
  call: async (installation) => {
    const { who, path } = await webhook(installation);
    return { who, path: `${path}${more}` };
  },
});

/** Two deliveries of one event, so that the filter finds both. */
async function twoDeliveries(installation: Installation) {
  const { who, tenantId, id, path } = await webhook(installation);
  const event = await writeEvent(installation.db, tenantId, systemClock.now());
  for (const generation of [1, 2])
    await writeDelivery(installation.db, tenantId, id, systemClock.now(), { event_id: event, generation });
  return { who, path: `${path}/deliveries?event_id=${eventIdOf(event)}` };
}

async function twoEvents(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const cluster = randomUUID();
  const write = () => writeEvent(installation.db, tenant.id, systemClock.now(), { cluster_id: cluster });
  const [event] = [await write(), await write()];
  return { who, cluster, event: eventIdOf(event) };
}

export const webhooksRecipes: Recipes = {
  [`GET ${webhooks}`]: {
    call: async (installation) => {
      const { who } = await webhook(installation);
      await made(installation.call(who, 'POST', webhooks, { module, body: newWebhook }));
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
    call: async (installation) => {
      const { who, path } = await delivery(installation);
      return { who, path };
    },
  },
  ...called(`POST ${oneDelivery}/redeliver`, oneDelivery),
  [`GET ${webhooks}/event-types`]: {
    call: async (installation) => ({ who: (await owner(installation)).who, path: `${webhooks}/event-types` }),
  },
  [`GET ${webhooks}/events`]: {
    call: async (installation) => {
      const { who, cluster } = await twoEvents(installation);
      return { who, path: `${webhooks}/events?cluster_id=${cluster}` };
    },
  },
  [`GET ${webhooks}/events/:event_id`]: {
    call: async (installation) => {
      const { who, event } = await twoEvents(installation);
      return { who, path: `${webhooks}/events/${event}` };
    },
  },
  [`GET ${webhooks}/dead-letters`]: deadLetters(module, `${webhooks}/dead-letters`),
};
