import { closed, eventTypes, nullable, oneOf, timestampSchema, uuidSchema, webhookStates } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const anyEvent = '*';

/** What people write: no control characters, which terminals do not want, and nothing that is no Unicode. */
const description = Type.String({
  maxLength: 1_000,
  pattern: '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f\\ud800-\\udfff]*$',
  description: 'for people; what it is for, or who answers for it',
});
const url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'where events are posted to: https, without user, password or fragment, at a public address',
});
const events = Type.Array(oneOf([anyEvent, ...eventTypes]), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'names of events, or "*" alone for all of them, also those to come',
});
const ids = Type.Array(uuidSchema, { minItems: 1, maxItems: 100, uniqueItems: true });
const clusterIds = Type.With(nullable(ids), {
  description: 'only events of these clusters; with cloudspace_ids, of either. Null in both: all events',
});
const cloudspaceIds = Type.With(nullable(ids), { description: 'only events of these CloudSpaces, or of cluster_ids' });
const rateLimit = Type.With(nullable(Type.Integer({ minimum: 1, maximum: 10_000 })), {
  description: 'at most this many deliveries a second; null: as many as it answers',
});

const counted = 1_000;
const health = closed(
  {
    succeeded: Type.Integer({ description: 'of the last 100 deliveries of 24 hours' }),
    failed: Type.Integer({
      description: 'of the same: exhausted, or still pending after at least one attempt',
    }),
    success_share: Type.With(nullable(Type.Number({ minimum: 0, maximum: 1 })), {
      description: 'succeeded of both; null: there were none',
    }),
    p95_ms: Type.With(nullable(Type.Integer()), {
      description: 'how long 95 of 100 answers took at most; null: there was none',
    }),
    pending: Type.Integer({ description: `deliveries that wait; ${counted} means that many or more` }),
    held: Type.Integer({ description: `deliveries held back; ${counted} means that many or more` }),
    oldest_pending_at: Type.With(nullable(timestampSchema), { description: 'since when the oldest of them waits' }),
    consecutive_failures: Type.Integer({ description: 'attempts that failed in a row, up to now' }),
    failing_since: Type.With(nullable(timestampSchema), { description: 'when the first of them was made' }),
    next_probe_at: Type.With(nullable(timestampSchema), {
      description: 'after five failures in a row one delivery at a time is tried; when the next one is due',
    }),
  },
  { description: 'how it goes' },
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
  state: oneOf(webhookStates, 'paused by a person, disabled because of its answers: meanwhile its deliveries are held'),
  disabled_reason: Type.With(nullable(Type.String()), { description: 'for programs; gone: it answered 410' }),
  disabled_at: nullable(timestampSchema),
  previous_secret_expires_at: Type.With(nullable(timestampSchema), {
    description: 'until when the secret before this one signs too; null: there is none',
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
    description: 'shown this once; the key of Service-Signature is the whole text, as UTF-8',
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
      description: `how long the secret until now signs too, ${dayInSeconds} by default; 0: not at all`,
    }),
  ),
});

const figures = {
  succeeded: Type.Integer(),
  failed: Type.Integer({ description: 'exhausted, or still pending after at least one attempt' }),
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
      is_sample: Type.Boolean({ description: 'there were more than are counted; these are the newest of the hour' }),
    }),
    { description: 'the last 24, oldest first; a delivery counts in the hour in which it was created' },
  ),
  ...figures,
});
export type WebhookStats = Static<typeof webhookStats>;

export { anyEvent, counted as mostCounted };
