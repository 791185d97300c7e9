import { systemClock } from '@wheelhouse/kit';
import { type DeliveryMade, writeDelivery } from '../../services/webhooks/test/write-delivery.ts';
import type { Installation } from '../installation/start.ts';
import { made, owner } from './people.ts';
import type { Calls } from './ready-call.ts';

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

export const webhookCalls: Calls = {
  [`POST ${webhooks}`]: async (installation) => ({
    who: (await owner(installation)).who,
    module,
    path: webhooks,
    body: newWebhook,
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
