import { webhookFormatWords } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { standingOf, standingStyle, type Webhook } from './webhook.ts';

/** Where it goes. The path of a chat's URL is what lets one post there, and belongs on no screen that others see. */
export function whereText({ url, format }: Pick<Webhook, 'url' | 'format'>): string {
  return format === 'event' ? url : `${webhookFormatWords[format]} (${new URL(url).host})`;
}

/** All there is to say about one. */
export function webhookLines(out: Output, webhook: Webhook, clusterName: (id: string) => string): readonly string[] {
  const { id, description, events, cluster_ids, cloudspace_ids, created_at } = webhook;
  const { rate_limit_per_second: rate, previous_secret_expires_at: previous } = webhook;
  return [
    out.paint('bold', plain(whereText(webhook))),
    ...factLines(out, [
      ...(description === '' ? [] : [['about', description] satisfies Fact]),
      ['state', stateText(out, webhook), standingStyle(webhook)],
      ...healthFacts(out, webhook),
      ['events', events[0] === '*' ? 'all' : events.join(', ')],
      ['clusters', cluster_ids === null ? 'all' : cluster_ids.map(clusterName).join(', ')],
      ...(cloudspace_ids === null ? [] : [['cloudspaces', cloudspace_ids.join(', ')] satisfies Fact]),
      ...(rate === null ? [] : [['rate', `at most ${rate} a second`] satisfies Fact]),
      ...(previous === null
        ? []
        : [['secret', `the previous one keeps signing until ${out.time(previous)}`] satisfies Fact]),
      ['created', out.time(created_at)],
      ['id', id],
    ]),
  ];
}

function stateText(out: Output, webhook: Webhook): string {
  const { disabled_reason, disabled_at, health } = webhook;
  const standing = standingOf(webhook);
  if (standing === 'disabled')
    return `disabled${disabled_reason === null ? '' : ` (${disabled_reason})`}${disabled_at === null ? '' : `, ${out.time(disabled_at)}`}`;
  if (standing !== 'failing') return standing;
  const { consecutive_failures: times, failing_since: since } = health;
  return `failing: ${times} attempts in a row${since === null ? '' : `, the first ${out.time(since)}`}`;
}

function healthFacts(out: Output, webhook: Webhook): readonly Fact[] {
  const { p95_ms, next_probe_at } = webhook.health;
  return [
    ['arrived', shareText(webhook)],
    ...(p95_ms === null ? [] : [['p95', `${p95_ms} ms`] satisfies Fact]),
    ['waits', waitsText(out, webhook)],
    ...(next_probe_at === null ? [] : [['next try', out.time(next_probe_at)] satisfies Fact]),
  ];
}

/** Of the last hundred within a day. */
export function shareText({ health: { succeeded, failed, success_share: share } }: Webhook): string {
  return share === null ? 'nothing sent' : `${succeeded} of ${succeeded + failed}`;
}

export function waitsText(out: Pick<Output, 'time'>, { health }: Webhook): string {
  const { pending, held, oldest_pending_at: oldest } = health;
  const parts = [
    ...(pending === 0 ? [] : [`${pending} pending${oldest === null ? '' : `, the oldest ${out.time(oldest)}`}`]),
    ...(held === 0 ? [] : [`${held} held`]),
  ];
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

/** Shown this once: it is told where it has to go. */
export function secretLines(out: Output, secret: string): readonly string[] {
  return factLines(out, [['secret', secret, 'bold']]);
}

export const secretNote = 'this signing secret is shown only once: give it to your receiver now';
