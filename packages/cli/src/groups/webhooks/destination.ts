import { text } from 'node:stream/consumers';
import type { WebhookFormat } from '@wheelhouse/contracts';
import { Failure } from '../../failure.ts';
import { type Invocation, textOption } from '../../invocation.ts';
import { hiddenLine } from '../../login/hidden-line.ts';

/** Where events go, as the API takes it. */
interface Destination {
  readonly format: WebhookFormat;
  readonly url?: string;
  readonly routing_key?: string;
}

const help = 'give one: a URL of your server, --slack URL, --teams URL or --pagerduty';

export async function destinationOf(invocation: Invocation): Promise<Destination> {
  const { args, options } = invocation;
  const [url] = args;
  const slack = textOption(invocation, 'slack');
  const teams = textOption(invocation, 'teams');
  const isPager = options['pagerduty'] === true;
  const chats = [slack, teams].filter((given) => given !== undefined).length;
  // A URL beside --pagerduty is that of another of its regions.
  if (chats + Number(isPager) > 1 || (chats > 0 && url !== undefined))
    throw new Failure('usage', 'a webhook goes to one place', help);
  if (slack !== undefined) return { format: 'slack', url: slack };
  if (teams !== undefined) return { format: 'teams', url: teams };
  if (isPager) {
    const routing_key = await keyOf(options['keyStdin'] === true);
    return { format: 'pagerduty', routing_key, ...(url === undefined ? {} : { url }) };
  }
  if (url === undefined) throw new Failure('usage', 'it is not said where events are to go', help);
  return { format: 'event', url };
}

/** Never as an argument: others on the machine could read it. */
async function keyOf(fromStdin: boolean): Promise<string> {
  if (!fromStdin && !process.stdin.isTTY)
    throw new Failure('usage', 'the integration key cannot be asked for: this is not a terminal', 'pass --key-stdin');
  const given = fromStdin ? await text(process.stdin) : await hiddenLine('Integration key (hidden): ');
  const key = given.trim();
  if (/^[A-Za-z0-9]{32}$/.test(key)) return key;
  throw new Failure(
    'usage',
    'an integration key of PagerDuty has 32 letters and digits',
    'copy it from the Events API V2 integration of a service: Services, the service, Integrations',
  );
}
