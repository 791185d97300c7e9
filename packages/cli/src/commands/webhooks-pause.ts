import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import { webhookMeant, webhookPath } from '../webhooks.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient();
  const { id } = await webhookMeant(client, given);
  const { data: webhook } = await client.post(`${webhookPath}/pause`, { params: { id } });
  if (out.isJson) return out.json(webhook);
  out.line(`${plain(webhook.url)} is ${webhook.state}; new events are held`);
};
