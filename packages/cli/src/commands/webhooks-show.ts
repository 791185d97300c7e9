import { clusterNames } from '../clusters.ts';
import { ownClient } from '../credentials/find.ts';
import type { Run } from '../invocation.ts';
import { webhookLines } from '../output/tell-webhook.ts';
import { webhookMeant } from '../webhooks.ts';

export const run: Run = async ({ args: [given = ''], out }) => {
  const client = await ownClient();
  const webhook = await webhookMeant(client, given);
  if (out.isJson) return out.json(webhook);
  for (const line of webhookLines(out, webhook, await clusterNames(client))) out.line(line);
};
