import {
  closed,
  eventTypes,
  nullable,
  oneOf,
  timestampSchema,
  usualEvents,
  uuidSchema,
  webhookFormats,
  webhookStates,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const anyEvent = '*';

/** What people write: no control characters, which terminals do not want, and nothing that is no Unicode. */
const description = Type.String({
  maxLength: 1_000,
  pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Free text, for example its purpose or owner',
});
const urlWords = 'Where events are sent: https, without user, password or fragment, at a public address';
const url = Type.String({ minLength: 1, maxLength: 2_048, description: urlWords });
/** PagerDuty's own, in its US region. */
export const pagerdutyUrl = 'https://events.pagerduty.com/v2/enqueue';

const formatWords =
  'What is sent. event: the event itself; slack: a message for an incoming webhook of Slack; teams: an Adaptive Card for the webhook of a Teams workflow; pagerduty: an event for the Events API v2, whose dedup_key is the id of the incident';
const format = oneOf(webhookFormats, formatWords);
const routingKey = Type.String({
  pattern: '^[A-Za-z0-9]{32}$',
  description:
    'Of PagerDuty: the integration key of an Events API v2 integration. It is stored encrypted and never shown',
});
const eventsWords = 'Event types, or just "*" for all of them, including future ones';
const events = Type.Array(oneOf([anyEvent, ...eventTypes]), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: eventsWords,
});
const usualWords = `Required for event. If absent, for slack and teams ${usualEvents.slack.join(', ')}; for pagerduty ${usualEvents.pagerduty.join(', ')}, because nothing would end the page of an approval that is rejected or expires`;
const ids = Type.Array(uuidSchema, { minItems: 1, maxItems: 100, uniqueItems: true });
const clusterIds = Type.With(nullable(ids), {
  description: 'Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events',
});
const cloudspaceIds = Type.With(nullable(ids), { description: 'Only events of these CloudSpaces, or of cluster_ids' });
const rateWords = 'Maximum deliveries per second; null for no limit';
const rate = nullable(Type.Integer({ minimum: 1, maximum: 10_000 }));
const rateLimit = Type.With(rate, { description: rateWords });
/** Slack refuses more than one message a second, short bursts aside. */
export const slackRate = 1;

const counted = 1_000;
const health = closed(
  {
    succeeded: Type.Integer({ description: 'Among the last 100 deliveries within 24 hours' }),
    failed: Type.Integer({
      description: 'Among the same: exhausted, or still pending after at least one attempt',
    }),
    success_share: Type.With(nullable(Type.Number({ minimum: 0, maximum: 1 })), {
      description: 'Share of succeeded among both; null if there were none',
    }),
    p95_ms: Type.With(nullable(Type.Integer()), {
      description: '95th percentile of the response time; null if there was no response',
    }),
    pending: Type.Integer({ description: `Pending deliveries; ${counted} means that many or more` }),
    held: Type.Integer({ description: `Held deliveries; ${counted} means that many or more` }),
    oldest_pending_at: Type.With(nullable(timestampSchema), {
      description: 'Since when the oldest pending delivery has been waiting',
    }),
    consecutive_failures: Type.Integer({ description: 'Current number of consecutive failed attempts' }),
    failing_since: Type.With(nullable(timestampSchema), { description: 'When the first of these failed' }),
    next_probe_at: Type.With(nullable(timestampSchema), {
      description:
        'After five consecutive failures, deliveries are tried one at a time; this is when the next one is due',
    }),
  },
  { description: 'Current health' },
);
export type WebhookHealth = Static<typeof health>;

const fields = {
  id: uuidSchema,
  url,
  format,
  events,
  cluster_ids: clusterIds,
  cloudspace_ids: cloudspaceIds,
  description,
  rate_limit_per_second: rateLimit,
  state: oneOf(
    webhookStates,
    'paused: by a user; disabled: because of its responses. Meanwhile its deliveries are held',
  ),
  disabled_reason: Type.With(nullable(Type.String()), { description: 'Machine-readable; gone: it responded with 410' }),
  disabled_at: nullable(timestampSchema),
  previous_secret_expires_at: Type.With(nullable(timestampSchema), {
    description: 'Until when the previous secret also signs; null if there is none',
  }),
  health,
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const webhook = closed(fields);
export type Webhook = Static<typeof webhook>;

/** Of those answers that hold it; nobody can ask for it again. */
export const webhookWithSecret = closed({
  ...fields,
  signing_secret: Type.String({
    description: 'Shown only once; the key for Service-Signature is this whole text, as UTF-8',
  }),
});
export type WebhookWithSecret = Static<typeof webhookWithSecret>;

export const webhookId = closed({ id: uuidSchema });
export const createWebhook = closed({
  url: Type.Optional(Type.With(url, { description: `${urlWords}. If absent, for pagerduty ${pagerdutyUrl}` })),
  format: Type.Optional(Type.With(format, { description: `${formatWords}. event by default; it cannot be changed` })),
  routing_key: Type.Optional(routingKey),
  events: Type.Optional(Type.With(events, { description: `${eventsWords}. ${usualWords}` })),
  cluster_ids: Type.Optional(clusterIds),
  cloudspace_ids: Type.Optional(cloudspaceIds),
  description: Type.Optional(description),
  rate_limit_per_second: Type.Optional(
    Type.With(rate, { description: `${rateWords}. If absent, for slack ${slackRate}, the most that Slack takes` }),
  ),
});
export type CreateWebhook = Static<typeof createWebhook>;

export const changeWebhook = closed({
  url: Type.Optional(Type.With(url, { description: `${urlWords}. For pagerduty only together with routing_key` })),
  routing_key: Type.Optional(routingKey),
  events: Type.Optional(events),
  cluster_ids: Type.Optional(clusterIds),
  cloudspace_ids: Type.Optional(cloudspaceIds),
  description: Type.Optional(description),
  rate_limit_per_second: Type.Optional(rateLimit),
});
export type ChangeWebhook = Static<typeof changeWebhook>;

const dayInSeconds = 86_400;
export const rotateSecret = closed({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7 * dayInSeconds,
      description: `How long the previous secret keeps signing, ${dayInSeconds} by default; 0 for not at all`,
    }),
  ),
});

const figures = {
  succeeded: Type.Integer(),
  failed: Type.Integer({ description: 'Exhausted, or still pending after at least one attempt' }),
  success_share: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  p95_ms: nullable(Type.Integer()),
};
export const webhookStats = closed({
  from: timestampSchema,
  until: timestampSchema,
  hours: Type.Array(
    closed({
      starts_at: timestampSchema,
      ...figures,
      is_sample: Type.Boolean({
        description: 'True if there were more deliveries than are counted; the newest of the hour are',
      }),
    }),
    { description: 'The last 24 hours, oldest first; a delivery counts in the hour it was created' },
  ),
  ...figures,
});
export type WebhookStats = Static<typeof webhookStats>;

export { anyEvent, counted as mostCounted };
