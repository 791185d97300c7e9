import { randomBytes, randomUUID } from 'node:crypto';
import { eventIdOf, systemClock } from '@wheelhouse/kit';
import { made, owner } from '../../../proofs/installation/people.ts';
import type { Calls } from '../../../proofs/installation/ready-call.ts';
import { deadLetters, readyMade } from '../../../proofs/installation/ready-made.ts';
import type { Pinned, Recipe, Recipes } from '../../../proofs/installation/recipe.ts';
import type { Installation } from '../../../proofs/installation/start.ts';
import { type DeliveryMade, writeDelivery, writeEvent } from './write-delivery.ts';

export const webhooks = '/api/v1/webhooks';
const module = 'webhooks';

/** Where nobody listens: what is sent there is refused at once. */
export const newWebhook = { url: 'https://127.0.0.1:9/hooks', events: ['action.pending'] };

export async function webhook(installation: Installation) {
  const { who, tenant } = await owner(installation);
  const { body } = await made(installation.call(who, 'POST', webhooks, { module, body: newWebhook }));
  return { who, tenantId: tenant.id, module, id: String(body.id), path: `${webhooks}/${body.id}` };
}

/** One that has ended, so that no worker touches it. */
export async function delivery(installation: Installation, more: Partial<DeliveryMade> = {}) {
  const { who, tenantId, id, path } = await webhook(installation);
  const deliveryId = await writeDelivery(installation.db, tenantId, id, systemClock.now(), more);
  return { who, tenantId, module, id, path: `${path}/deliveries/${deliveryId}`, list: `${path}/deliveries` };
}

const step = (word: string, before?: string) => async (installation: Installation) => {
  const { who, path } = await webhook(installation);
  if (before !== undefined) await made(installation.call(who, 'POST', `${path}/${before}`, { module }));
  return { who, module, path: `${path}/${word}` };
};

export const calls: Calls = {
  [`POST ${webhooks}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module,
    path: webhooks,
    // With a secret that we are told, beside the one that we make.
    body: { ...newWebhook, format: 'pagerduty', routing_key: randomBytes(16).toString('hex') },
  }),
  [`PATCH ${webhooks}/:id`]: async (installation) => {
    const { who, path } = await webhook(installation);
    return { who, module, path, body: { description: 'for the pager' } };
  },
  [`DELETE ${webhooks}/:id`]: async (installation) => {
    const { who, path } = await webhook(installation);
    return { who, module, path };
  },
  [`POST ${webhooks}/:id/pause`]: step('pause'),
  [`POST ${webhooks}/:id/enable`]: step('enable', 'pause'),
  [`POST ${webhooks}/:id/rotate-secret`]: step('rotate-secret'),
  [`POST ${webhooks}/:id/test`]: step('test'),
  [`POST ${webhooks}/:id/deliveries/:delivery_id/redeliver`]: async (installation) => {
    const { who, path } = await delivery(installation);
    return { who, module, path: `${path}/redeliver` };
  },
};

const one = `${webhooks}/:id`;
const oneDelivery = `${one}/deliveries/:delivery_id`;

const filter = 'only narrows which of the own events are sent: nothing is looked up by it';
const without = { 'body.cluster_ids.*': filter, 'body.cloudspace_ids.*': filter };

const called = (name: string, readBack: string, more: Partial<Recipe> = {}): Recipes => ({
  [name]: { call: readyMade(calls, name), readBack, ...more },
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

export const recipes: Recipes = {
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

/** What each operation asks its caller for, and the role limits it keeps to unless that is none: said a second time. */
export const access: Pinned = {
  'GET /api/v1/webhooks': 'read, cloudspace',
  'POST /api/v1/webhooks': 'deploy, cloudspace',
  'GET /api/v1/webhooks/:id': 'read, cloudspace',
  'PATCH /api/v1/webhooks/:id': 'deploy, cloudspace',
  'DELETE /api/v1/webhooks/:id': 'deploy, cloudspace',
  'POST /api/v1/webhooks/:id/pause': 'deploy, cloudspace',
  'POST /api/v1/webhooks/:id/enable': 'deploy, cloudspace',
  'POST /api/v1/webhooks/:id/rotate-secret': 'deploy, cloudspace',
  'GET /api/v1/webhooks/:id/stats': 'read, cloudspace',
  'GET /api/v1/webhooks/:id/deliveries': 'read, cloudspace',
  'GET /api/v1/webhooks/:id/deliveries/:delivery_id': 'read, cloudspace',
  'POST /api/v1/webhooks/:id/deliveries/:delivery_id/redeliver': 'deploy, cloudspace',
  'POST /api/v1/webhooks/:id/test': 'deploy, cloudspace',
  'GET /api/v1/webhooks/event-types': 'read',
  'GET /api/v1/webhooks/events': 'read, cloudspace',
  'GET /api/v1/webhooks/events/:event_id': 'read, cloudspace',
  'GET /api/v1/webhooks/dead-letters': 'admin, cluster',
};
