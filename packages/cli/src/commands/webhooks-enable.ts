import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import { webhookMeant, webhookPath } from '../webhooks.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient();
  const { id } = await webhookMeant(client, given);
  const { data: webhook } = await client.post(`${webhookPath}/enable`, { params: { id } });
  if (out.isJson) return out.json(webhook);
  const { held } = webhook.health;
  const rest = held === 0 ? '' : `; ${held} remain held: wheelhouse webhooks deliveries ${id} --state held`;
  out.line(`${plain(webhook.url)} is ${webhook.state}; new events are sent from now on${rest}`);
};
