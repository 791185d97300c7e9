/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/agent-feedback.json. */
export interface AgentFeedbackPaths {
  readonly '/agents/feedback/api/v1/verdicts': {
    /** List verdicts, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** pending, final; comma-separated */
        readonly state?: string | undefined;
        /** cured, relapsed, not_cured, worse, failed, not_run, unknown; comma-separated */
        readonly verdict?: string | undefined;
        /** Ids of incidents; comma-separated */
        readonly incident_id?: string | undefined;
        /** Ids of rules; comma-separated */
        readonly rule_id?: string | undefined;
        /** scale_deployment, restart_pod, cordon_node, uncordon_node, drain_node, rollback_deployment; comma-separated */
        readonly action?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AgentFeedbackSchemas['Verdict'][];
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
  readonly '/agents/feedback/api/v1/verdicts/{id}': {
    /** Read a verdict. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AgentFeedbackSchemas['Verdict'];
      };
    };
  };
  readonly '/agents/feedback/api/v1/verdicts/{id}/overrule': {
    /** Say what became of a decision, against what was measured; that is kept too. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        /** What became of it in your judgement; not_run: it does not count */
        readonly verdict: 'cured' | 'relapsed' | 'not_cured' | 'worse' | 'failed' | 'not_run';
        /** Why */
        readonly note: string;
      };
      readonly answers: {
        readonly 200: AgentFeedbackSchemas['Verdict'];
      };
    };
  };
  readonly '/agents/feedback/api/v1/track-records': {
    /** Read how often each rule has helped, by kind of action. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: {
          /** Decisions from before this time do not count */
          readonly since: string;
          /** Rules and kinds of action with at least one judged decision */
          readonly data: readonly AgentFeedbackSchemas['TrackRecord'][];
          /** There is one page */
          readonly next_cursor: null;
          readonly total: number;
        };
      };
    };
  };
  readonly '/agents/feedback/api/v1/ratings': {
    /** Say whether an analysis or an agent run was helpful; a later rating of yours replaces an earlier one. Access: agents. */
    readonly POST: {
      readonly body: {
        /** The analysis that is rated */
        readonly analysis_id?: string;
        /** The agent run that is rated */
        readonly run_id?: string;
        /** Whether it helped */
        readonly helpful: boolean;
        readonly note?: string;
      };
      readonly answers: {
        readonly 201: {
          readonly analysis_id: string | null;
          readonly run_id: string | null;
          /** Whether it helped */
          readonly helpful: boolean;
          readonly note: string | null;
          readonly rated_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          };
          readonly rated_at: string;
        };
      };
    };
  };
  readonly '/agents/feedback/api/v1/settings': {
    /** Read the tenant's settings of verdicts. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: AgentFeedbackSchemas['Settings'];
      };
    };
    /** Change the tenant's settings of verdicts, for actions that end from now on; omitted fields keep their value. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** How long after the end of an action its incident has to become quiet for the action to have cured it. 600 by default */
        readonly cured_within_seconds?: number;
        /** How long the incident must then stay quiet; if it comes back sooner, it has relapsed. 1800 by default */
        readonly stays_seconds?: number;
      };
      readonly answers: {
        readonly 200: AgentFeedbackSchemas['Settings'];
      };
    };
  };
  readonly '/agents/feedback/api/v1/dead-letters': {
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
          readonly data: readonly AgentFeedbackSchemas['DeadLetter'][];
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

export interface AgentFeedbackSchemas {
  readonly Verdict: {
    readonly id: string;
    readonly decision_id: string;
    readonly action_id: string;
    readonly incident_id: string | null;
    readonly cluster_id: string;
    /** Null if no rule proposed it */
    readonly rule_id: string | null;
    readonly proposed_by: {
      readonly type: 'user' | 'agent_run' | 'service_account' | 'rule';
      readonly id: string;
      /** The user on whose behalf it was proposed */
      readonly on_behalf_of?: string;
    } | null;
    readonly action:
      | 'scale_deployment'
      | 'restart_pod'
      | 'cordon_node'
      | 'uncordon_node'
      | 'drain_node'
      | 'rollback_deployment';
    readonly target:
      | {
          readonly node_name: string;
        }
      | {
          readonly namespace: string;
          readonly pod: string;
        }
      | {
          readonly namespace: string;
          readonly deployment_name: string;
        }
      | {
          readonly namespace: string;
          readonly deployment_name: string;
          /** If absent, one more than the current number */
          readonly replicas?: number;
        };
    /** The same for every action on the same target */
    readonly target_key: string;
    /** It ran without an approval */
    readonly automatic: boolean;
    readonly state: 'pending' | 'final';
    /** The one that stands; null while it is pending */
    readonly verdict: 'cured' | 'relapsed' | 'not_cured' | 'worse' | 'failed' | 'not_run' | 'unknown' | null;
    readonly summary: string | null;
    /** What was measured, kept when it is overruled */
    readonly measured: {
      readonly verdict: 'cured' | 'relapsed' | 'not_cured' | 'worse' | 'failed' | 'not_run' | 'unknown';
      readonly summary: string;
      /** How long after the end of the action the incident was quiet; null if it was not, or that does not matter */
      readonly quiet_after_seconds: number | null;
      /** How long after that it was back; null if it was not */
      readonly back_after_seconds: number | null;
      /** Health score when the action began; null if that is not known */
      readonly score_before: number | null;
      /** Health score when the verdict was reached; null if that is not known */
      readonly score_after: number | null;
      /** Rules of the issues on the target that began since the action did */
      readonly new_issues: readonly string[];
      readonly reached_at: string;
    } | null;
    /** Who has said so against what was measured */
    readonly overruled_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly overruled_at: string | null;
    /** Why it was overruled */
    readonly note: string | null;
    /** When the action began; null if it never did */
    readonly started_at: string | null;
    /** When the action ended */
    readonly ended_at: string | null;
    /** While it is pending: when it is final at the latest */
    readonly final_by: string | null;
    /** When the verdict that stands was said */
    readonly reached_at: string | null;
    readonly created_at: string;
  };
  readonly TrackRecord: {
    readonly rule_id: string;
    readonly action:
      | 'scale_deployment'
      | 'restart_pod'
      | 'cordon_node'
      | 'uncordon_node'
      | 'drain_node'
      | 'rollback_deployment';
    /** Of its last 50 judged decisions, those of the last 90 days */
    readonly judged: number;
    readonly cured: number;
    readonly by_verdict: {
      readonly cured: number;
      readonly relapsed: number;
      readonly not_cured: number;
      readonly worse: number;
      readonly failed: number;
    };
    readonly last_verdict: 'cured' | 'relapsed' | 'not_cured' | 'worse' | 'failed' | 'not_run' | 'unknown';
    readonly last_reached_at: string;
  };
  readonly Settings: {
    /** How long after the end of an action its incident has to become quiet for the action to have cured it. 600 by default */
    readonly cured_within_seconds: number;
    /** How long the incident must then stay quiet; if it comes back sooner, it has relapsed. 1800 by default */
    readonly stays_seconds: number;
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
