/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/action-agent.json. */
export interface ActionAgentPaths {
  readonly '/agents/action/api/v1/actions/ledger': {
    /** Read how actions went over a period, per kind and origin: how far automation can be trusted by now. Access: read. */
    readonly GET: {
      readonly query?: {
        /** First day, in UTC; 30 days before the last by default */
        readonly from?: string | undefined;
        /** Last day, in UTC; today by default */
        readonly to?: string | undefined;
        /** All clusters by default */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Ledger'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions': {
    /** List actions, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
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
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/agents/action/api/v1/actions/pending': {
    /** List actions waiting for approval, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly ActionAgentSchemas['Action'][];
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
  readonly '/agents/action/api/v1/actions/{id}': {
    /** Read an action; while it is waiting for approval, its ETag is that of its plan. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/stream': {
    /** Follow an action until it ends: the events snapshot, changed and finally ended, each with the action at that time. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Resume after the event with this id; the header Last-Event-ID takes precedence */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/approve': {
    /** Approve a pending action; it runs if it would still do what its plan shows (If-Match). Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** The reason; kept with the action */
        readonly reason?: string;
        /** Break-glass: why you approve your own proposal; also requires the scope admin, and is audited */
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
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/cancel': {
    /** Cancel an action, if nothing has been sent to the cluster yet; a running drain stops before its next eviction. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/{id}/undo': {
    /** Undo an action by a new one, if the target is as it was left: an uncordon runs immediately, anything else waits for approval, which whoever asked for it may give. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/plan': {
    /** Show what an action would do, without running it. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly action:
          | 'scale_deployment'
          | 'restart_pod'
          | 'cordon_node'
          | 'uncordon_node'
          | 'drain_node'
          | 'rollback_deployment';
        /** node_name; or namespace and pod; or namespace and deployment_name */
        readonly target: {
          /** For cordon_node, uncordon_node and drain_node */
          readonly node_name?: string;
          /** Namespace of the pod or Deployment */
          readonly namespace?: string;
          /** For restart_pod */
          readonly pod?: string;
          /** For scale_deployment and rollback_deployment */
          readonly deployment_name?: string;
          /** For scale_deployment; if absent, one more than the current number */
          readonly replicas?: number;
        };
        /** The cluster; required only if you have several */
        readonly cluster_id?: string;
      };
      readonly answers: {
        readonly 200: {
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
          readonly cluster_id: string;
          /** Null if the target does not exist */
          readonly target_uid: string | null;
          /** One sentence */
          readonly summary: string;
          readonly changes: readonly {
            /** Field of the target object */
            readonly field: string;
            readonly before: string | number | boolean | null;
            readonly after: string | number | boolean | null;
          }[];
          readonly touches: {
            /** Pods that are stopped, by owner */
            readonly pods: readonly {
              /** Kind and name, such as "Deployment web"; null if there is no owner */
              readonly owner: string | null;
              readonly count: number;
            }[];
            /** Current desired replicas of the Deployment these pods belong to; null if there is none */
            readonly replicas: number | null;
          };
          readonly blocking_budgets: readonly {
            readonly name: string;
            readonly namespace: string;
            readonly rule: 'min_available' | 'max_unavailable_zero' | 'min_available_percent_at_zero';
            /** Healthy pods it would have afterwards */
            readonly after: number;
            /** Healthy pods it requires */
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
              | 'host_path_left'
              | 'grace_cut'
              | 'tolerates_cordon'
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
          /** The guards that concern this action, and whether it passes them */
          readonly guards: readonly {
            /** Named as its setting is */
            readonly guard:
              | 'kill_switch'
              | 'autonomy'
              | 'protected_namespaces'
              | 'protected_node_labels'
              | 'cooldown_seconds'
              | 'max_drains_per_cluster'
              | 'max_automated_per_hour'
              | 'max_cordoned_percent'
              | 'automated_scale_to_zero'
              | 'automated_unmanaged_pods'
              | 'dry_mode';
            /** What it does to this action where it does not pass */
            readonly effect: 'refuses' | 'warns' | 'changes_nothing';
            readonly passes: boolean;
            readonly message: string;
          }[];
          /** After this time it has either succeeded or failed */
          readonly upper_bound_seconds: number;
          readonly undo: {
            readonly possible: boolean;
            readonly words: string;
          };
          /** Why it would be refused now; null if it would run */
          readonly refused: {
            readonly code:
              | 'right_missing'
              | 'target_missing'
              | 'mirror_pod'
              | 'no_controller'
              | 'paused'
              | 'pdb_violation'
              | 'kill_switch'
              | 'autonomy'
              | 'protected_namespaces'
              | 'protected_node_labels'
              | 'cooldown_seconds'
              | 'max_drains_per_cluster'
              | 'max_automated_per_hour'
              | 'max_cordoned_percent'
              | 'automated_scale_to_zero'
              | 'automated_unmanaged_pods'
              | 'dry_mode';
            readonly message: string;
          } | null;
          /** Of drain_node; null for every other kind */
          readonly drain: {
            /** In the order in which they are evicted, then those skipped, then those refused */
            readonly pods: readonly {
              readonly namespace: string;
              readonly pod: string;
              /** Kind and name, such as "Deployment web"; null if there is no owner */
              readonly owner: string | null;
              /** skip: it stays, or is only waited for; refuse: its eviction would be refused */
              readonly fate: 'evict' | 'skip' | 'refuse';
              /** Why it is skipped or refused; null if it is evicted */
              readonly reason: string | null;
              /** The PodDisruptionBudget that covers it */
              readonly budget: string | null;
              /** What it is given to end by itself */
              readonly grace_seconds: number;
            }[];
            /** How many are not listed; in lists of actions, all of them */
            readonly more_pods: number;
            /** Every budget that covers pods to be evicted from the node */
            readonly budgets: readonly {
              readonly namespace: string;
              readonly name: string;
              /** Pods on this node that it covers and that are to be evicted */
              readonly pods: number;
              /** Healthy pods it has now, on all nodes */
              readonly healthy: number;
              /** Healthy pods it requires */
              readonly needed: number;
              /** Evictions it allows now */
              readonly allowed: number;
              /** Whether it would refuse an eviction now */
              readonly blocks: boolean;
            }[];
            /** What stays on the node, in one sentence */
            readonly remains: string;
          } | null;
          /** For If-Match when approving */
          readonly etag: string;
        };
      };
    };
  };
  readonly '/agents/action/api/v1/actions/drain': {
    /** Drain a node: cordon it, then evict its pods as far as their disruption budgets allow. Runs immediately, without a separate approval; follow it with GET /api/v1/actions/{id}/stream. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly node_name: string;
        /** The cluster; required only if you have several */
        readonly cluster_id?: string;
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/uncordon': {
    /** Uncordon a node so that pods can be scheduled on it again. Runs immediately, without a separate approval. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly node_name: string;
        /** The cluster; required only if you have several */
        readonly cluster_id?: string;
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/actions/rollback': {
    /** Restart the pods of a Deployment (rolling restart). Runs immediately, without a separate approval. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly namespace: string;
        readonly deployment_name: string;
        /** The cluster; required only if you have several */
        readonly cluster_id?: string;
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 202: ActionAgentSchemas['Action'];
      };
    };
  };
  readonly '/agents/action/api/v1/clusters': {
    /** List clusters, newest first, each with the worker that acts on it. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly ActionAgentSchemas['AgentCluster'][];
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
  readonly '/agents/action/api/v1/settings': {
    /** Read the tenant's settings of approvals and guards. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: ActionAgentSchemas['Settings'];
      };
    };
    /** Change the tenant's settings of approvals and guards; omitted fields keep their value. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** Whether users may approve their own proposals; false by default */
        readonly self_approval?: boolean;
        /** Whether an approval must name the plan it approves in If-Match; false by default */
        readonly plan_must_be_named?: boolean;
        /** How many seconds a new action waits for approval before it expires; 86400 by default */
        readonly pending_seconds?: number;
        /** How long after an action the same kind must not be automated on the same target again; 300 by default */
        readonly cooldown_seconds?: number;
        /** How many nodes of a cluster automation may drain at the same time; 1 by default */
        readonly max_drains_per_cluster?: number;
        /** How many actions of one kind may be automated within an hour; 20 by default */
        readonly max_automated_per_hour?: number;
        /** How many of the nodes of a cluster automation may cordon, in percent, though always one; 10 by default */
        readonly max_cordoned_percent?: number;
        /** Namespaces whose Deployments and pods are no targets; a drain still evicts their pods from its node; kube-system, wheelhouse by default */
        readonly protected_namespaces?: readonly string[];
        /** Nodes with any of these labels are neither cordoned nor drained, each a key or key=value; node-role.kubernetes.io/control-plane, node-role.kubernetes.io/master by default */
        readonly protected_node_labels?: readonly string[];
        /** Whether a Deployment may be scaled to zero without an approval; false by default */
        readonly automated_scale_to_zero?: boolean;
        /** Whether a drain without an approval may evict pods that have no controller, which nothing would recreate; false by default */
        readonly automated_unmanaged_pods?: boolean;
        /** Everything runs as usual, but nothing is changed; false by default */
        readonly dry_mode?: boolean;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Settings'];
      };
    };
  };
  readonly '/agents/action/api/v1/kill-switch': {
    /** Read whether the kill switch is engaged, and what still runs. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Only what concerns this cluster */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['KillSwitch'];
      };
    };
  };
  readonly '/agents/action/api/v1/kill-switch/engage': {
    /** Engage the kill switch: nothing more is changed on the clusters, except that nodes are uncordoned and failed scale-ups reverted. Access: actions. */
    readonly POST: {
      readonly body?: {
        /** One cluster; if absent, all clusters of the tenant */
        readonly cluster_id?: string;
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: {
          /** Whether it is engaged for the whole tenant */
          readonly engaged: boolean;
          /** Who engaged it for the whole tenant; null if nobody */
          readonly tenant: {
            readonly engaged_at: string;
            readonly engaged_by: {
              readonly type: 'user' | 'service_account';
              readonly id: string;
            };
            readonly reason: string | null;
          } | null;
          /** Clusters for which it is engaged */
          readonly clusters: readonly {
            readonly cluster_id: string;
            readonly engaged_at: string;
            readonly engaged_by: {
              readonly type: 'user' | 'service_account';
              readonly id: string;
            };
            readonly reason: string | null;
          }[];
          /** Actions whose change was already sent to the cluster, or which only uncordon: they are brought to their end. At most 100 */
          readonly still_running: readonly {
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
                  /** If absent, one more than the current number */
                  readonly replicas?: number;
                };
            readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
          }[];
          /** Actions that were stopped by this call before anything was sent for them. At most 100 */
          readonly stopped: readonly {
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
                  /** If absent, one more than the current number */
                  readonly replicas?: number;
                };
            readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
          }[];
        };
      };
    };
  };
  readonly '/agents/action/api/v1/kill-switch/release': {
    /** Release the kill switch; actions that it stopped are not resumed. Access: admin. */
    readonly POST: {
      readonly body?: {
        /** One cluster; if absent, all clusters of the tenant */
        readonly cluster_id?: string;
        /** The reason; kept with the action */
        readonly reason?: string;
      };
      readonly answers: {
        readonly 200: {
          /** Whether it is engaged for the whole tenant */
          readonly engaged: boolean;
          /** Who engaged it for the whole tenant; null if nobody */
          readonly tenant: {
            readonly engaged_at: string;
            readonly engaged_by: {
              readonly type: 'user' | 'service_account';
              readonly id: string;
            };
            readonly reason: string | null;
          } | null;
          /** Clusters for which it is engaged */
          readonly clusters: readonly {
            readonly cluster_id: string;
            readonly engaged_at: string;
            readonly engaged_by: {
              readonly type: 'user' | 'service_account';
              readonly id: string;
            };
            readonly reason: string | null;
          }[];
          /** Actions whose change was already sent to the cluster, or which only uncordon: they are brought to their end. At most 100 */
          readonly still_running: readonly {
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
                  /** If absent, one more than the current number */
                  readonly replicas?: number;
                };
            readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
          }[];
          /** Actions that were stopped by this call before anything was sent for them. At most 100 */
          readonly stopped: readonly {
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
                  /** If absent, one more than the current number */
                  readonly replicas?: number;
                };
            readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
          }[];
        };
      };
    };
  };
  readonly '/agents/action/api/v1/autonomy': {
    /** Read which kinds of action may run by themselves. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Only what concerns this cluster */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Autonomy'];
      };
    };
    /** Change which kinds of action may run by themselves, in the tenant or, more strictly, on one cluster. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** One cluster; if absent, the whole tenant */
        readonly cluster_id?: string;
        /** Kinds that are omitted keep their level; null unsets it */
        readonly autonomy: {
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly scale_deployment?: 'auto' | 'ask' | 'never' | null;
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly restart_pod?: 'auto' | 'ask' | 'never' | null;
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly cordon_node?: 'auto' | 'ask' | 'never' | null;
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly uncordon_node?: 'auto' | 'ask' | 'never' | null;
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly drain_node?: 'auto' | 'ask' | 'never' | null;
          /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
          readonly rollback_deployment?: 'auto' | 'ask' | 'never' | null;
        };
      };
      readonly answers: {
        readonly 200: ActionAgentSchemas['Autonomy'];
      };
    };
  };
  readonly '/agents/action/api/v1/dead-letters': {
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
          readonly data: readonly ActionAgentSchemas['DeadLetter'][];
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

export interface ActionAgentSchemas {
  readonly Ledger: {
    /** A day in UTC, such as 2026-11-18 */
    readonly from: string;
    /** A day in UTC, such as 2026-11-18 */
    readonly to: string;
    /** One row per kind of action and origin */
    readonly data: readonly {
      readonly action:
        | 'scale_deployment'
        | 'restart_pod'
        | 'cordon_node'
        | 'uncordon_node'
        | 'drain_node'
        | 'rollback_deployment';
      readonly origin: 'decision' | 'manual';
      /** All that ended in the period */
      readonly actions: number;
      /** Started without an approval */
      readonly automatic: number;
      /** Started by an approval */
      readonly approved: number;
      /** Started by a direct request */
      readonly requested: number;
      /** Rejected by a person */
      readonly rejected: number;
      /** Not decided in time */
      readonly expired: number;
      /** Canceled before anything was sent */
      readonly canceled: number;
      /** Refused, by a guard or for another reason */
      readonly refused: number;
      /** By which guard, or for which other reason; most frequent first */
      readonly refused_by: readonly {
        readonly reason: string;
        /** How many */
        readonly actions: number;
      }[];
      /** Scale-ups taken back by their canary */
      readonly reverted: number;
      /** Failed in any other way */
      readonly failed: number;
      /** Succeeded */
      readonly success: number;
      /** From proposal to approval; null if there were none */
      readonly time_to_approve: {
        readonly count: number;
        readonly mean_seconds: number;
        readonly longest_seconds: number;
      } | null;
      /** From start to end; null if there were none */
      readonly time_to_finish: {
        readonly count: number;
        readonly mean_seconds: number;
        readonly longest_seconds: number;
      } | null;
    }[];
  };
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
          /** If absent, one more than the current number */
          readonly replicas?: number;
        };
    readonly status: 'pending_approval' | 'executing' | 'success' | 'failed' | 'rejected' | 'expired' | 'canceled';
    /** The current step while it executes; null otherwise */
    readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
    /** What it is currently waiting for, human-readable */
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
      | 'dry_run'
      | null;
    readonly error: {
      /** Machine-readable */
      readonly code: string;
      /** Human-readable; the wording may change */
      readonly message: string;
    } | null;
    readonly origin: 'decision' | 'manual';
    readonly decision_id: string | null;
    readonly incident_id: string | null;
    /** Why it was proposed or requested */
    readonly reason: string;
    readonly confidence: number | null;
    readonly evidence: readonly {
      /** Where it was observed: metrics, logs, traces, events… */
      readonly source: string;
      readonly summary: string;
      readonly url?: string;
    }[];
    readonly proposed_by: {
      readonly type: 'user' | 'agent_run' | 'service_account' | 'rule';
      readonly id: string;
      /** The user on whose behalf it was proposed */
      readonly on_behalf_of?: string;
    } | null;
    readonly requested_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly approved_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
      /** Why the approver, who has the right to do so, approved their own proposal */
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
    /** The reason given when it was approved, rejected or canceled */
    readonly note: string | null;
    /** The action that this one takes back; null if it is no undo */
    readonly undoes: string | null;
    /** What it would do, or did; null if there is no plan yet */
    readonly plan: {
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
      readonly cluster_id: string;
      /** Null if the target does not exist */
      readonly target_uid: string | null;
      /** One sentence */
      readonly summary: string;
      readonly changes: readonly {
        /** Field of the target object */
        readonly field: string;
        readonly before: string | number | boolean | null;
        readonly after: string | number | boolean | null;
      }[];
      readonly touches: {
        /** Pods that are stopped, by owner */
        readonly pods: readonly {
          /** Kind and name, such as "Deployment web"; null if there is no owner */
          readonly owner: string | null;
          readonly count: number;
        }[];
        /** Current desired replicas of the Deployment these pods belong to; null if there is none */
        readonly replicas: number | null;
      };
      readonly blocking_budgets: readonly {
        readonly name: string;
        readonly namespace: string;
        readonly rule: 'min_available' | 'max_unavailable_zero' | 'min_available_percent_at_zero';
        /** Healthy pods it would have afterwards */
        readonly after: number;
        /** Healthy pods it requires */
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
          | 'host_path_left'
          | 'grace_cut'
          | 'tolerates_cordon'
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
      /** The guards that concern this action, and whether it passes them */
      readonly guards: readonly {
        /** Named as its setting is */
        readonly guard:
          | 'kill_switch'
          | 'autonomy'
          | 'protected_namespaces'
          | 'protected_node_labels'
          | 'cooldown_seconds'
          | 'max_drains_per_cluster'
          | 'max_automated_per_hour'
          | 'max_cordoned_percent'
          | 'automated_scale_to_zero'
          | 'automated_unmanaged_pods'
          | 'dry_mode';
        /** What it does to this action where it does not pass */
        readonly effect: 'refuses' | 'warns' | 'changes_nothing';
        readonly passes: boolean;
        readonly message: string;
      }[];
      /** After this time it has either succeeded or failed */
      readonly upper_bound_seconds: number;
      readonly undo: {
        readonly possible: boolean;
        readonly words: string;
      };
      /** Why it would be refused now; null if it would run */
      readonly refused: {
        readonly code:
          | 'right_missing'
          | 'target_missing'
          | 'mirror_pod'
          | 'no_controller'
          | 'paused'
          | 'pdb_violation'
          | 'kill_switch'
          | 'autonomy'
          | 'protected_namespaces'
          | 'protected_node_labels'
          | 'cooldown_seconds'
          | 'max_drains_per_cluster'
          | 'max_automated_per_hour'
          | 'max_cordoned_percent'
          | 'automated_scale_to_zero'
          | 'automated_unmanaged_pods'
          | 'dry_mode';
        readonly message: string;
      } | null;
      /** Of drain_node; null for every other kind */
      readonly drain: {
        /** In the order in which they are evicted, then those skipped, then those refused */
        readonly pods: readonly {
          readonly namespace: string;
          readonly pod: string;
          /** Kind and name, such as "Deployment web"; null if there is no owner */
          readonly owner: string | null;
          /** skip: it stays, or is only waited for; refuse: its eviction would be refused */
          readonly fate: 'evict' | 'skip' | 'refuse';
          /** Why it is skipped or refused; null if it is evicted */
          readonly reason: string | null;
          /** The PodDisruptionBudget that covers it */
          readonly budget: string | null;
          /** What it is given to end by itself */
          readonly grace_seconds: number;
        }[];
        /** How many are not listed; in lists of actions, all of them */
        readonly more_pods: number;
        /** Every budget that covers pods to be evicted from the node */
        readonly budgets: readonly {
          readonly namespace: string;
          readonly name: string;
          /** Pods on this node that it covers and that are to be evicted */
          readonly pods: number;
          /** Healthy pods it has now, on all nodes */
          readonly healthy: number;
          /** Healthy pods it requires */
          readonly needed: number;
          /** Evictions it allows now */
          readonly allowed: number;
          /** Whether it would refuse an eviction now */
          readonly blocks: boolean;
        }[];
        /** What stays on the node, in one sentence */
        readonly remains: string;
      } | null;
      /** For If-Match when approving */
      readonly etag: string;
    } | null;
    readonly planned_at: string | null;
    /** pods and drain of a drain, canary of a scale-up; empty for other kinds */
    readonly details: {
      readonly pods?: readonly {
        readonly namespace: string;
        readonly pod: string;
        /** Kind and name, such as "Deployment web"; null if there is none */
        readonly owner: string | null;
        /** waiting: not evicted yet; evicting: asked to end and not gone yet; in an outcome both mean that the drain ended before */
        readonly status: 'waiting' | 'evicting' | 'evicted' | 'skipped' | 'failed';
        /** Why it was skipped or failed, or what its eviction waits for in the words of the API server */
        readonly reason: string | null;
        /** Evictions that a budget refused, and the one that succeeded */
        readonly attempts: number;
        /** Names of the PodDisruptionBudgets that prevented the eviction */
        readonly blocked_by: readonly string[];
        /** When its eviction is requested again */
        readonly next_try_at: string | null;
        /** By then it is gone, or the drain reports it stuck */
        readonly deadline_at: string | null;
      }[];
      readonly drain?: {
        /** As far as the drain knows */
        readonly node_cordoned: boolean;
        /** How often the pods of the node were gone through; more than once if pods came back */
        readonly pass: number;
        /** By then the drain has ended, as far as can be known now; null before its pods were listed */
        readonly upper_bound_at: string | null;
        readonly counts: {
          readonly waiting: number;
          readonly evicting: number;
          readonly evicted: number;
          readonly skipped: number;
          readonly failed: number;
        };
      };
      readonly canary?: {
        /** pending: not known yet, so never in an outcome */
        readonly verdict: 'pending' | 'kept' | 'reverted' | 'revert_skipped' | 'inconclusive' | 'skipped';
        /** Why it was skipped, inconclusive or not reverted */
        readonly why: string | null;
        readonly score_before: number | null;
        readonly score_after: number | null;
        readonly allowed_drop: number;
        readonly settle_seconds: number;
        /** When the score is compared; null until the cluster has accepted the scale-up, or if it is not compared */
        readonly settles_at: string | null;
        /** The issues that made the difference, greatest first */
        readonly issues: readonly {
          readonly severity: string;
          /** The rule that found it */
          readonly reason: string;
          readonly object: {
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          };
          readonly message: string;
          /** Points it takes from the health score beyond those it took before */
          readonly more_impact: number;
        }[];
        readonly replicas_before: number;
        readonly replicas_after: number;
      };
    };
    readonly created_at: string;
    /** When it expires if no one decides */
    readonly expires_at: string | null;
    readonly started_at: string | null;
    readonly finished_at: string | null;
  };
  readonly AgentCluster: {
    readonly cluster_id: string;
    /** Whether a worker was seen within the last 30 seconds and is able to act */
    readonly ready: boolean;
    /** When a worker of this cluster was last seen; null if never */
    readonly seen_at: string | null;
    /** Version of that worker */
    readonly version: string | null;
    /** Permissions the worker lacks on the cluster */
    readonly missing_rights: readonly string[];
    /** Why the worker is not acting, human-readable */
    readonly trouble: string | null;
  };
  readonly Settings: {
    /** Whether users may approve their own proposals; false by default */
    readonly self_approval: boolean;
    /** Whether an approval must name the plan it approves in If-Match; false by default */
    readonly plan_must_be_named: boolean;
    /** How many seconds a new action waits for approval before it expires; 86400 by default */
    readonly pending_seconds: number;
    /** How long after an action the same kind must not be automated on the same target again; 300 by default */
    readonly cooldown_seconds: number;
    /** How many nodes of a cluster automation may drain at the same time; 1 by default */
    readonly max_drains_per_cluster: number;
    /** How many actions of one kind may be automated within an hour; 20 by default */
    readonly max_automated_per_hour: number;
    /** How many of the nodes of a cluster automation may cordon, in percent, though always one; 10 by default */
    readonly max_cordoned_percent: number;
    /** Namespaces whose Deployments and pods are no targets; a drain still evicts their pods from its node; kube-system, wheelhouse by default */
    readonly protected_namespaces: readonly string[];
    /** Nodes with any of these labels are neither cordoned nor drained, each a key or key=value; node-role.kubernetes.io/control-plane, node-role.kubernetes.io/master by default */
    readonly protected_node_labels: readonly string[];
    /** Whether a Deployment may be scaled to zero without an approval; false by default */
    readonly automated_scale_to_zero: boolean;
    /** Whether a drain without an approval may evict pods that have no controller, which nothing would recreate; false by default */
    readonly automated_unmanaged_pods: boolean;
    /** Everything runs as usual, but nothing is changed; false by default */
    readonly dry_mode: boolean;
  };
  readonly KillSwitch: {
    /** Whether it is engaged for the whole tenant */
    readonly engaged: boolean;
    /** Who engaged it for the whole tenant; null if nobody */
    readonly tenant: {
      readonly engaged_at: string;
      readonly engaged_by: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      };
      readonly reason: string | null;
    } | null;
    /** Clusters for which it is engaged */
    readonly clusters: readonly {
      readonly cluster_id: string;
      readonly engaged_at: string;
      readonly engaged_by: {
        readonly type: 'user' | 'service_account';
        readonly id: string;
      };
      readonly reason: string | null;
    }[];
    /** Actions whose change was already sent to the cluster, or which only uncordon: they are brought to their end. At most 100 */
    readonly still_running: readonly {
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
            /** If absent, one more than the current number */
            readonly replicas?: number;
          };
      readonly step: 'waiting_for_target' | 'planning' | 'applying' | 'verifying' | 'settling' | null;
    }[];
  };
  readonly Autonomy: {
    readonly tenant: {
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly scale_deployment: 'auto' | 'ask' | 'never' | null;
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly restart_pod: 'auto' | 'ask' | 'never' | null;
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly cordon_node: 'auto' | 'ask' | 'never' | null;
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly uncordon_node: 'auto' | 'ask' | 'never' | null;
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly drain_node: 'auto' | 'ask' | 'never' | null;
      /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
      readonly rollback_deployment: 'auto' | 'ask' | 'never' | null;
    };
    /** Clusters for which something is set */
    readonly clusters: readonly {
      readonly cluster_id: string;
      readonly autonomy: {
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly scale_deployment: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly restart_pod: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly cordon_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly uncordon_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly drain_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly rollback_deployment: 'auto' | 'ask' | 'never' | null;
      };
      /** The stricter of what is set for the cluster and for the tenant */
      readonly effective: {
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly scale_deployment: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly restart_pod: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly cordon_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly uncordon_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly drain_node: 'auto' | 'ask' | 'never' | null;
        /** auto: may run by itself, if the decision says so; ask: always waits for an approval; never: is refused, unless a person requests it directly; null: as each decision says itself */
        readonly rollback_deployment: 'auto' | 'ask' | 'never' | null;
      };
    }[];
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
