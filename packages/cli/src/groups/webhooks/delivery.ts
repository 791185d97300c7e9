import type { Paths, Schemas } from '@wheelhouse/sdk';
import { argument } from '../../completion/choices.ts';
import { meant, type Resource } from '../../declare/resource.ts';
import type { Style } from '../../output/terminal.ts';
import { webhooks } from './webhook.ts';

export type Delivery = Schemas['webhooks']['WebhookDelivery'];
export type DeliveryDetail = Paths[typeof deliveryPath]['GET']['answers'][200];
export type Attempt = DeliveryDetail['attempts'][number];

export const deliveriesPath = '/platform/api/v1/webhooks/{id}/deliveries';
export const deliveryPath = '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}';

/** Where one is: its webhook's id, and its own. */
export const deliveries: Resource<Paths[typeof deliveryPath]['GET']['params']> = {
  arguments: [...webhooks.arguments, argument('<delivery>', 'id, or the beginning of it')],
  find: async (client, typed) => {
    const { id } = await webhooks.find(client, typed);
    const { id: delivery_id } = await meant(client, typed[1] ?? '', {
      one: 'delivery',
      many: 'deliveries',
      listedBy: `wheelhouse webhooks deliveries ${id}`,
      items: (_, query) => client.list(deliveriesPath, { params: { id }, query }),
      // Its id is all that is needed.
      get: async (_, own) => ({ data: { id: own } }),
    });
    return { id, delivery_id };
  },
};

export function deliveryStyle({ state }: Pick<Delivery, 'state'>): Style {
  return ({ pending: 'blue', succeeded: 'green', exhausted: 'red', canceled: 'dim', held: 'yellow' } as const)[state];
}
