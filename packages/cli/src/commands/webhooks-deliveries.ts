import { deliveryStates, eventTypes } from '@wheelhouse/contracts';
import type { Client } from '@wheelhouse/sdk';
import { ownClient } from '../credentials/find.ts';
import { type Invocation, type Run, textOption } from '../invocation.ts';
import { wordsOf } from '../known-words.ts';
import { limitOf, newest } from '../newest.ts';
import type { Output } from '../output/output.ts';
import type { Column } from '../output/table.ts';
import { deliveryLines } from '../output/tell-delivery.ts';
import {
  deliveriesPath,
  type Delivery,
  deliveryIdMeant,
  deliveryPath,
  deliveryStyle,
  type Webhook,
  webhookMeant,
} from '../webhooks.ts';

export const run: Run = async (invocation) => {
  const [given = '', one] = invocation.args;
  const limit = limitOf(textOption(invocation, 'limit') ?? '50');
  const filters = {
    state: wordsOf(invocation, 'state', deliveryStates),
    event_type: wordsOf(invocation, 'type', eventTypes),
  };
  const client = await ownClient();
  const webhook = await webhookMeant(client, given);
  if (one !== undefined) return showOne(invocation.out, client, webhook, one);
  await list(invocation, client, webhook, { limit, ...filters });
};

async function showOne(out: Output, client: Client, webhook: Webhook, given: string): Promise<void> {
  const params = { id: webhook.id, delivery_id: await deliveryIdMeant(client, webhook, given) };
  const { data: delivery } = await client.get(deliveryPath, { params });
  if (out.isJson) return out.json(delivery);
  for (const line of deliveryLines(out, delivery)) out.line(line);
}

interface Wanted {
  readonly limit: number;
  readonly state: string | undefined;
  readonly event_type: string | undefined;
}

async function list({ out }: Invocation, client: Client, { id }: Webhook, wanted: Wanted): Promise<void> {
  const { limit, ...filters } = wanted;
  const page = await newest<Delivery>(
    limit,
    async (asked) => (await client.get(deliveriesPath, { params: { id }, query: { ...asked, ...filters } })).data,
  );
  if (out.isJson) return out.json(page);
  if (page.data.length === 0) return out.note('no matching deliveries');
  const columns: readonly Column<Delivery>[] = [
    { title: 'STATE', of: ({ state }) => state, style: deliveryStyle, whole: true },
    { title: 'EVENT', of: ({ event_type }) => event_type, style: () => 'bold', whole: true },
    { title: 'ANSWER', of: answerOf },
    { title: 'ATTEMPTS', of: ({ attempt_count }) => String(attempt_count), whole: true },
    { title: 'CREATED', of: ({ created_at }) => out.time(created_at), whole: true },
    { title: 'NEXT', of: ({ next_attempt_at: at }) => (at === null ? '-' : out.time(at)), whole: true },
    { title: 'ID', of: ({ id: own }) => own, whole: true },
  ];
  out.table(columns, page.data);
  if (page.next_cursor !== null) out.note(`the newest ${page.data.length} of ${page.total}; --limit shows more`);
}

function answerOf({ last_status, last_failure }: Delivery): string {
  return [last_status, last_failure].filter((one) => one !== null).join(' ') || '-';
}
