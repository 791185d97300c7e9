/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/action-agent.json. */
export interface ActionAgentPaths {
  readonly '/agents/action/api/v1/actions': {
    /** List actions, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** of these clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** pending_approval, executing, success, failed, rejected, expired, canceled; comma-separated */
        readonly status?: string | undefined;
        /** scale_deployment, restart_pod, cordon_node, uncordon_node, drain_node, rollback_deployment; comma-separated */
        readonly action?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly ActionAgentSchemas['Action'][];
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
  readonly '/agents/action/api/v1/actions/pending': {
    /** List the actions that wait for somebody to approve or reject them, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** of these clusters; comma-separated */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly ActionAgentSchemas['Action'][];
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
  readonly '/agents/action/api/v1/actions/{id}': {
    /** Read an action; while it waits for approval, its ETag is that of its plan. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/stream': {
    /** Follow an action to its end: snapshot, changed, and at last ended, each with the action as it is then. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly query?: {
        /** resume after the event with this id; the header Last-Event-ID wins over it */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/approve': {
    /** Approve a pending action: it is carried out if it would still do what its plan shows (If-Match). Access: actions. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body?: {
        /** why; kept with the action */
        readonly reason?: string;
        /** break-glass: why you approve what you have proposed yourself; needs the scope admin too, and is audited */
        readonly override_reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/reject': {
    /** Reject a pending action. Access: actions. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body?: {
        /** why; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/cancel': {
    /** Cancel an action, as long as nothing was sent to the cluster. Access: actions. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body?: {
        /** why; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/plan': {
    /** Show what an action would do, without doing it. Access: actions. */
    readonly POST: {
      readonly body: {
        /** every kind but drain_node, which comes later */
        readonly action:
          | 'scale_deployment'
          | 'restart_pod'
          | 'cordon_node'
          | 'uncordon_node'
          | 'drain_node'
          | 'rollback_deployment';
        /** node_name; or namespace and pod; or namespace and deployment_name */
        readonly target: {
          /** cordon_node, uncordon_node */
          readonly node_name?: string;
          /** of a pod or a Deployment */
          readonly namespace?: string;
          /** restart_pod */
          readonly pod?: string;
          /** scale_deployment, rollback_deployment */
          readonly deployment_name?: string;
          /** scale_deployment; without it, one more than there are */
          readonly replicas?: number;
        };
        /** on which cluster; needed only where you have several */
        readonly cluster_id?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly action: 'scale_deployment' | 'restart_pod' | 'cordon_node' | 'uncordon_node' | 'rollback_deployment';
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
                /** When absent, one more than there are */
                readonly replicas?: number;
              };
          readonly cluster_id: string;
          /** null: the target does not exist */
          readonly target_uid: string | null;
          /** one sentence */
          readonly summary: string;
          readonly changes: readonly {
            /** of the target object */
            readonly field: string;
            readonly before: string | number | boolean | null;
            readonly after: string | number | boolean | null;
          }[];
          readonly touches: {
            /** pods that are taken down, by owner */
            readonly pods: readonly {
              /** kind and name, such as "Deployment web"; null: no owner */
              readonly owner: string | null;
              readonly count: number;
            }[];
            /** what the Deployment of these pods asks for now; null where there is none */
            readonly replicas: number | null;
          };
          readonly blocking_budgets: readonly {
            readonly name: string;
            readonly namespace: string;
            readonly rule: 'min_available' | 'max_unavailable_zero' | 'min_available_percent_at_zero';
            /** healthy pods it could count on afterwards */
            readonly after: number;
            /** healthy pods it asks for */
            readonly needed: number;
          }[];
          readonly warnings: readonly {
            readonly code:
              | 'already_so'
              | 'single_replica'
              | 'no_replicas_left'
              | 'no_replicas'
              | 'all_replicas_stop'
              | 'two_budgets_on_a_pod'
              | 'budgets_not_asked'
              | 'empty_dir_lost'
              | 'hpa_not_visible'
              | 'controller_not_visible'
              | 'paused'
              | 'no_controller'
              | 'mirror_pod'
              | 'pod_finished'
              | 'node_not_ready'
              | 'right_missing';
            readonly message: string;
          }[];
          /** after this time it is done or has failed */
          readonly upper_bound_seconds: number;
          readonly undo: {
            readonly possible: boolean;
            readonly words: string;
          };
          /** why it would not be carried out now; null: it would */
          readonly refused: {
            readonly code:
              | 'right_missing'
              | 'target_missing'
              | 'mirror_pod'
              | 'no_controller'
              | 'paused'
              | 'pdb_violation';
            readonly message: string;
          } | null;
          /** for If-Match of an approval */
          readonly etag: string;
        };
      };
    };
  };
  readonly '/agents/action/api/v1/actions/uncordon': {
    /** Uncordon a node: pods may be placed on it again. Runs at once; the call is the consent. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly node_name: string;
        /** on which cluster; needed only where you have several */
        readonly cluster_id?: string;
        /** why; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/rollback': {
    /** Restart a Deployment pod by pod (rolling restart). Runs at once; the call is the consent. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly namespace: string;
        readonly deployment_name: string;
        /** on which cluster; needed only where you have several */
        readonly cluster_id?: string;
        /** why; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/clusters': {
    /** List the clusters, newest first, each with the worker that acts on it. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly ActionAgentSchemas['AgentCluster'][];
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
  readonly '/agents/action/api/v1/settings': {
    /** Read what the tenant has set about approvals. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: ActionAgentSchemas['Settings'];
      };
    };
    /** Set how approvals go; what is not named stays. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** whether one may approve what one has proposed oneself; false by default */
        readonly self_approval?: boolean;
        /** whether an approval must name the plan it approves, in If-Match; false by default */
        readonly plan_must_be_named?: boolean;
        /** how long a new action waits for approval before it expires; 86400 by default */
        readonly pending_seconds?: number;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Settings'];
      };
    };
  };
  readonly '/agents/action/api/v1/dead-letters': {
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
          readonly data: readonly ActionAgentSchemas['DeadLetter'][];
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

export interface ActionAgentSchemas {
  readonly Action: {
    readonly id: string;
    readonly cluster_id: string;
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
          /** When absent, one more than there are */
          readonly replicas?: number;
        };
    readonly status: 'pending_approval' | 'executing' | 'success' | 'failed' | 'rejected' | 'expired' | 'canceled';
    /** where it is while it executes; null otherwise */
    readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
    /** what it waits for right now, in words */
    readonly progress: string | null;
    readonly result:
      | 'refused'
      | 'reverted'
      | 'revert_skipped'
      | 'stuck_terminating'
      | 'rollout_stalled'
      | 'pods_returned'
      | 'cluster_unreachable'
      | 'node_gone'
      | null;
    readonly error: {
      /** Machine-readable */
      readonly code: string;
      /** For people; may change */
      readonly message: string;
    } | null;
    readonly origin: 'decision' | 'manual';
    readonly decision_id: string | null;
    readonly incident_id: string | null;
    /** why it was proposed or asked for */
    readonly reason: string;
    readonly confidence: number | null;
    readonly evidence: readonly {
      /** Where it was seen: metrics, logs, traces, events… */
      readonly source: string;
      readonly summary: string;
      readonly url?: string;
    }[];
    readonly proposed_by: {
      readonly type: 'user' | 'agent_run' | 'service_account' | 'rule';
      readonly id: string;
      /** The user for whom it was proposed */
      readonly on_behalf_of?: string;
    } | null;
    readonly requested_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly approved_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
      /** Why someone with the right to do so approved what they had proposed */
      readonly override_reason?: string;
    } | null;
    readonly rejected_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly canceled_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    /** what was said when it was approved, rejected or canceled */
    readonly note: string | null;
    /** what it would do, or did; null while there is none */
    readonly plan: {
      readonly action: 'scale_deployment' | 'restart_pod' | 'cordon_node' | 'uncordon_node' | 'rollback_deployment';
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
            /** When absent, one more than there are */
            readonly replicas?: number;
          };
      readonly cluster_id: string;
      /** null: the target does not exist */
      readonly target_uid: string | null;
      /** one sentence */
      readonly summary: string;
      readonly changes: readonly {
        /** of the target object */
        readonly field: string;
        readonly before: string | number | boolean | null;
        readonly after: string | number | boolean | null;
      }[];
      readonly touches: {
        /** pods that are taken down, by owner */
        readonly pods: readonly {
          /** kind and name, such as "Deployment web"; null: no owner */
          readonly owner: string | null;
          readonly count: number;
        }[];
        /** what the Deployment of these pods asks for now; null where there is none */
        readonly replicas: number | null;
      };
      readonly blocking_budgets: readonly {
        readonly name: string;
        readonly namespace: string;
        readonly rule: 'min_available' | 'max_unavailable_zero' | 'min_available_percent_at_zero';
        /** healthy pods it could count on afterwards */
        readonly after: number;
        /** healthy pods it asks for */
        readonly needed: number;
      }[];
      readonly warnings: readonly {
        readonly code:
          | 'already_so'
          | 'single_replica'
          | 'no_replicas_left'
          | 'no_replicas'
          | 'all_replicas_stop'
          | 'two_budgets_on_a_pod'
          | 'budgets_not_asked'
          | 'empty_dir_lost'
          | 'hpa_not_visible'
          | 'controller_not_visible'
          | 'paused'
          | 'no_controller'
          | 'mirror_pod'
          | 'pod_finished'
          | 'node_not_ready'
          | 'right_missing';
        readonly message: string;
      }[];
      /** after this time it is done or has failed */
      readonly upper_bound_seconds: number;
      readonly undo: {
        readonly possible: boolean;
        readonly words: string;
      };
      /** why it would not be carried out now; null: it would */
      readonly refused: {
        readonly code: 'right_missing' | 'target_missing' | 'mirror_pod' | 'no_controller' | 'paused' | 'pdb_violation';
        readonly message: string;
      } | null;
      /** for If-Match of an approval */
      readonly etag: string;
    } | null;
    readonly planned_at: string | null;
    /** pods of a drain, canary of a scale-up; empty for other kinds */
    readonly details: {
      readonly pods?: readonly {
        readonly namespace: string;
        readonly pod: string;
        /** waiting and evicting: the drain ended before this pod was reached, or was gone */
        readonly status: 'waiting' | 'evicting' | 'evicted' | 'skipped' | 'failed';
        /** Why it was skipped or failed */
        readonly reason: string | null;
        readonly attempts: number;
        /** Names of the PodDisruptionBudgets that stood in the way */
        readonly blocked_by: readonly string[];
      }[];
      readonly canary?: {
        readonly verdict: 'kept' | 'reverted' | 'revert_skipped' | 'inconclusive' | 'skipped';
        readonly score_before: number | null;
        readonly score_after: number | null;
        readonly allowed_drop: number;
        readonly replicas_before: number;
        readonly replicas_after: number;
      };
    };
    readonly created_at: string;
    /** when it ends by itself, if nobody decides */
    readonly expires_at: string | null;
    readonly started_at: string | null;
    readonly finished_at: string | null;
  };
  readonly AgentCluster: {
    readonly cluster_id: string;
    /** a worker was seen within 30 seconds and nothing keeps it from acting */
    readonly ready: boolean;
    /** when a worker of it was last seen; null: never */
    readonly seen_at: string | null;
    /** of that worker */
    readonly version: string | null;
    /** what the worker may not do on the cluster */
    readonly missing_rights: readonly string[];
    /** why the worker does nothing, in words */
    readonly trouble: string | null;
  };
  readonly Settings: {
    /** whether one may approve what one has proposed oneself; false by default */
    readonly self_approval: boolean;
    /** whether an approval must name the plan it approves, in If-Match; false by default */
    readonly plan_must_be_named: boolean;
    /** how long a new action waits for approval before it expires; 86400 by default */
    readonly pending_seconds: number;
  };
  readonly DeadLetter: {
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
