import { closed, eventTypes, nullable, oneOf, timestampSchema, uuidSchema, webhookStates } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const anyEvent = '*';

/** What people write: no control characters, which terminals do not want, and nothing that is no Unicode. */
const description = Type.String({
  maxLength: 1_000,
  pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'Free text, for example its purpose or owner',
});
const url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Where events are sent: https, without user, password or fragment, at a public address',
});
const events = Type.Array(oneOf([anyEvent, ...eventTypes]), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'Event types, or just "*" for all of them, including future ones',
});
const ids = Type.Array(uuidSchema, { minItems: 1, maxItems: 100, uniqueItems: true });
const clusterIds = Type.With(nullable(ids), {
  description: 'Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events',
});
const cloudspaceIds = Type.With(nullable(ids), { description: 'Only events of these CloudSpaces, or of cluster_ids' });
const rateLimit = Type.With(nullable(Type.Integer({ minimum: 1, maximum: 10_000 })), {
  description: 'Maximum deliveries per second; null for no limit',
});

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
  url,
  events,
  cluster_ids: Type.Optional(clusterIds),
  cloudspace_ids: Type.Optional(cloudspaceIds),
  description: Type.Optional(description),
  rate_limit_per_second: Type.Optional(rateLimit),
});
export type CreateWebhook = Static<typeof createWebhook>;

export const changeWebhook = closed({
  url: Type.Optional(url),
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
