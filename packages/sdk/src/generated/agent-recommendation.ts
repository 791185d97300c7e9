/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/agent-recommendation.json. */
export interface AgentRecommendationPaths {
  readonly '/agents/recommendation/api/v1/recommendations': {
    /** List recommendations, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** open, accepted, dismissed, done; comma-separated */
        readonly status?: string | undefined;
        /** memory_limit, single_replica, autoscaler_maximum, budget_blocks_drains, recurring_cause, missing_right, autonomy_up, autonomy_down; comma-separated */
        readonly kind?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** high, medium, low; comma-separated */
        readonly severity?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AgentRecommendationSchemas['Recommendation'][];
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
  readonly '/agents/recommendation/api/v1/recommendations/{id}': {
    /** Read a recommendation. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AgentRecommendationSchemas['Recommendation'];
      };
    };
  };
  readonly '/agents/recommendation/api/v1/recommendations/{id}/accept': {
    /** Accept a recommendation: somebody takes care of it; it is done once its cause is gone. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: AgentRecommendationSchemas['Recommendation'];
      };
    };
  };
  readonly '/agents/recommendation/api/v1/recommendations/{id}/dismiss': {
    /** Dismiss a recommendation: it stays away until a date, and is open again if its cause is still there. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        /** Why */
        readonly reason: string;
        /** Until when it stays away: 30 days by default, 365 days at most */
        readonly until?: string;
      };
      readonly answers: {
        readonly 200: AgentRecommendationSchemas['Recommendation'];
      };
    };
  };
  readonly '/agents/recommendation/api/v1/dead-letters': {
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
          readonly data: readonly AgentRecommendationSchemas['DeadLetter'][];
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

export interface AgentRecommendationSchemas {
  readonly Recommendation: {
    readonly id: string;
    readonly cluster_id: string;
    /** memory_limit: raise a memory limit; single_replica: run more than one replica; autoscaler_maximum: raise the maximum of an autoscaler; budget_blocks_drains: let a disruption budget allow evictions; recurring_cause: remove a cause that keeps coming back; missing_right: grant a right; autonomy_up: let a rule act by itself; autonomy_down: have a rule ask again */
    readonly kind:
      | 'memory_limit'
      | 'single_replica'
      | 'autoscaler_maximum'
      | 'budget_blocks_drains'
      | 'recurring_cause'
      | 'missing_right'
      | 'autonomy_up'
      | 'autonomy_down';
    /** What it is about; null if that is a rule */
    readonly object: {
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    /** The rule and kind of action it is about; null if that is an object */
    readonly rule: {
      readonly rule_id: string;
      readonly name: string;
      readonly action:
        | 'scale_deployment'
        | 'restart_pod'
        | 'cordon_node'
        | 'uncordon_node'
        | 'drain_node'
        | 'rollback_deployment';
    } | null;
    readonly severity: 'high' | 'medium' | 'low';
    /** With figures */
    readonly why: string;
    /** The step to take */
    readonly how: string;
    /** accepted: somebody takes care of it; done: its cause is gone; dismissed: it stays away until its date */
    readonly status: 'open' | 'accepted' | 'dismissed' | 'done';
    readonly accepted_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly accepted_at: string | null;
    /** What was said when it was accepted */
    readonly note: string | null;
    /** How it was dismissed last */
    readonly dismissed: {
      readonly reason: string;
      /** It stays away until then, whatever its cause does */
      readonly until: string;
      readonly by: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      };
      readonly at: string;
    } | null;
    readonly created_at: string;
    /** When its cause was seen last */
    readonly seen_at: string;
    readonly done_at: string | null;
  };
  readonly DeadLetter: {
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
