/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/webhooks.json. */
export interface WebhooksPaths {
  readonly '/platform/api/v1/webhooks': {
    /** List webhooks, newest first, each with how it does. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** active, paused, disabled; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['Webhook'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a webhook; its signing secret is shown in this answer and never again. Access: deploy. */
    readonly POST: {
      readonly body: {
        /** where events are posted to: https, without user, password or fragment, at a public address */
        readonly url: string;
        /** names of events, or "*" alone for all of them, also those to come */
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
        /** only events of these clusters; with cloudspace_ids, of either. Null in both: all events */
        readonly cluster_ids?: readonly string[] | null;
        /** only events of these CloudSpaces, or of cluster_ids */
        readonly cloudspace_ids?: readonly string[] | null;
        /** for people; what it is for, or who answers for it */
        readonly description?: string;
        /** at most this many deliveries a second; null: as many as it answers */
        readonly rate_limit_per_second?: number | null;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          /** where events are posted to: https, without user, password or fragment, at a public address */
          readonly url: string;
          /** names of events, or "*" alone for all of them, also those to come */
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
          /** only events of these clusters; with cloudspace_ids, of either. Null in both: all events */
          readonly cluster_ids: readonly string[] | null;
          /** only events of these CloudSpaces, or of cluster_ids */
          readonly cloudspace_ids: readonly string[] | null;
          /** for people; what it is for, or who answers for it */
          readonly description: string;
          /** at most this many deliveries a second; null: as many as it answers */
          readonly rate_limit_per_second: number | null;
          /** paused by a person, disabled because of its answers: meanwhile its deliveries are held */
          readonly state: 'active' | 'paused' | 'disabled';
          /** for programs; gone: it answered 410 */
          readonly disabled_reason: string | null;
          readonly disabled_at: string | null;
          /** until when the secret before this one signs too; null: there is none */
          readonly previous_secret_expires_at: string | null;
          /** how it goes */
          readonly health: {
            /** of the last 100 deliveries of 24 hours */
            readonly succeeded: number;
            /** of the same: exhausted, or still pending after at least one attempt */
            readonly failed: number;
            /** succeeded of both; null: there were none */
            readonly success_share: number | null;
            /** how long 95 of 100 answers took at most; null: there was none */
            readonly p95_ms: number | null;
            /** deliveries that wait; 1000 means that many or more */
            readonly pending: number;
            /** deliveries held back; 1000 means that many or more */
            readonly held: number;
            /** since when the oldest of them waits */
            readonly oldest_pending_at: string | null;
            /** attempts that failed in a row, up to now */
            readonly consecutive_failures: number;
            /** when the first of them was made */
            readonly failing_since: string | null;
            /** after five failures in a row one delivery at a time is tried; when the next one is due */
            readonly next_probe_at: string | null;
          };
          readonly created_at: string;
          readonly updated_at: string;
          /** shown this once; the key of Service-Signature is the whole text, as UTF-8 */
          readonly signing_secret: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}': {
    /** Read a webhook and how it does. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
    /** Change a webhook; with another url, what waits goes there. Access: deploy. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body: {
        /** where events are posted to: https, without user, password or fragment, at a public address */
        readonly url?: string;
        /** names of events, or "*" alone for all of them, also those to come */
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
        /** only events of these clusters; with cloudspace_ids, of either. Null in both: all events */
        readonly cluster_ids?: readonly string[] | null;
        /** only events of these CloudSpaces, or of cluster_ids */
        readonly cloudspace_ids?: readonly string[] | null;
        /** for people; what it is for, or who answers for it */
        readonly description?: string;
        /** at most this many deliveries a second; null: as many as it answers */
        readonly rate_limit_per_second?: number | null;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
    /** Delete a webhook; what waits for it or is held is canceled. Access: deploy. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/pause': {
    /** Pause a webhook: nothing is sent, and what would have been is held. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/enable': {
    /** Enable a webhook that is paused or disabled: new events are sent; what is held stays held. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: WebhooksSchemas['Webhook'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/rotate-secret': {
    /** Make a new signing secret, shown in this answer and never again; the one until now signs on for a while. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body?: {
        /** how long the secret until now signs too, 86400 by default; 0: not at all */
        readonly overlap_seconds?: number;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** where events are posted to: https, without user, password or fragment, at a public address */
          readonly url: string;
          /** names of events, or "*" alone for all of them, also those to come */
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
          /** only events of these clusters; with cloudspace_ids, of either. Null in both: all events */
          readonly cluster_ids: readonly string[] | null;
          /** only events of these CloudSpaces, or of cluster_ids */
          readonly cloudspace_ids: readonly string[] | null;
          /** for people; what it is for, or who answers for it */
          readonly description: string;
          /** at most this many deliveries a second; null: as many as it answers */
          readonly rate_limit_per_second: number | null;
          /** paused by a person, disabled because of its answers: meanwhile its deliveries are held */
          readonly state: 'active' | 'paused' | 'disabled';
          /** for programs; gone: it answered 410 */
          readonly disabled_reason: string | null;
          readonly disabled_at: string | null;
          /** until when the secret before this one signs too; null: there is none */
          readonly previous_secret_expires_at: string | null;
          /** how it goes */
          readonly health: {
            /** of the last 100 deliveries of 24 hours */
            readonly succeeded: number;
            /** of the same: exhausted, or still pending after at least one attempt */
            readonly failed: number;
            /** succeeded of both; null: there were none */
            readonly success_share: number | null;
            /** how long 95 of 100 answers took at most; null: there was none */
            readonly p95_ms: number | null;
            /** deliveries that wait; 1000 means that many or more */
            readonly pending: number;
            /** deliveries held back; 1000 means that many or more */
            readonly held: number;
            /** since when the oldest of them waits */
            readonly oldest_pending_at: string | null;
            /** attempts that failed in a row, up to now */
            readonly consecutive_failures: number;
            /** when the first of them was made */
            readonly failing_since: string | null;
            /** after five failures in a row one delivery at a time is tried; when the next one is due */
            readonly next_probe_at: string | null;
          };
          readonly created_at: string;
          readonly updated_at: string;
          /** shown this once; the key of Service-Signature is the whole text, as UTF-8 */
          readonly signing_secret: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/stats': {
    /** Read how a webhook did in the last 24 hours, hour by hour. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** pending, succeeded, exhausted, canceled, held; comma-separated */
        readonly state?: string | undefined;
        /** names of events; comma-separated */
        readonly event_type?: string | undefined;
        /** of one event */
        readonly event_id?: string | undefined;
        /** at or after */
        readonly created_after?: string | undefined;
        /** before */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookDelivery'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}': {
    /** Read a delivery: the event as it is sent, and every attempt. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
        /** which delivery, by its id */
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
          /** 1, and one more each time the event is sent anew */
          readonly generation: number;
          readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'held';
          /** why it is held, or was canceled */
          readonly reason:
            | 'paused'
            | 'disabled'
            | 'endpoint_failing'
            | 'deleted'
            | 'redelivered'
            | 'kept_too_long'
            | null;
          readonly created_at: string;
          /** after it no attempt is made */
          readonly deadline_at: string;
          /** while it is pending; not before this */
          readonly next_attempt_at: string | null;
          readonly finished_at: string | null;
          readonly attempt_count: number;
          /** of HTTP; null: there was no answer yet */
          readonly last_status: number | null;
          /** null: none, or it succeeded */
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
          /** the event, byte for byte as it is sent and signed; null: older than 35 days */
          readonly body: string | null;
          /** oldest first */
          readonly attempts: readonly {
            readonly number: number;
            readonly started_at: string;
            readonly request: {
              readonly url: string;
              readonly headers: Readonly<Record<string, string>>;
              /** what was signed: `t`, a dot and the body; null where the body is */
              readonly signed: string | null;
            };
            /** null: it succeeded */
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
              /** what happened, for people */
              readonly message: string;
              /** what to do about it */
              readonly remedy: string;
            } | null;
            readonly status: number | null;
            readonly response: {
              readonly headers: Readonly<Record<string, string>>;
              /** at most 16 KiB, as text */
              readonly body: string;
              readonly truncated: boolean;
            } | null;
            readonly timings: {
              /** to find the address; null: not reached, or not needed */
              readonly dns_ms: number | null;
              /** to connect; null: not reached, or not needed */
              readonly connect_ms: number | null;
              /** to agree on TLS; null: not reached, or not needed */
              readonly tls_ms: number | null;
              /** from the start to the status; null: not reached, or not needed */
              readonly answered_ms: number | null;
              readonly total_ms: number;
            };
          }[];
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver': {
    /** Send the event of a delivery once more, as a delivery of its own. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
        /** which delivery, by its id */
        readonly delivery_id: string;
      };
      readonly answers: {
        readonly 202: WebhooksSchemas['WebhookDelivery'];
      };
    };
  };
  readonly '/platform/api/v1/webhooks/{id}/test': {
    /** Send an example of an event, once and at once, and answer what came of it. Access: deploy. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body?: {
        /** which event; one that it subscribes to unless given */
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
          /** the catalogue's example, as it was sent */
          readonly body: string;
          readonly attempt: {
            readonly number: number;
            readonly started_at: string;
            readonly request: {
              readonly url: string;
              readonly headers: Readonly<Record<string, string>>;
              /** what was signed: `t`, a dot and the body; null where the body is */
              readonly signed: string | null;
            };
            /** null: it succeeded */
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
              /** what happened, for people */
              readonly message: string;
              /** what to do about it */
              readonly remedy: string;
            } | null;
            readonly status: number | null;
            readonly response: {
              readonly headers: Readonly<Record<string, string>>;
              /** at most 16 KiB, as text */
              readonly body: string;
              readonly truncated: boolean;
            } | null;
            readonly timings: {
              /** to find the address; null: not reached, or not needed */
              readonly dns_ms: number | null;
              /** to connect; null: not reached, or not needed */
              readonly connect_ms: number | null;
              /** to agree on TLS; null: not reached, or not needed */
              readonly tls_ms: number | null;
              /** from the start to the status; null: not reached, or not needed */
              readonly answered_ms: number | null;
              readonly total_ms: number;
            };
          };
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/event-types': {
    /** List the events that webhooks can receive, each with its schema and an example. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookEventType'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/events': {
    /** List what has happened, newest first, whether or not a webhook was told of it; kept for 35 days. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** names of events; comma-separated */
        readonly type?: string | undefined;
        /** ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** at or after */
        readonly created_after?: string | undefined;
        /** before */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookEvent'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/events/{event_id}': {
    /** Read an event, byte for byte as subscribers are sent it. Access: read. */
    readonly GET: {
      readonly params: {
        /** which event, by its id */
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
          /** byte for byte as subscribers are sent it */
          readonly body: string;
        };
      };
    };
  };
  readonly '/platform/api/v1/webhooks/dead-letters': {
    /** List events and messages that could not be handled, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** types of events, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly WebhooksSchemas['WebhookDeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
}

export interface WebhooksSchemas {
  readonly Webhook: {
    readonly id: string;
    /** where events are posted to: https, without user, password or fragment, at a public address */
    readonly url: string;
    /** names of events, or "*" alone for all of them, also those to come */
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
    /** only events of these clusters; with cloudspace_ids, of either. Null in both: all events */
    readonly cluster_ids: readonly string[] | null;
    /** only events of these CloudSpaces, or of cluster_ids */
    readonly cloudspace_ids: readonly string[] | null;
    /** for people; what it is for, or who answers for it */
    readonly description: string;
    /** at most this many deliveries a second; null: as many as it answers */
    readonly rate_limit_per_second: number | null;
    /** paused by a person, disabled because of its answers: meanwhile its deliveries are held */
    readonly state: 'active' | 'paused' | 'disabled';
    /** for programs; gone: it answered 410 */
    readonly disabled_reason: string | null;
    readonly disabled_at: string | null;
    /** until when the secret before this one signs too; null: there is none */
    readonly previous_secret_expires_at: string | null;
    /** how it goes */
    readonly health: {
      /** of the last 100 deliveries of 24 hours */
      readonly succeeded: number;
      /** of the same: exhausted, or still pending after at least one attempt */
      readonly failed: number;
      /** succeeded of both; null: there were none */
      readonly success_share: number | null;
      /** how long 95 of 100 answers took at most; null: there was none */
      readonly p95_ms: number | null;
      /** deliveries that wait; 1000 means that many or more */
      readonly pending: number;
      /** deliveries held back; 1000 means that many or more */
      readonly held: number;
      /** since when the oldest of them waits */
      readonly oldest_pending_at: string | null;
      /** attempts that failed in a row, up to now */
      readonly consecutive_failures: number;
      /** when the first of them was made */
      readonly failing_since: string | null;
      /** after five failures in a row one delivery at a time is tried; when the next one is due */
      readonly next_probe_at: string | null;
    };
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly WebhookStats: {
    readonly from: string;
    readonly until: string;
    /** the last 24, oldest first; a delivery counts in the hour in which it was created */
    readonly hours: readonly {
      readonly starts_at: string;
      readonly succeeded: number;
      /** exhausted, or still pending after at least one attempt */
      readonly failed: number;
      readonly success_share: number | null;
      readonly p95_ms: number | null;
      /** there were more than are counted; these are the newest of the hour */
      readonly is_sample: boolean;
    }[];
    readonly succeeded: number;
    /** exhausted, or still pending after at least one attempt */
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
    /** 1, and one more each time the event is sent anew */
    readonly generation: number;
    readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'held';
    /** why it is held, or was canceled */
    readonly reason: 'paused' | 'disabled' | 'endpoint_failing' | 'deleted' | 'redelivered' | 'kept_too_long' | null;
    readonly created_at: string;
    /** after it no attempt is made */
    readonly deadline_at: string;
    /** while it is pending; not before this */
    readonly next_attempt_at: string | null;
    readonly finished_at: string | null;
    readonly attempt_count: number;
    /** of HTTP; null: there was no answer yet */
    readonly last_status: number | null;
    /** null: none, or it succeeded */
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
    /** JSON Schema of the event as it is sent, data included */
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
    /** the event, as its source named it; null for a message */
    readonly event_id: string | null;
    /** the message, if its sender named it */
    readonly message_id: string | null;
    /** who could not handle it */
    readonly consumer: string;
    /** the module it came from; of a message, the exchange */
    readonly source: string;
    /** the type of the event, or `message` */
    readonly type: string;
    /** its number among the events of its source and type; null for a message */
    readonly seq: number | null;
    /** of a message */
    readonly routing_key: string | null;
    /** the cluster it is about, if it says so */
    readonly cluster_id: string | null;
    /** what the last attempt failed with, or why there was none */
    readonly reason: string;
    /** as it was written: an event is JSON, a message whatever came */
    readonly body: string;
    /** base64 where the bytes are no text */
    readonly body_encoding: 'utf8' | 'base64';
    /** how large it was */
    readonly body_bytes: number;
    /** only its beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
