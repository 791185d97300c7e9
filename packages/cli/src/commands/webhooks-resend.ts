import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { deliveryIdMeant, deliveryPath, webhookMeant } from '../webhooks.ts';

export const run: Run = async ({ args: [given = '', delivery = ''], out }) => {
  const client = await ownClient();
  const webhook = await webhookMeant(client, given);
  const params = { id: webhook.id, delivery_id: await deliveryIdMeant(client, webhook, delivery) };
  const { data: made } = await client.post(`${deliveryPath}/redeliver`, { params });
  if (out.isJson) return out.json(made);
  out.line(
    `${made.event_type} was sent again; it is ${made.state}. See it: wheelhouse webhooks deliveries ${webhook.id} ${made.id}`,
  );
};
