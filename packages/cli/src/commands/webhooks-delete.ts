import { typedTo } from '../asking.ts';
import { ownClient } from '../credentials/find.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import type { Run } from '../invocation.ts';
import { plain } from '../output/plain.ts';
import { webhookMeant, webhookPath } from '../webhooks.ts';

export const run: Run = async ({ args: [given = ''], options, out }) => {
  const client = await ownClient();
  const webhook = await webhookMeant(client, given);
  const url = plain(webhook.url);
  if (options['yes'] !== true) await askForHost(new URL(webhook.url).host, url);
  await client.delete(webhookPath, { params: { id: webhook.id } });
  if (out.isJson) return out.json(webhook);
  out.line(`${url} no longer receives events; its pending deliveries were canceled`);
};

/** What cannot be taken back asks for the name, not for a yes. */
async function askForHost(host: string, url: string): Promise<void> {
  const question = `This deletes the webhook to ${url} and cancels its pending deliveries. Type its host to continue: `;
  const typed = await typedTo(question, `${url} is to be deleted`);
  if (typed !== host) throw new Failure(exitCodes.refused, `that is not its host; ${url} was not deleted`);
}
