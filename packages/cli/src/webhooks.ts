import type { Client, Paths, Schemas } from '@wheelhouse/sdk';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import type { Style } from './output/terminal.ts';

export type Webhook = Schemas['webhooks']['Webhook'];
export type Delivery = Schemas['webhooks']['WebhookDelivery'];
export type DeliveryDetail = Paths[typeof deliveryPath]['GET']['answers'][200];
export type Attempt = DeliveryDetail['attempts'][number];

export const webhooksPath = '/platform/api/v1/webhooks';
export const webhookPath = '/platform/api/v1/webhooks/{id}';
export const deliveriesPath = '/platform/api/v1/webhooks/{id}/deliveries';
export const deliveryPath = '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
const beginning = /^[\da-f-]+$/;

export async function allWebhooks(client: Client): Promise<readonly Webhook[]> {
  const found: Webhook[] = [];
  for await (const one of client.list(webhooksPath, { query: { limit: 200 } })) found.push(one);
  return found;
}

/** By its id or the beginning of it, its URL or its host, as long as that is one's alone. */
export async function webhookMeant(client: Client, given: string): Promise<Webhook> {
  const wanted = given.toLowerCase();
  if (uuid.test(wanted)) return (await client.get(webhookPath, { params: { id: wanted } })).data;
  const found = (await allWebhooks(client)).filter(
    ({ id, url }) => url === given || new URL(url).host === wanted || (beginning.test(wanted) && id.startsWith(wanted)),
  );
  return onlyOf(found, {
    none: [`there is no webhook ${given}`, 'wheelhouse webhooks lists them'],
    several: (ids) => [`${found.length} webhooks are meant by ${given}: ${ids}`, 'give its id'],
  });
}

/** By its id, or by the beginning of one that is nobody else's. */
export async function deliveryIdMeant(client: Client, webhook: Webhook, given: string): Promise<string> {
  const wanted = given.toLowerCase();
  if (uuid.test(wanted)) return wanted;
  const found: Delivery[] = [];
  if (beginning.test(wanted))
    for await (const one of client.list(deliveriesPath, { params: { id: webhook.id }, query: { limit: 200 } })) {
      if (one.id.startsWith(wanted)) found.push(one);
      // Newest first is by id as well: from here on none begins so.
      else if (one.id < wanted) break;
    }
  const { id } = onlyOf(found, {
    none: [`there is no delivery ${given}`, `wheelhouse webhooks deliveries ${webhook.id} lists them`],
    several: (ids) => [`${found.length} deliveries begin with ${given}: ${ids}`, 'give more of the id'],
  });
  return id;
}

interface Otherwise {
  readonly none: readonly [message: string, next: string];
  readonly several: (ids: string) => readonly [message: string, next: string];
}

const mostNamed = 5;

function onlyOf<One extends { readonly id: string }>(found: readonly One[], { none, several }: Otherwise): One {
  const [first, ...others] = found;
  if (first === undefined) throw new Failure(exitCodes.error, ...none);
  if (others.length === 0) return first;
  const ids = found.slice(0, mostNamed).map(({ id }) => id);
  throw new Failure(exitCodes.usage, ...several(ids.join(', ') + (found.length > mostNamed ? ' …' : '')));
}

/** Active, and yet what was last sent did not arrive. */
export function standingOf({ state, health }: Webhook): Webhook['state'] | 'failing' {
  return state === 'active' && health.failing_since !== null ? 'failing' : state;
}

const standings = {
  active: 'green',
  failing: 'red',
  paused: 'dim',
  disabled: 'red',
} as const satisfies Record<ReturnType<typeof standingOf>, Style>;

export const standingStyle = (webhook: Webhook): Style => standings[standingOf(webhook)];

const states = {
  pending: 'blue',
  succeeded: 'green',
  exhausted: 'red',
  canceled: 'dim',
  held: 'yellow',
} as const satisfies Record<Delivery['state'], Style>;

export const deliveryStyle = ({ state }: Pick<Delivery, 'state'>): Style => states[state];
