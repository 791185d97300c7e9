/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/agent-observability.json. */
export interface AgentObservabilityPaths {
  readonly '/agents/observability/api/v1/observations': {
    /** List observations, newest first, without what was seen. Access: read. */
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
        /** observing, complete, partial, not_observable; comma-separated */
        readonly status?: string | undefined;
        /** opened, rule_added, asked_by_analysis, asked_by_person; comma-separated */
        readonly because?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AgentObservabilitySchemas['Observation'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Have an object observed; the status tells when that is done. Access: agents. */
    readonly POST: {
      readonly body: {
        readonly cluster_id: string;
        readonly object: {
          /** Such as Deployment or Node */
          readonly kind: string;
          readonly namespace: string | null;
          readonly name: string;
        };
      };
      readonly answers: {
        readonly 202: {
          readonly id: string;
          /** The incident that it was made for */
          readonly incident_id: string | null;
          readonly cluster_id: string;
          /** Null: the incident is about no object of a cluster */
          readonly object: {
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** Why it was made: an incident opened or had one rule more, or somebody asked */
          readonly because: 'opened' | 'rule_added' | 'asked_by_analysis' | 'asked_by_person';
          /** partial: not_visible says what is missing; not_observable: reason and message say why */
          readonly status: 'observing' | 'complete' | 'partial' | 'not_observable';
          /** Why it could not be observed; while it is being observed, why that has not succeeded yet */
          readonly reason: 'no_object' | 'no_worker' | 'not_observed' | 'object_gone' | null;
          /** The same in a sentence */
          readonly message: string | null;
          /** What could not be looked at or was left out, and why */
          readonly not_visible: readonly {
            readonly part:
              | 'workload'
              | 'pods'
              | 'changes'
              | 'budgets'
              | 'autoscaler'
              | 'node'
              | 'room'
              | 'issues'
              | 'warnings'
              | 'logs'
              | 'actions';
            readonly why: string;
          }[];
          /** The person or program that asked; null if none did */
          readonly asked_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly created_at: string;
          /** By when the cluster should have answered */
          readonly due_at: string;
          readonly finished_at: string | null;
          /** What was seen; null if nothing was. Secrets are masked */
          readonly facts: {
            readonly at: string;
            readonly object: {
              readonly kind: string;
              readonly namespace: string | null;
              readonly name: string;
            };
            readonly exists: boolean;
            /** Of the whole cluster */
            readonly nodes: {
              readonly total: number;
              readonly ready: number;
              readonly cordoned: number;
            };
            readonly workload: {
              readonly kind: string;
              readonly namespace: string;
              readonly name: string;
              readonly desired: number | null;
              readonly ready: number | null;
              readonly available: number | null;
              readonly updated: number | null;
              readonly rollout: 'done' | 'going_on' | 'stalled' | 'paused';
              readonly rollout_message: string | null;
              readonly created_at: string | null;
              readonly containers: readonly {
                readonly name: string;
                readonly image: string;
                /** Thousandths of a core */
                readonly cpu_request: number | null;
                /** Bytes */
                readonly memory_request: number | null;
                /** Bytes */
                readonly memory_limit: number | null;
              }[];
            } | null;
            /** Those in trouble first */
            readonly pods: readonly {
              readonly name: string;
              readonly node: string | null;
              readonly phase: string;
              readonly ready: boolean;
              /** Since when it is ready, or is not */
              readonly ready_since: string | null;
              readonly created_at: string | null;
              readonly deleting: boolean;
              readonly restarts: number;
              /** What a container waits for, such as CrashLoopBackOff */
              readonly waiting: string | null;
              /** The scheduler's words, of a pod without a place */
              readonly unschedulable: string | null;
              readonly last_end: {
                readonly container: string;
                readonly reason: string;
                readonly exit_code: number | null;
                readonly at: string | null;
              } | null;
              /** It is made of the template as it is now */
              readonly is_new: boolean | null;
              readonly has_controller: boolean;
            }[];
            readonly pods_total: number | null;
            /** Of the last 60 minutes, newest first */
            readonly changes: readonly {
              /** template: what its pods are made of; restarted: only that they are to be made anew */
              readonly change: 'created' | 'template' | 'restarted' | 'replicas' | 'deleted';
              readonly images: {
                readonly before: readonly string[];
                readonly after: readonly string[];
              };
              readonly replicas: {
                readonly before: number | null;
                readonly after: number | null;
              };
              /** The field manager that changed it last, such as kubectl-edit; null where the API server does not say */
              readonly manager: string | null;
              /** When it was changed, as far as the API server says; else when it was seen */
              readonly at: string;
            }[];
            /** Disruption budgets that cover its pods, or of a node those of its pods */
            readonly budgets: readonly {
              readonly name: string;
              readonly expected: number;
              readonly healthy: number;
              readonly needed: number;
              readonly allowed: number;
            }[];
            readonly autoscaler: {
              readonly name: string;
              readonly minimum: number;
              readonly maximum: number;
              readonly current: number;
              readonly wanted: number;
              readonly at_maximum: boolean;
            } | null;
            /** The object itself, if it is a node */
            readonly node: {
              readonly name: string;
              readonly ready: 'True' | 'False' | 'Unknown';
              readonly ready_since: string | null;
              readonly pressures: readonly string[];
              readonly pressure_since: string | null;
              readonly cordoned: boolean;
              readonly cordoned_since: string | null;
              /** Its field manager */
              readonly cordoned_by: string | null;
              readonly pods: number | null;
              /** How often it became not ready within the last hour */
              readonly not_ready_in_hour: number;
            } | null;
            /** The nodes that its pods stand on */
            readonly pod_nodes: readonly {
              readonly name: string;
              readonly ready: 'True' | 'False' | 'Unknown';
              readonly cordoned: boolean;
              readonly pressures: readonly string[];
            }[];
            /** Null: not known */
            readonly room: {
              /** Other nodes that are ready and take pods */
              readonly nodes: number;
              /** Thousandths of a core that no pod there has requested */
              readonly cpu_free: number;
              /** Bytes */
              readonly memory_free: number;
              readonly pods_free: number;
              /** Of a node: what its pods request. Of a workload: one pod */
              readonly cpu_needed: number;
              readonly memory_needed: number;
              readonly pods_needed: number;
            } | null;
            /** Open ones about it */
            readonly issues: readonly {
              readonly issue_id: string;
              readonly object: {
                readonly kind: string;
                readonly namespace: string | null;
                readonly name: string;
              };
              /** The rule that found it */
              readonly reason: string;
              readonly severity: 'critical' | 'warning' | 'info';
              readonly message: string;
              /** A running action of ours is meant to cause it */
              readonly expected: boolean;
              readonly first_seen: string;
              /** How often it has begun */
              readonly count: number;
            }[];
            readonly warnings: readonly {
              readonly reason: string;
              readonly message: string;
              readonly object: {
                readonly kind: string;
                readonly name: string;
              };
              readonly count: number;
              readonly last_at: string;
            }[];
            /** The last lines of containers that crashed; secrets masked */
            readonly logs: readonly {
              readonly pod: string;
              readonly container: string;
              readonly lines: readonly string[];
            }[];
            /** Actions of ours on it within 24 hours, newest first */
            readonly actions: readonly {
              readonly action_id: string;
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
              readonly status: string;
              readonly result: string | null;
              /** The code with which it failed */
              readonly error?: string | null;
              readonly created_at: string;
              readonly finished_at: string | null;
            }[];
            /** What could not be looked at, and why */
            readonly not_visible: readonly {
              readonly part:
                | 'workload'
                | 'pods'
                | 'changes'
                | 'budgets'
                | 'autoscaler'
                | 'node'
                | 'room'
                | 'issues'
                | 'warnings'
                | 'logs'
                | 'actions';
              readonly why: string;
            }[];
          } | null;
          /** The same for people, the most telling first */
          readonly items: readonly {
            /** Its number, by which conclusions name it */
            readonly n: number;
            readonly source:
              | 'workload'
              | 'pods'
              | 'changes'
              | 'budgets'
              | 'autoscaler'
              | 'node'
              | 'room'
              | 'issues'
              | 'warnings'
              | 'logs'
              | 'actions';
            /** One sentence */
            readonly summary: string;
            /** When it happened; of what holds, when it was looked at */
            readonly at: string;
            /** The end of a log, at most 2 KiB */
            readonly excerpt?: string;
            /** The page of the object in the dashboard, as a path */
            readonly url?: string;
          }[];
        };
      };
    };
  };
  readonly '/agents/observability/api/v1/observations/{id}': {
    /** Read an observation with all that was seen. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** The incident that it was made for */
          readonly incident_id: string | null;
          readonly cluster_id: string;
          /** Null: the incident is about no object of a cluster */
          readonly object: {
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** Why it was made: an incident opened or had one rule more, or somebody asked */
          readonly because: 'opened' | 'rule_added' | 'asked_by_analysis' | 'asked_by_person';
          /** partial: not_visible says what is missing; not_observable: reason and message say why */
          readonly status: 'observing' | 'complete' | 'partial' | 'not_observable';
          /** Why it could not be observed; while it is being observed, why that has not succeeded yet */
          readonly reason: 'no_object' | 'no_worker' | 'not_observed' | 'object_gone' | null;
          /** The same in a sentence */
          readonly message: string | null;
          /** What could not be looked at or was left out, and why */
          readonly not_visible: readonly {
            readonly part:
              | 'workload'
              | 'pods'
              | 'changes'
              | 'budgets'
              | 'autoscaler'
              | 'node'
              | 'room'
              | 'issues'
              | 'warnings'
              | 'logs'
              | 'actions';
            readonly why: string;
          }[];
          /** The person or program that asked; null if none did */
          readonly asked_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly created_at: string;
          /** By when the cluster should have answered */
          readonly due_at: string;
          readonly finished_at: string | null;
          /** What was seen; null if nothing was. Secrets are masked */
          readonly facts: {
            readonly at: string;
            readonly object: {
              readonly kind: string;
              readonly namespace: string | null;
              readonly name: string;
            };
            readonly exists: boolean;
            /** Of the whole cluster */
            readonly nodes: {
              readonly total: number;
              readonly ready: number;
              readonly cordoned: number;
            };
            readonly workload: {
              readonly kind: string;
              readonly namespace: string;
              readonly name: string;
              readonly desired: number | null;
              readonly ready: number | null;
              readonly available: number | null;
              readonly updated: number | null;
              readonly rollout: 'done' | 'going_on' | 'stalled' | 'paused';
              readonly rollout_message: string | null;
              readonly created_at: string | null;
              readonly containers: readonly {
                readonly name: string;
                readonly image: string;
                /** Thousandths of a core */
                readonly cpu_request: number | null;
                /** Bytes */
                readonly memory_request: number | null;
                /** Bytes */
                readonly memory_limit: number | null;
              }[];
            } | null;
            /** Those in trouble first */
            readonly pods: readonly {
              readonly name: string;
              readonly node: string | null;
              readonly phase: string;
              readonly ready: boolean;
              /** Since when it is ready, or is not */
              readonly ready_since: string | null;
              readonly created_at: string | null;
              readonly deleting: boolean;
              readonly restarts: number;
              /** What a container waits for, such as CrashLoopBackOff */
              readonly waiting: string | null;
              /** The scheduler's words, of a pod without a place */
              readonly unschedulable: string | null;
              readonly last_end: {
                readonly container: string;
                readonly reason: string;
                readonly exit_code: number | null;
                readonly at: string | null;
              } | null;
              /** It is made of the template as it is now */
              readonly is_new: boolean | null;
              readonly has_controller: boolean;
            }[];
            readonly pods_total: number | null;
            /** Of the last 60 minutes, newest first */
            readonly changes: readonly {
              /** template: what its pods are made of; restarted: only that they are to be made anew */
              readonly change: 'created' | 'template' | 'restarted' | 'replicas' | 'deleted';
              readonly images: {
                readonly before: readonly string[];
                readonly after: readonly string[];
              };
              readonly replicas: {
                readonly before: number | null;
                readonly after: number | null;
              };
              /** The field manager that changed it last, such as kubectl-edit; null where the API server does not say */
              readonly manager: string | null;
              /** When it was changed, as far as the API server says; else when it was seen */
              readonly at: string;
            }[];
            /** Disruption budgets that cover its pods, or of a node those of its pods */
            readonly budgets: readonly {
              readonly name: string;
              readonly expected: number;
              readonly healthy: number;
              readonly needed: number;
              readonly allowed: number;
            }[];
            readonly autoscaler: {
              readonly name: string;
              readonly minimum: number;
              readonly maximum: number;
              readonly current: number;
              readonly wanted: number;
              readonly at_maximum: boolean;
            } | null;
            /** The object itself, if it is a node */
            readonly node: {
              readonly name: string;
              readonly ready: 'True' | 'False' | 'Unknown';
              readonly ready_since: string | null;
              readonly pressures: readonly string[];
              readonly pressure_since: string | null;
              readonly cordoned: boolean;
              readonly cordoned_since: string | null;
              /** Its field manager */
              readonly cordoned_by: string | null;
              readonly pods: number | null;
              /** How often it became not ready within the last hour */
              readonly not_ready_in_hour: number;
            } | null;
            /** The nodes that its pods stand on */
            readonly pod_nodes: readonly {
              readonly name: string;
              readonly ready: 'True' | 'False' | 'Unknown';
              readonly cordoned: boolean;
              readonly pressures: readonly string[];
            }[];
            /** Null: not known */
            readonly room: {
              /** Other nodes that are ready and take pods */
              readonly nodes: number;
              /** Thousandths of a core that no pod there has requested */
              readonly cpu_free: number;
              /** Bytes */
              readonly memory_free: number;
              readonly pods_free: number;
              /** Of a node: what its pods request. Of a workload: one pod */
              readonly cpu_needed: number;
              readonly memory_needed: number;
              readonly pods_needed: number;
            } | null;
            /** Open ones about it */
            readonly issues: readonly {
              readonly issue_id: string;
              readonly object: {
                readonly kind: string;
                readonly namespace: string | null;
                readonly name: string;
              };
              /** The rule that found it */
              readonly reason: string;
              readonly severity: 'critical' | 'warning' | 'info';
              readonly message: string;
              /** A running action of ours is meant to cause it */
              readonly expected: boolean;
              readonly first_seen: string;
              /** How often it has begun */
              readonly count: number;
            }[];
            readonly warnings: readonly {
              readonly reason: string;
              readonly message: string;
              readonly object: {
                readonly kind: string;
                readonly name: string;
              };
              readonly count: number;
              readonly last_at: string;
            }[];
            /** The last lines of containers that crashed; secrets masked */
            readonly logs: readonly {
              readonly pod: string;
              readonly container: string;
              readonly lines: readonly string[];
            }[];
            /** Actions of ours on it within 24 hours, newest first */
            readonly actions: readonly {
              readonly action_id: string;
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
              readonly status: string;
              readonly result: string | null;
              /** The code with which it failed */
              readonly error?: string | null;
              readonly created_at: string;
              readonly finished_at: string | null;
            }[];
            /** What could not be looked at, and why */
            readonly not_visible: readonly {
              readonly part:
                | 'workload'
                | 'pods'
                | 'changes'
                | 'budgets'
                | 'autoscaler'
                | 'node'
                | 'room'
                | 'issues'
                | 'warnings'
                | 'logs'
                | 'actions';
              readonly why: string;
            }[];
          } | null;
          /** The same for people, the most telling first */
          readonly items: readonly {
            /** Its number, by which conclusions name it */
            readonly n: number;
            readonly source:
              | 'workload'
              | 'pods'
              | 'changes'
              | 'budgets'
              | 'autoscaler'
              | 'node'
              | 'room'
              | 'issues'
              | 'warnings'
              | 'logs'
              | 'actions';
            /** One sentence */
            readonly summary: string;
            /** When it happened; of what holds, when it was looked at */
            readonly at: string;
            /** The end of a log, at most 2 KiB */
            readonly excerpt?: string;
            /** The page of the object in the dashboard, as a path */
            readonly url?: string;
          }[];
        };
      };
    };
  };
  readonly '/agents/observability/api/v1/dead-letters': {
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
          readonly data: readonly AgentObservabilitySchemas['DeadLetter'][];
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

export interface AgentObservabilitySchemas {
  readonly Observation: {
    readonly id: string;
    /** The incident that it was made for */
    readonly incident_id: string | null;
    readonly cluster_id: string;
    /** Null: the incident is about no object of a cluster */
    readonly object: {
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    /** Why it was made: an incident opened or had one rule more, or somebody asked */
    readonly because: 'opened' | 'rule_added' | 'asked_by_analysis' | 'asked_by_person';
    /** partial: not_visible says what is missing; not_observable: reason and message say why */
    readonly status: 'observing' | 'complete' | 'partial' | 'not_observable';
    /** Why it could not be observed; while it is being observed, why that has not succeeded yet */
    readonly reason: 'no_object' | 'no_worker' | 'not_observed' | 'object_gone' | null;
    /** The same in a sentence */
    readonly message: string | null;
    /** What could not be looked at or was left out, and why */
    readonly not_visible: readonly {
      readonly part:
        | 'workload'
        | 'pods'
        | 'changes'
        | 'budgets'
        | 'autoscaler'
        | 'node'
        | 'room'
        | 'issues'
        | 'warnings'
        | 'logs'
        | 'actions';
      readonly why: string;
    }[];
    /** The person or program that asked; null if none did */
    readonly asked_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly created_at: string;
    /** By when the cluster should have answered */
    readonly due_at: string;
    readonly finished_at: string | null;
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
