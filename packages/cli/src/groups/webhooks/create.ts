import { eventTypes } from '@wheelhouse/contracts';
import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption, textsGiven } from '../../invocation.ts';
import { wordsOf } from '../../known-words.ts';
import { clusterNamed, clusterNames } from '../clusters/cluster.ts';
import { destinationOf } from './destination.ts';
import { secretLines, secretNote, webhookLines } from './tell-webhook.ts';
import { webhooksPath } from './webhook.ts';

export const run: Run = async (invocation) => {
  const { out } = invocation;
  const events = eventsOf(invocation);
  const rate = rateOf(textOption(invocation, 'rateLimit'));
  const destination = await destinationOf(invocation);
  const { format } = destination;
  const client = await invocation.connect();
  const cluster_ids = await clustersOf(client, textOption(invocation, 'clusters'));
  const { data: webhook } = await client.post(webhooksPath, {
    body: {
      ...destination,
      // Of a server of one's own everything; of the others what the API knows to suit them.
      ...(events === undefined && format !== 'event' ? {} : { events: events ?? ['*'] }),
      ...(cluster_ids === undefined ? {} : { cluster_ids }),
      ...textsGiven(invocation, { description: 'description' }),
      ...(rate === undefined ? {} : { rate_limit_per_second: rate }),
    },
  });
  if (out.isJson) return out.json(webhook);
  const names = cluster_ids === undefined ? String : await clusterNames(client);
  for (const line of webhookLines(out, webhook, names)) out.line(line);
  const next = `wheelhouse webhooks test ${webhook.id}`;
  // Nobody at Slack looks at a signature.
  if (format !== 'event') return out.note(`next: ${next}`);
  for (const line of secretLines(out, webhook.signing_secret)) out.line(line);
  out.note(`${secretNote}; then: ${next}`);
};

function eventsOf(invocation: Invocation): readonly (typeof eventTypes)[number][] | undefined {
  const given = wordsOf(invocation, 'events', eventTypes)?.split(',');
  return given === undefined ? undefined : eventTypes.filter((type) => given.includes(type));
}

async function clustersOf(client: Client, given: string | undefined): Promise<readonly string[] | undefined> {
  if (given === undefined) return undefined;
  return Promise.all(given.split(',').map(async (name) => (await clusterNamed(client, name)).id));
}

function rateOf(given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d{0,4}$/.test(given)) return given === undefined ? undefined : Number(given);
  throw new Failure('usage', `--rate-limit must be a number of deliveries per second, not ${given}`);
}
