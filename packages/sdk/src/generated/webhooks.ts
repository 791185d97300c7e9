/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/webhooks.json. */
export interface WebhooksPaths {
  readonly '/platform/api/v1/webhooks': {
    /** List webhooks, newest first, each with its current health. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** active, paused, disabled; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['Webhook'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a webhook; the response shows its signing secret, which is not shown again. Access: deploy. */
    readonly POST: {
      readonly body: {
        /** Where events are sent: https, without user, password or fragment, at a public address. If absent, for pagerduty https://events.pagerduty.com/v2/enqueue */
        readonly url?: string;
        /** What is sent. event: the event itself; slack: a message for an incoming webhook of Slack; teams: an Adaptive Card for the webhook of a Teams workflow; pagerduty: an event for the Events API v2, whose dedup_key is the id of the incident. event by default; it cannot be changed */
        readonly format?: 'event' | 'slack' | 'teams' | 'pagerduty';
        /** Of PagerDuty: the integration key of an Events API v2 integration. It is stored encrypted and never shown */
        readonly routing_key?: string;
        /** Event types, or just "*" for all of them, including future ones. Required for event. If absent, for slack and teams incident.created, incident.updated, incident.resolved, action.pending; for pagerduty incident.created, incident.updated, incident.resolved, because nothing would end the page of an approval that is rejected or expires */
        readonly events?: readonly (
          | '*'
          | 'incident.created'
          | 'incident.updated'
          | 'incident.resolved'
          | 'app.deployed'
          | 'app.deploy_failed'
          | 'app.deleted'
          | 'pipeline.run_completed'
          | 'build.completed'
          | 'action.pending'
          | 'action.executed'
          | 'anomaly.detected'
          | 'scaling_decision.created'
          | 'agent_run.completed'
          | 'cluster.phase_changed'
          | 'cloudspace.ready'
        )[];
        /** Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events */
        readonly cluster_ids?: readonly string[] | null;
        /** Only events of these CloudSpaces, or of cluster_ids */
        readonly cloudspace_ids?: readonly string[] | null;
        /** Free text, for example its purpose or owner */
        readonly description?: string;
        /** Maximum deliveries per second; null for no limit. If absent, for slack 1, the most that Slack takes */
        readonly rate_limit_per_second?: number | null;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          /** Where events are sent: https, without user, password or fragment, at a public address */
          readonly url: string;
          /** What is sent. event: the event itself; slack: a message for an incoming webhook of Slack; teams: an Adaptive Card for the webhook of a Teams workflow; pagerduty: an event for the Events API v2, whose dedup_key is the id of the incident */
          readonly format: 'event' | 'slack' | 'teams' | 'pagerduty';
          /** Event types, or just "*" for all of them, including future ones */
          readonly events: readonly (
            | '*'
            | 'incident.created'
            | 'incident.updated'
            | 'incident.resolved'
            | 'app.deployed'
            | 'app.deploy_failed'
            | 'app.deleted'
            | 'pipeline.run_completed'
            | 'build.completed'
            | 'action.pending'
            | 'action.executed'
            | 'anomaly.detected'
            | 'scaling_decision.created'
            | 'agent_run.completed'
            | 'cluster.phase_changed'
            | 'cloudspace.ready'
          )[];
          /** Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events */
          readonly cluster_ids: readonly string[] | null;
          /** Only events of these CloudSpaces, or of cluster_ids */
          readonly cloudspace_ids: readonly string[] | null;
          /** Free text, for example its purpose or owner */
          readonly description: string;
          /** Maximum deliveries per second; null for no limit */
          readonly rate_limit_per_second: number | null;
          /** paused: by a user; disabled: because of its responses. Meanwhile its deliveries are held */
          readonly state: 'active' | 'paused' | 'disabled';
          /** Machine-readable; gone: it responded with 410 */
          readonly disabled_reason: string | null;
          readonly disabled_at: string | null;
          /** Until when the previous secret also signs; null if there is none */
          readonly previous_secret_expires_at: string | null;
          /** Current health */
          readonly health: {
            /** Among the last 100 deliveries within 24 hours */
            readonly succeeded: number;
            /** Among the same: exhausted, or still pending after at least one attempt */
            readonly failed: number;
            /** Share of succeeded among both; null if there were none */
            readonly success_share: number | null;
            /** 95th percentile of the response time; null if there was no response */
            readonly p95_ms: number | null;
            /** Pending deliveries; 1000 means that many or more */
            readonly pending: number;
            /** Held deliveries; 1000 means that many or more */
            readonly held: number;
            /** Since when the oldest pending delivery has been waiting */
            readonly oldest_pending_at: string | null;
            /** Current number of consecutive failed attempts */
            readonly consecutive_failures: number;
            /** When the first of these failed */
            readonly failing_since: string | null;
            /** After five consecutive failures, deliveries are tried one at a time; this is when the next one is due */
            readonly next_probe_at: string | null;
          };
          readonly created_at: string;
          readonly updated_at: string;
          /** Shown only once; the key for Service-Signature is this whole text, as UTF-8 */
          readonly signing_secret: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}': {
    /** Read a webhook and its current health. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
    /** Change a webhook; if the url changes, pending deliveries go to the new one. Access: deploy. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        /** Where events are sent: https, without user, password or fragment, at a public address. For pagerduty only together with routing_key */
        readonly url?: string;
        /** Of PagerDuty: the integration key of an Events API v2 integration. It is stored encrypted and never shown */
        readonly routing_key?: string;
        /** Event types, or just "*" for all of them, including future ones */
        readonly events?: readonly (
          | '*'
          | 'incident.created'
          | 'incident.updated'
          | 'incident.resolved'
          | 'app.deployed'
          | 'app.deploy_failed'
          | 'app.deleted'
          | 'pipeline.run_completed'
          | 'build.completed'
          | 'action.pending'
          | 'action.executed'
          | 'anomaly.detected'
          | 'scaling_decision.created'
          | 'agent_run.completed'
          | 'cluster.phase_changed'
          | 'cloudspace.ready'
        )[];
        /** Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events */
        readonly cluster_ids?: readonly string[] | null;
        /** Only events of these CloudSpaces, or of cluster_ids */
        readonly cloudspace_ids?: readonly string[] | null;
        /** Free text, for example its purpose or owner */
        readonly description?: string;
        /** Maximum deliveries per second; null for no limit */
        readonly rate_limit_per_second?: number | null;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
    /** Delete a webhook; its pending and held deliveries are canceled. Access: deploy. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/pause': {
    /** Pause a webhook: nothing is sent, and new deliveries are held. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/enable': {
    /** Enable a paused or disabled webhook: new events are sent; held deliveries stay held. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/rotate-secret': {
    /** Create a new signing secret, shown only in this response; the previous one keeps signing for a while. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** How long the previous secret keeps signing, 86400 by default; 0 for not at all */
        readonly overlap_seconds?: number;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Where events are sent: https, without user, password or fragment, at a public address */
          readonly url: string;
          /** What is sent. event: the event itself; slack: a message for an incoming webhook of Slack; teams: an Adaptive Card for the webhook of a Teams workflow; pagerduty: an event for the Events API v2, whose dedup_key is the id of the incident */
          readonly format: 'event' | 'slack' | 'teams' | 'pagerduty';
          /** Event types, or just "*" for all of them, including future ones */
          readonly events: readonly (
            | '*'
            | 'incident.created'
            | 'incident.updated'
            | 'incident.resolved'
            | 'app.deployed'
            | 'app.deploy_failed'
            | 'app.deleted'
            | 'pipeline.run_completed'
            | 'build.completed'
            | 'action.pending'
            | 'action.executed'
            | 'anomaly.detected'
            | 'scaling_decision.created'
            | 'agent_run.completed'
            | 'cluster.phase_changed'
            | 'cloudspace.ready'
          )[];
          /** Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events */
          readonly cluster_ids: readonly string[] | null;
          /** Only events of these CloudSpaces, or of cluster_ids */
          readonly cloudspace_ids: readonly string[] | null;
          /** Free text, for example its purpose or owner */
          readonly description: string;
          /** Maximum deliveries per second; null for no limit */
          readonly rate_limit_per_second: number | null;
          /** paused: by a user; disabled: because of its responses. Meanwhile its deliveries are held */
          readonly state: 'active' | 'paused' | 'disabled';
          /** Machine-readable; gone: it responded with 410 */
          readonly disabled_reason: string | null;
          readonly disabled_at: string | null;
          /** Until when the previous secret also signs; null if there is none */
          readonly previous_secret_expires_at: string | null;
          /** Current health */
          readonly health: {
            /** Among the last 100 deliveries within 24 hours */
            readonly succeeded: number;
            /** Among the same: exhausted, or still pending after at least one attempt */
            readonly failed: number;
            /** Share of succeeded among both; null if there were none */
            readonly success_share: number | null;
            /** 95th percentile of the response time; null if there was no response */
            readonly p95_ms: number | null;
            /** Pending deliveries; 1000 means that many or more */
            readonly pending: number;
            /** Held deliveries; 1000 means that many or more */
            readonly held: number;
            /** Since when the oldest pending delivery has been waiting */
            readonly oldest_pending_at: string | null;
            /** Current number of consecutive failed attempts */
            readonly consecutive_failures: number;
            /** When the first of these failed */
            readonly failing_since: string | null;
            /** After five consecutive failures, deliveries are tried one at a time; this is when the next one is due */
            readonly next_probe_at: string | null;
          };
          readonly created_at: string;
          readonly updated_at: string;
          /** Shown only once; the key for Service-Signature is this whole text, as UTF-8 */
          readonly signing_secret: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/stats': {
    /** Read the statistics of a webhook for the last 24 hours, by hour. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['WebhookStats'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/deliveries': {
    /** List the deliveries of a webhook, newest first. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** pending, succeeded, exhausted, canceled, held; comma-separated */
        readonly state?: string | undefined;
        /** Event types; comma-separated */
        readonly event_type?: string | undefined;
        /** Id of an event */
        readonly event_id?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookDelivery'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}': {
    /** Read a delivery: what is sent, and all attempts. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** The id of the delivery */
        readonly delivery_id: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          readonly webhook_id: string;
          readonly event_id: string;
          readonly event_type:
            | 'incident.created'
            | 'incident.updated'
            | 'incident.resolved'
            | 'app.deployed'
            | 'app.deploy_failed'
            | 'app.deleted'
            | 'pipeline.run_completed'
            | 'build.completed'
            | 'action.pending'
            | 'action.executed'
            | 'anomaly.detected'
            | 'scaling_decision.created'
            | 'agent_run.completed'
            | 'cluster.phase_changed'
            | 'cloudspace.ready';
          /** 1, plus one each time the event is redelivered */
          readonly generation: number;
          readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'held';
          /** Why it is held or was canceled */
          readonly reason:
            | 'paused'
            | 'disabled'
            | 'endpoint_failing'
            | 'deleted'
            | 'redelivered'
            | 'kept_too_long'
            | null;
          readonly created_at: string;
          /** No attempt is made after this time */
          readonly deadline_at: string;
          /** While pending: earliest time of the next attempt */
          readonly next_attempt_at: string | null;
          readonly finished_at: string | null;
          readonly attempt_count: number;
          /** HTTP status of the last attempt; null if there was no response */
          readonly last_status: number | null;
          /** Null if there was none, or if it succeeded */
          readonly last_failure:
            | 'dns_failed'
            | 'address_refused'
            | 'connection_refused'
            | 'connection_failed'
            | 'tls_failed'
            | 'timed_out'
            | 'connection_lost'
            | 'not_http'
            | 'redirected'
            | 'gone'
            | 'too_many_requests'
            | 'client_error'
            | 'server_error'
            | null;
          /** What is sent and signed: the event itself, or what is made of it for the format; null if older than 35 days. The routing key of PagerDuty is not shown */
          readonly body: string | null;
          /** Oldest first */
          readonly attempts: readonly {
            readonly number: number;
            readonly started_at: string;
            readonly request: {
              readonly url: string;
              readonly headers: Readonly<Record<string, string>>;
              /** The signed content: `t`, a dot and the body; null if the body is, or if another version of Wheelhouse made it of the event */
              readonly signed: string | null;
            };
            /** Null if it succeeded */
            readonly failure: {
              readonly class:
                | 'dns_failed'
                | 'address_refused'
                | 'connection_refused'
                | 'connection_failed'
                | 'tls_failed'
                | 'timed_out'
                | 'connection_lost'
                | 'not_http'
                | 'redirected'
                | 'gone'
                | 'too_many_requests'
                | 'client_error'
                | 'server_error';
              /** What happened, human-readable */
              readonly message: string;
              /** How to fix it */
              readonly remedy: string;
            } | null;
            readonly status: number | null;
            readonly response: {
              readonly headers: Readonly<Record<string, string>>;
              /** At most 16 KiB, as text */
              readonly body: string;
              readonly truncated: boolean;
            } | null;
            readonly timings: {
              /** DNS lookup; null if not reached or not needed */
              readonly dns_ms: number | null;
              /** TCP connection; null if not reached or not needed */
              readonly connect_ms: number | null;
              /** TLS handshake; null if not reached or not needed */
              readonly tls_ms: number | null;
              /** From the start to the response status; null if not reached or not needed */
              readonly answered_ms: number | null;
              readonly total_ms: number;
            };
          }[];
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver': {
    /** Send the event of a delivery again, as a new delivery. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** The id of the delivery */
        readonly delivery_id: string;
      };
      readonly answers: {
        readonly 202: WebhooksSchemas['WebhookDelivery'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/test': {
    /** Send an example event immediately, once, and return the result. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** The event type; by default one the webhook subscribes to */
        readonly type?:
          | 'incident.created'
          | 'incident.updated'
          | 'incident.resolved'
          | 'app.deployed'
          | 'app.deploy_failed'
          | 'app.deleted'
          | 'pipeline.run_completed'
          | 'build.completed'
          | 'action.pending'
          | 'action.executed'
          | 'anomaly.detected'
          | 'scaling_decision.created'
          | 'agent_run.completed'
          | 'cluster.phase_changed'
          | 'cloudspace.ready';
      };
      readonly answers: {
        readonly 200: {
          readonly event_id: string;
          readonly event_type:
            | 'incident.created'
            | 'incident.updated'
            | 'incident.resolved'
            | 'app.deployed'
            | 'app.deploy_failed'
            | 'app.deleted'
            | 'pipeline.run_completed'
            | 'build.completed'
            | 'action.pending'
            | 'action.executed'
            | 'anomaly.detected'
            | 'scaling_decision.created'
            | 'agent_run.completed'
            | 'cluster.phase_changed'
            | 'cloudspace.ready';
          /** The example exactly as it was sent, without the routing key of PagerDuty */
          readonly body: string;
          readonly attempt: {
            readonly number: number;
            readonly started_at: string;
            readonly request: {
              readonly url: string;
              readonly headers: Readonly<Record<string, string>>;
              /** The signed content: `t`, a dot and the body; null if the body is, or if another version of Wheelhouse made it of the event */
              readonly signed: string | null;
            };
            /** Null if it succeeded */
            readonly failure: {
              readonly class:
                | 'dns_failed'
                | 'address_refused'
                | 'connection_refused'
                | 'connection_failed'
                | 'tls_failed'
                | 'timed_out'
                | 'connection_lost'
                | 'not_http'
                | 'redirected'
                | 'gone'
                | 'too_many_requests'
                | 'client_error'
                | 'server_error';
              /** What happened, human-readable */
              readonly message: string;
              /** How to fix it */
              readonly remedy: string;
            } | null;
            readonly status: number | null;
            readonly response: {
              readonly headers: Readonly<Record<string, string>>;
              /** At most 16 KiB, as text */
              readonly body: string;
              readonly truncated: boolean;
            } | null;
            readonly timings: {
              /** DNS lookup; null if not reached or not needed */
              readonly dns_ms: number | null;
              /** TCP connection; null if not reached or not needed */
              readonly connect_ms: number | null;
              /** TLS handshake; null if not reached or not needed */
              readonly tls_ms: number | null;
              /** From the start to the response status; null if not reached or not needed */
              readonly answered_ms: number | null;
              readonly total_ms: number;
            };
          };
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/event-types': {
    /** List the event types webhooks can receive, each with its schema and an example. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookEventType'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/events': {
    /** List events of the last 35 days, newest first, whether or not a webhook received them. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Event types; comma-separated */
        readonly type?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookEvent'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/events/{event_id}': {
    /** Read an event exactly as it is sent to subscribers. Access: read. */
    readonly GET: {
      readonly params: {
        /** The id of the event */
        readonly event_id: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          readonly type:
            | 'incident.created'
            | 'incident.updated'
            | 'incident.resolved'
            | 'app.deployed'
            | 'app.deploy_failed'
            | 'app.deleted'
            | 'pipeline.run_completed'
            | 'build.completed'
            | 'action.pending'
            | 'action.executed'
            | 'anomaly.detected'
            | 'scaling_decision.created'
            | 'agent_run.completed'
            | 'cluster.phase_changed'
            | 'cloudspace.ready';
          readonly occurred_at: string;
          readonly cluster_id: string | null;
          readonly cloudspace_id: string | null;
          /** The event exactly as it is sent to subscribers */
          readonly body: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/dead-letters': {
    /** List events and messages that could not be handled, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** Event types, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookDeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
}

export interface WebhooksSchemas {
  readonly Webhook: {
    readonly id: string;
    /** Where events are sent: https, without user, password or fragment, at a public address */
    readonly url: string;
    /** What is sent. event: the event itself; slack: a message for an incoming webhook of Slack; teams: an Adaptive Card for the webhook of a Teams workflow; pagerduty: an event for the Events API v2, whose dedup_key is the id of the incident */
    readonly format: 'event' | 'slack' | 'teams' | 'pagerduty';
    /** Event types, or just "*" for all of them, including future ones */
    readonly events: readonly (
      | '*'
      | 'incident.created'
      | 'incident.updated'
      | 'incident.resolved'
      | 'app.deployed'
      | 'app.deploy_failed'
      | 'app.deleted'
      | 'pipeline.run_completed'
      | 'build.completed'
      | 'action.pending'
      | 'action.executed'
      | 'anomaly.detected'
      | 'scaling_decision.created'
      | 'agent_run.completed'
      | 'cluster.phase_changed'
      | 'cloudspace.ready'
    )[];
    /** Only events of these clusters; together with cloudspace_ids, of either. Null in both: all events */
    readonly cluster_ids: readonly string[] | null;
    /** Only events of these CloudSpaces, or of cluster_ids */
    readonly cloudspace_ids: readonly string[] | null;
    /** Free text, for example its purpose or owner */
    readonly description: string;
    /** Maximum deliveries per second; null for no limit */
    readonly rate_limit_per_second: number | null;
    /** paused: by a user; disabled: because of its responses. Meanwhile its deliveries are held */
    readonly state: 'active' | 'paused' | 'disabled';
    /** Machine-readable; gone: it responded with 410 */
    readonly disabled_reason: string | null;
    readonly disabled_at: string | null;
    /** Until when the previous secret also signs; null if there is none */
    readonly previous_secret_expires_at: string | null;
    /** Current health */
    readonly health: {
      /** Among the last 100 deliveries within 24 hours */
      readonly succeeded: number;
      /** Among the same: exhausted, or still pending after at least one attempt */
      readonly failed: number;
      /** Share of succeeded among both; null if there were none */
      readonly success_share: number | null;
      /** 95th percentile of the response time; null if there was no response */
      readonly p95_ms: number | null;
      /** Pending deliveries; 1000 means that many or more */
      readonly pending: number;
      /** Held deliveries; 1000 means that many or more */
      readonly held: number;
      /** Since when the oldest pending delivery has been waiting */
      readonly oldest_pending_at: string | null;
      /** Current number of consecutive failed attempts */
      readonly consecutive_failures: number;
      /** When the first of these failed */
      readonly failing_since: string | null;
      /** After five consecutive failures, deliveries are tried one at a time; this is when the next one is due */
      readonly next_probe_at: string | null;
    };
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly WebhookStats: {
    readonly from: string;
    readonly until: string;
    /** The last 24 hours, oldest first; a delivery counts in the hour it was created */
    readonly hours: readonly {
      readonly starts_at: string;
      readonly succeeded: number;
      /** Exhausted, or still pending after at least one attempt */
      readonly failed: number;
      readonly success_share: number | null;
      readonly p95_ms: number | null;
      /** True if there were more deliveries than are counted; the newest of the hour are */
      readonly is_sample: boolean;
    }[];
    readonly succeeded: number;
    /** Exhausted, or still pending after at least one attempt */
    readonly failed: number;
    readonly success_share: number | null;
    readonly p95_ms: number | null;
  };
  readonly WebhookDelivery: {
    readonly id: string;
    readonly webhook_id: string;
    readonly event_id: string;
    readonly event_type:
      | 'incident.created'
      | 'incident.updated'
      | 'incident.resolved'
      | 'app.deployed'
      | 'app.deploy_failed'
      | 'app.deleted'
      | 'pipeline.run_completed'
      | 'build.completed'
      | 'action.pending'
      | 'action.executed'
      | 'anomaly.detected'
      | 'scaling_decision.created'
      | 'agent_run.completed'
      | 'cluster.phase_changed'
      | 'cloudspace.ready';
    /** 1, plus one each time the event is redelivered */
    readonly generation: number;
    readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'held';
    /** Why it is held or was canceled */
    readonly reason: 'paused' | 'disabled' | 'endpoint_failing' | 'deleted' | 'redelivered' | 'kept_too_long' | null;
    readonly created_at: string;
    /** No attempt is made after this time */
    readonly deadline_at: string;
    /** While pending: earliest time of the next attempt */
    readonly next_attempt_at: string | null;
    readonly finished_at: string | null;
    readonly attempt_count: number;
    /** HTTP status of the last attempt; null if there was no response */
    readonly last_status: number | null;
    /** Null if there was none, or if it succeeded */
    readonly last_failure:
      | 'dns_failed'
      | 'address_refused'
      | 'connection_refused'
      | 'connection_failed'
      | 'tls_failed'
      | 'timed_out'
      | 'connection_lost'
      | 'not_http'
      | 'redirected'
      | 'gone'
      | 'too_many_requests'
      | 'client_error'
      | 'server_error'
      | null;
  };
  readonly WebhookEventType: {
    readonly type:
      | 'incident.created'
      | 'incident.updated'
      | 'incident.resolved'
      | 'app.deployed'
      | 'app.deploy_failed'
      | 'app.deleted'
      | 'pipeline.run_completed'
      | 'build.completed'
      | 'action.pending'
      | 'action.executed'
      | 'anomaly.detected'
      | 'scaling_decision.created'
      | 'agent_run.completed'
      | 'cluster.phase_changed'
      | 'cloudspace.ready';
    readonly sent_when: string;
    /** JSON Schema of the event as it is sent, including data */
    readonly schema: Readonly<Record<string, unknown>>;
    readonly example: {
      readonly id: string;
      readonly type:
        | 'incident.created'
        | 'incident.updated'
        | 'incident.resolved'
        | 'app.deployed'
        | 'app.deploy_failed'
        | 'app.deleted'
        | 'pipeline.run_completed'
        | 'build.completed'
        | 'action.pending'
        | 'action.executed'
        | 'anomaly.detected'
        | 'scaling_decision.created'
        | 'agent_run.completed'
        | 'cluster.phase_changed'
        | 'cloudspace.ready';
      readonly occurred_at: string;
      readonly tenant_id: string;
      readonly data: Readonly<Record<string, unknown>>;
    };
  };
  readonly WebhookEvent: {
    readonly id: string;
    readonly type:
      | 'incident.created'
      | 'incident.updated'
      | 'incident.resolved'
      | 'app.deployed'
      | 'app.deploy_failed'
      | 'app.deleted'
      | 'pipeline.run_completed'
      | 'build.completed'
      | 'action.pending'
      | 'action.executed'
      | 'anomaly.detected'
      | 'scaling_decision.created'
      | 'agent_run.completed'
      | 'cluster.phase_changed'
      | 'cloudspace.ready';
    readonly occurred_at: string;
    readonly cluster_id: string | null;
    readonly cloudspace_id: string | null;
  };
  readonly WebhookDeadLetter: {
    readonly id: string;
    /** Id of the event, as given by its source; null for a message */
    readonly event_id: string | null;
    /** Id of the message, if its sender set one */
    readonly message_id: string | null;
    /** The consumer that could not handle it */
    readonly consumer: string;
    /** The module it came from; for a message, the exchange */
    readonly source: string;
    /** The event type, or `message` */
    readonly type: string;
    /** Sequence number within its source and type; null for a message */
    readonly seq: number | null;
    /** Of a message only */
    readonly routing_key: string | null;
    /** The cluster it concerns, if known */
    readonly cluster_id: string | null;
    /** Error of the last attempt, or why there was none */
    readonly reason: string;
    /** The original content: JSON for an event, arbitrary for a message */
    readonly body: string;
    /** base64 if the content is not text */
    readonly body_encoding: 'utf8' | 'base64';
    /** Original size in bytes */
    readonly body_bytes: number;
    /** Whether only the beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
