/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/agent-analysis.json. */
export interface AgentAnalysisPaths {
  readonly '/agents/analysis/api/v1/analyses': {
    /** List what was concluded of incidents, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of incidents; comma-separated */
        readonly incident_id?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** queued, observing, concluded; comma-separated */
        readonly status?: string | undefined;
        /** action_proposed, suggestion, no_rule, recovered, not_observable, not_analysed; comma-separated */
        readonly conclusion?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AgentAnalysisSchemas['Analysis'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Have an incident analyzed now; where that is under way already, that one answers. Access: agents. */
    readonly POST: {
      readonly body: {
        readonly incident_id: string;
      };
      readonly answers: {
        readonly 202: AgentAnalysisSchemas['Analysis'];
      };
    };
  };
  readonly '/agents/analysis/api/v1/analyses/{id}': {
    /** Read an analysis: its conclusion, the evidence, and what each rule made of it. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AgentAnalysisSchemas['Analysis'];
      };
    };
  };
  readonly '/agents/analysis/api/v1/rules': {
    /** List the rules in the order in which they count, each with its record. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: {
          readonly data: readonly AgentAnalysisSchemas['BuiltInRule'][];
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
  readonly '/agents/analysis/api/v1/rules/{name}': {
    /** Switch a rule on or off. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The id of the name */
        readonly name: string;
      };
      readonly body: {
        readonly enabled: boolean;
      };
      readonly answers: {
        readonly 200: AgentAnalysisSchemas['BuiltInRule'];
      };
    };
  };
  readonly '/agents/analysis/api/v1/rules/{name}/resume': {
    /** Let a paused rule act by itself again; what came before no longer counts for pausing it. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The id of the name */
        readonly name: string;
      };
      readonly answers: {
        readonly 200: AgentAnalysisSchemas['BuiltInRule'];
      };
    };
  };
  readonly '/agents/analysis/api/v1/settings': {
    /** Read the tenant's settings of analysis. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: AgentAnalysisSchemas['Settings'];
      };
    };
    /** Change the tenant's settings of analysis; omitted fields keep their value. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** The least measured confidence with which an action may run by itself; 0.8 by default */
        readonly auto_from?: number;
      };
      readonly answers: {
        readonly 200: AgentAnalysisSchemas['Settings'];
      };
    };
  };
  readonly '/agents/analysis/api/v1/dead-letters': {
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
          readonly data: readonly AgentAnalysisSchemas['DeadLetter'][];
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

export interface AgentAnalysisSchemas {
  readonly Analysis: {
    readonly id: string;
    readonly incident_id: string;
    readonly cluster_id: string;
    readonly object: {
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    /** opened: The incident opened; rule_added: Another rule of the monitor found something; looked_again: It was to be looked at again; not_cured: What was done did not help; returned: It came back; asked: Somebody asked; observed_late: It was observed too late for the one before */
    readonly because: 'opened' | 'rule_added' | 'looked_again' | 'not_cured' | 'returned' | 'asked' | 'observed_late';
    /** Who asked for it; null if nobody did */
    readonly requested_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    /** What it was concluded from */
    readonly observation_id: string | null;
    readonly status: 'queued' | 'observing' | 'concluded';
    /** Null until concluded */
    readonly conclusion:
      | 'action_proposed'
      | 'suggestion'
      | 'no_rule'
      | 'recovered'
      | 'not_observable'
      | 'not_analysed'
      | null;
    /** Why nothing was concluded or proposed; null where that is no question */
    readonly reason:
      | 'window'
      | 'cap'
      | 'incident_over'
      | 'no_object'
      | 'no_worker'
      | 'not_observed'
      | 'object_gone'
      | 'proposed_before'
      | 'switched_off'
      | null;
    /** The rule that the conclusion is of */
    readonly rule:
      | 'wedged_pod'
      | 'stale_crash_loop'
      | 'replicas_too_many'
      | 'replicas_too_few'
      | 'forgotten_cordon'
      | 'failing_node'
      | 'dead_node'
      | 'bad_rollout'
      | 'image_pull'
      | 'out_of_memory'
      | 'autoscaler_at_maximum'
      | 'no_room'
      | 'failing_job'
      | 'blocked_drain'
      | null;
    readonly rule_id: string | null;
    readonly summary: string | null;
    /** What a person could do, with figures */
    readonly advice: string | null;
    readonly evidence: readonly {
      /** As the observation numbers it */
      readonly n: number;
      readonly source: string;
      readonly summary: string;
      readonly at: string | null;
      /** A page of the dashboard */
      readonly url: string | null;
    }[];
    /** What has to hold for the action to run by itself; empty where none was proposed */
    readonly conditions: readonly {
      readonly name:
        | 'by_rule'
        | 'autonomy'
        | 'confidence'
        | 'not_paused'
        | 'kill_switch'
        | 'no_window'
        | 'first_in_incident'
        | 'target_cured'
        | 'worker';
      readonly holds: boolean;
      readonly words: string;
    }[];
    readonly confidence: number | null;
    readonly decision_id: string | null;
    readonly action:
      | 'scale_deployment'
      | 'restart_pod'
      | 'cordon_node'
      | 'uncordon_node'
      | 'drain_node'
      | 'rollback_deployment'
      | null;
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
        }
      | null;
    /** The action may run by itself */
    readonly automatic: boolean;
    /** Why a person has to decide: the first condition that does not hold */
    readonly asked_because: string | null;
    /** When the incident is looked at again */
    readonly again_at: string | null;
    readonly tried: readonly {
      readonly rule:
        | 'wedged_pod'
        | 'stale_crash_loop'
        | 'replicas_too_many'
        | 'replicas_too_few'
        | 'forgotten_cordon'
        | 'failing_node'
        | 'dead_node'
        | 'bad_rollout'
        | 'image_pull'
        | 'out_of_memory'
        | 'autoscaler_at_maximum'
        | 'no_room'
        | 'failing_job'
        | 'blocked_drain';
      readonly outcome: 'matched' | 'suggestion' | 'later' | 'no' | 'switched_off' | 'proposed_before';
      /** Why it matched, or which of its conditions failed */
      readonly words: string;
    }[];
    readonly created_at: string;
    /** By then it is concluded, come what may */
    readonly due_at: string;
    readonly concluded_at: string | null;
  };
  readonly BuiltInRule: {
    readonly id: string;
    readonly name:
      | 'wedged_pod'
      | 'stale_crash_loop'
      | 'replicas_too_many'
      | 'replicas_too_few'
      | 'forgotten_cordon'
      | 'failing_node'
      | 'dead_node'
      | 'bad_rollout'
      | 'image_pull'
      | 'out_of_memory'
      | 'autoscaler_at_maximum'
      | 'no_room'
      | 'failing_job'
      | 'blocked_drain';
    readonly title: string;
    readonly about: string;
    /** Its conditions: all of them have to be seen */
    readonly when: readonly string[];
    readonly follows: string;
    /** What it proposes; null: it only suggests */
    readonly action:
      | 'scale_deployment'
      | 'restart_pod'
      | 'cordon_node'
      | 'uncordon_node'
      | 'drain_node'
      | 'rollback_deployment'
      | null;
    readonly enabled: boolean;
    /** Its confidence as long as too little was judged */
    readonly prior: number;
    /** Null of a rule that only suggests */
    readonly record: {
      /** Of the last 90 days, the newest fifty at most */
      readonly judged: number;
      /** Of these, where the trouble ended and stayed away */
      readonly cured: number;
      /** The lower bound of a 90 % interval of cured by judged; the prior while fewer than 5 were judged */
      readonly confidence: number;
      /** At least 5 were judged */
      readonly measured: boolean;
    } | null;
    /** The same for each kind of action it has proposed */
    readonly records: readonly {
      readonly action:
        | 'scale_deployment'
        | 'restart_pod'
        | 'cordon_node'
        | 'uncordon_node'
        | 'drain_node'
        | 'rollback_deployment';
      /** Of the last 90 days, the newest fifty at most */
      readonly judged: number;
      /** Of these, where the trouble ended and stayed away */
      readonly cured: number;
      /** The lower bound of a 90 % interval of cured by judged; the prior while fewer than 5 were judged */
      readonly confidence: number;
      /** At least 5 were judged */
      readonly measured: boolean;
    }[];
    /** It asks until an administrator resumes it */
    readonly paused: {
      readonly since: string;
      readonly why: string;
    } | null;
    /** What the tenant has set for its action; null: nothing; unknown: the action agent does not answer */
    readonly autonomy: 'auto' | 'ask' | 'never' | 'unknown' | null;
  };
  readonly Settings: {
    /** The least measured confidence with which an action may run by itself; 0.8 by default */
    readonly auto_from: number;
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
