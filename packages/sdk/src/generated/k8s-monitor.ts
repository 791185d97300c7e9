/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/k8s-monitor.json. */
export interface K8sMonitorPaths {
  readonly '/k8s-monitor/api/health': {
    /** Read the health of a cluster: its score and the issues that explain it. Access: read. */
    readonly GET: {
      readonly query?: {
        /** All clusters by default */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: K8sMonitorSchemas['Health'];
      };
    };
  };
  readonly '/k8s-monitor/api/health/stream': {
    /** Follow the health of a cluster. Access: read. */
    readonly GET: {
      readonly query?: {
        /** All clusters by default */
        readonly cluster_id?: string | undefined;
        /** Resume after the event with this id; the header Last-Event-ID takes precedence */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/k8s-monitor/api/health/history': {
    /** Read the health score over time. Access: read. */
    readonly GET: {
      readonly query?: {
        /** All clusters by default */
        readonly cluster_id?: string | undefined;
        /** One day before `to` by default */
        readonly from?: string | undefined;
        /** Now by default */
        readonly to?: string | undefined;
        /** Number of intervals; 288 by default */
        readonly points?: number | undefined;
      };
      readonly answers: {
        readonly 200: K8sMonitorSchemas['HealthHistory'];
      };
    };
  };
  readonly '/k8s-monitor/api/v1/issues': {
    /** List issues of the clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** open (the default, unless `at` is given), resolved; comma-separated */
        readonly status?: string | undefined;
        /** Issues that were open at this time, in their current or final state; an issue that went away for less than ten minutes counts as open throughout */
        readonly at?: string | undefined;
        /** critical, warning, info; comma-separated */
        readonly severity?: string | undefined;
        /** Categories; comma-separated */
        readonly category?: string | undefined;
        /** Rules; comma-separated */
        readonly reason?: string | undefined;
        /** Namespaces of the objects; comma-separated */
        readonly namespace?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order */
        readonly sort?: 'impact' | '-impact' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['Issue'][];
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
  readonly '/k8s-monitor/api/v1/issues/{id}': {
    /** Read an issue. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: K8sMonitorSchemas['Issue'];
      };
    };
  };
  readonly '/k8s-monitor/api/v1/nodes': {
    /** List the nodes of the clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Ready, NotReady, Unknown; comma-separated */
        readonly status?: string | undefined;
        /** Only cordoned nodes, or only those that are not */
        readonly cordoned?: boolean | undefined;
        /** Labels that the nodes must all match, comma-separated: `pool=old`, `pool!=old`, `pool in (old,new)`, `pool notin (old,new)`, `pool`, `!pool` */
        readonly label_selector?: string | undefined;
        /** Prefix of the name */
        readonly q?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order; status: worst first; nodes with unknown usage last */
        readonly sort?:
          | 'name'
          | '-name'
          | 'status'
          | '-status'
          | 'cpu_percent'
          | '-cpu_percent'
          | 'memory_percent'
          | '-memory_percent'
          | 'pods'
          | '-pods'
          | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['Node'][];
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
  readonly '/k8s-monitor/api/v1/workloads': {
    /** List the workloads of the clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Deployment, StatefulSet, DaemonSet; comma-separated */
        readonly kind?: string | undefined;
        /** namespaces; comma-separated */
        readonly namespace?: string | undefined;
        /** ok, progressing, paused, short, stuck, off; comma-separated */
        readonly status?: string | undefined;
        /** Prefix of the name */
        readonly q?: string | undefined;
        /** Newest first by default; a leading - sorts in descending order; name: by namespace, then by name; status: worst first */
        readonly sort?: 'name' | '-name' | 'status' | '-status' | 'issues' | '-issues' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['Workload'][];
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
  readonly '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}/changes': {
    /** List what was changed of a workload and by which field manager, newest first; kept for 90 days. Access: read. */
    readonly GET: {
      readonly params: {
        /** The id of the kind */
        readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job' | 'CronJob' | 'Pod';
        /** The id of the namespace */
        readonly namespace: string;
        /** The id of the name */
        readonly name: string;
      };
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Required if there are several clusters */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['WorkloadChange'][];
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
  readonly '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}': {
    /** Read a workload, whoever deployed it: what is wrong with it, its pods, events, issues and changes. Access: read. */
    readonly GET: {
      readonly params: {
        /** The id of the kind */
        readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job' | 'CronJob' | 'Pod';
        /** The id of the namespace */
        readonly namespace: string;
        /** The id of the name */
        readonly name: string;
      };
      readonly query?: {
        /** Required if there are several clusters */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly cluster_id: string;
          readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job' | 'CronJob' | 'Pod';
          readonly namespace: string;
          readonly name: string;
          /** Of a Job, CronJob or Pod: pending, running, succeeded or failed; of all others as in their list */
          readonly status:
            | 'ok'
            | 'progressing'
            | 'paused'
            | 'short'
            | 'stuck'
            | 'off'
            | 'pending'
            | 'running'
            | 'succeeded'
            | 'failed';
          /** What keeps its pods from being ready; of several the worst */
          readonly reason:
            | 'admission_denied'
            | 'quota_exceeded'
            | 'image_pull_failed'
            | 'crash_loop'
            | 'config_error'
            | 'unschedulable'
            | 'probe_failing'
            | null;
          /** What is wrong, in one sentence: "2 of 3 new pods cannot pull shop/web:9: not found."; null: nothing */
          readonly message: string | null;
          readonly desired: number | null;
          readonly ready: number | null;
          readonly available: number | null;
          readonly updated: number | null;
          /** In the order of its containers, init containers left out */
          readonly images: readonly string[];
          /** Names of its containers, in the same order */
          readonly containers: readonly string[];
          /** Who set the number of replicas last */
          readonly replicas_by: {
            /** Field manager, such as kubectl-edit */
            readonly manager: string;
            readonly at: string | null;
          } | null;
          /** Who changed the pod template last */
          readonly template_by: {
            /** Field manager, such as kubectl-edit */
            readonly manager: string;
            readonly at: string | null;
          } | null;
          /** What looks after it, such as the CronJob of a Job */
          readonly owner: {
            readonly kind: string;
            readonly name: string;
          } | null;
          /** The app of Wheelhouse that it is made by */
          readonly app_id: string | null;
          readonly created_at: string | null;
          /** Those in trouble first, then the newest; at most 50 */
          readonly pods: readonly {
            readonly name: string;
            /** Kubernetes' own word: Pending, Running, Succeeded, Failed or Unknown */
            readonly phase: string;
            readonly ready: boolean;
            /** It is being deleted */
            readonly deleting: boolean;
            /** Of all its containers */
            readonly restarts: number;
            readonly created_at: string | null;
            /** What keeps it from being ready, in Kubernetes' own word, such as CrashLoopBackOff */
            readonly reason: string | null;
            /** The same in words */
            readonly message: string | null;
            /** Null: it has not been scheduled */
            readonly node: string | null;
            /** It is made of the pod template as it is now; null where pods do not say */
            readonly is_new: boolean | null;
          }[];
          readonly pods_total: number | null;
          /** Newest first, at most 20; null where the cluster does not tell them */
          readonly events:
            | readonly {
                /** Normal or Warning */
                readonly type: string;
                readonly reason: string;
                readonly message: string;
                readonly object: {
                  readonly kind: string;
                  readonly name: string;
                };
                /** How often it occurred */
                readonly count: number;
                readonly last_at: string;
              }[]
            | null;
          /** Open issues about it, greatest impact first, at most 50 */
          readonly issues: readonly {
            readonly id: string;
            readonly cluster_id: string;
            readonly severity: 'critical' | 'warning' | 'info';
            readonly category: string;
            /** The rule that found it */
            readonly reason: string;
            readonly object: {
              readonly kind: string;
              readonly namespace: string | null;
              readonly name: string;
            };
            readonly message: string;
            readonly first_seen: string;
            /** While it is open: when its cluster was last observed */
            readonly last_seen: string;
            /** How often it occurred; if it returns within ten minutes, it is the same issue */
            readonly count: number;
            /** Points it takes from the health score */
            readonly score_impact: number;
            /** True if the cap of its category is already reached */
            readonly capped: boolean;
            readonly suggested_action: string;
            /** The running action that causes it; once resolved: the one that caused it when it ended */
            readonly action_id: string | null;
            /** True if a running action causes it, so it costs nothing until that action has ended */
            readonly expected: boolean;
          }[];
          /** The newest ten */
          readonly changes: readonly {
            readonly id: string;
            readonly cluster_id: string;
            readonly object: {
              readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
              readonly namespace: string;
              readonly name: string;
            };
            /** template: what its pods are made of; restarted: only that they are to be made anew */
            readonly change: 'created' | 'template' | 'restarted' | 'replicas' | 'deleted';
            /** Image references in the order of the containers, init containers left out */
            readonly images: {
              readonly before: readonly string[];
              readonly after: readonly string[];
            };
            /** Desired replicas; null where there are none to be told, as of a DaemonSet */
            readonly replicas: {
              readonly before: number | null;
              readonly after: number | null;
            };
            /** The field manager that changed it last, such as kubectl-edit; null where the API server does not say */
            readonly manager: string | null;
            /** When it was changed, as far as the API server says; else when it was seen */
            readonly at: string;
          }[];
          readonly logs: {
            /** Whether the credentials of the cluster may read logs in this namespace; null: not known right now */
            readonly allowed: boolean | null;
            /** Where they may not: the command that grants it */
            readonly grant: string | null;
          };
          /** When the cluster said so */
          readonly observed_at: string | null;
          /** True if the cluster did not answer; what is told then is what was last known, without pods and events */
          readonly stale: boolean;
          /** Why the cluster did not answer, in words */
          readonly fault: string | null;
        };
      };
    };
  };
  readonly '/k8s-monitor/api/v1/nodes/{name}': {
    /** Read a node: its conditions in words, capacity, what it uses, the pods on it, events and issues. Access: read. */
    readonly GET: {
      readonly params: {
        /** The id of the name */
        readonly name: string;
      };
      readonly query?: {
        /** Required if there are several clusters */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          readonly cluster_id: string;
          /** Kubernetes uid of the node */
          readonly uid: string;
          readonly name: string;
          readonly status: 'Ready' | 'NotReady' | 'Unknown';
          readonly status_since: string | null;
          /** Whether new pods are kept off the node */
          readonly cordoned: boolean;
          readonly pressures: readonly ('memory' | 'disk' | 'pid')[];
          /** Version of its kubelet */
          readonly version: string;
          /** CPU allocatable to pods, in millicores */
          readonly cpu_allocatable: number;
          readonly cpu_usage: number | null;
          readonly cpu_percent: number | null;
          /** Memory allocatable to pods, in bytes */
          readonly memory_allocatable: number;
          readonly memory_usage: number | null;
          readonly memory_percent: number | null;
          /** Number of pods on it that have not finished */
          readonly pods: number;
          /** Maximum number of pods */
          readonly pods_allocatable: number;
          /** What is wrong with it, in one sentence; null: nothing */
          readonly message: string | null;
          readonly created_at: string | null;
          /** Those that say that something is wrong come first */
          readonly conditions: readonly {
            /** Such as Ready or MemoryPressure */
            readonly type: string;
            /** True, False or Unknown */
            readonly status: string;
            /** Something is wrong */
            readonly is_fault: boolean;
            /** What that means, in one sentence */
            readonly text: string;
            /** What the node says of it */
            readonly message: string | null;
            readonly since: string | null;
          }[];
          readonly taints: readonly {
            readonly key: string;
            readonly value: string | null;
            /** NoSchedule, PreferNoSchedule or NoExecute */
            readonly effect: string;
            readonly since: string | null;
          }[];
          readonly labels: Readonly<Record<string, string>>;
          readonly cordoned_since: string | null;
          /** Who cordoned it, as far as the API server says */
          readonly cordoned_by: {
            /** Field manager, such as kubectl-edit */
            readonly manager: string;
            readonly at: string | null;
          } | null;
          readonly cpu_capacity: number | null;
          readonly memory_capacity: number | null;
          readonly cpu_requests: number | null;
          readonly memory_requests: number | null;
          /** What it runs on, as its kubelet says */
          readonly system: {
            readonly os_image: string;
            readonly kernel: string;
            readonly container_runtime: string;
            readonly architecture: string;
          } | null;
          /** Pods on it: those in trouble first, then the newest; at most 200 */
          readonly pod_list: readonly {
            readonly name: string;
            /** Kubernetes' own word: Pending, Running, Succeeded, Failed or Unknown */
            readonly phase: string;
            readonly ready: boolean;
            /** It is being deleted */
            readonly deleting: boolean;
            /** Of all its containers */
            readonly restarts: number;
            readonly created_at: string | null;
            /** What keeps it from being ready, in Kubernetes' own word, such as CrashLoopBackOff */
            readonly reason: string | null;
            /** The same in words */
            readonly message: string | null;
            readonly namespace: string;
            /** What looks after it: of a ReplicaSet its Deployment; null: nothing does */
            readonly owner: {
              readonly kind: string;
              readonly name: string;
            } | null;
            /** CPU its containers request, in millicores */
            readonly cpu_requests: number;
            /** Memory its containers request, in bytes */
            readonly memory_requests: number;
          }[];
          readonly pods_total: number | null;
          /** Newest first, at most 20; null where the cluster does not tell them */
          readonly events:
            | readonly {
                /** Normal or Warning */
                readonly type: string;
                readonly reason: string;
                readonly message: string;
                readonly object: {
                  readonly kind: string;
                  readonly name: string;
                };
                /** How often it occurred */
                readonly count: number;
                readonly last_at: string;
              }[]
            | null;
          /** Open issues about it, greatest impact first */
          readonly issues: readonly {
            readonly id: string;
            readonly cluster_id: string;
            readonly severity: 'critical' | 'warning' | 'info';
            readonly category: string;
            /** The rule that found it */
            readonly reason: string;
            readonly object: {
              readonly kind: string;
              readonly namespace: string | null;
              readonly name: string;
            };
            readonly message: string;
            readonly first_seen: string;
            /** While it is open: when its cluster was last observed */
            readonly last_seen: string;
            /** How often it occurred; if it returns within ten minutes, it is the same issue */
            readonly count: number;
            /** Points it takes from the health score */
            readonly score_impact: number;
            /** True if the cap of its category is already reached */
            readonly capped: boolean;
            readonly suggested_action: string;
            /** The running action that causes it; once resolved: the one that caused it when it ended */
            readonly action_id: string | null;
            /** True if a running action causes it, so it costs nothing until that action has ended */
            readonly expected: boolean;
          }[];
          /** When the cluster said so */
          readonly observed_at: string | null;
          /** True if the cluster did not answer; what is told then is what was last known, without pods and events */
          readonly stale: boolean;
          /** Why the cluster did not answer, in words */
          readonly fault: string | null;
        };
      };
    };
  };
  readonly '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}/logs': {
    /** Follow the logs of all pods of a workload, where the credentials of its cluster may read logs: the events snapshot, lines, pod_joined, pod_left, pod_silent, dropped (lines left out, beyond 1,000 a second), cluster_silent and finally ended. Access: read. */
    readonly GET: {
      readonly params: {
        /** The id of the kind */
        readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job' | 'CronJob' | 'Pod';
        /** The id of the namespace */
        readonly namespace: string;
        /** The id of the name */
        readonly name: string;
      };
      readonly query?: {
        /** Required if there are several clusters */
        readonly cluster_id?: string | undefined;
        /** Which container of each pod; unless given, the one that its pods name as the default, else the first */
        readonly container?: string | undefined;
        /** Only the pod with this name */
        readonly pod?: string | undefined;
        /** Of each pod the container before its last restart; ends when all is sent */
        readonly previous?: boolean | undefined;
        /** Begins with lines of the last so many seconds; 600 unless given */
        readonly since?: number | undefined;
        /** Begins with at most so many lines of each pod; 200 unless given */
        readonly tail?: number | undefined;
        /** Goes on with what is written from now on; false: ends when all is sent */
        readonly follow?: boolean | undefined;
        /** Only lines that contain this text, in capitals or not */
        readonly q?: string | undefined;
        /** Resume after the event with this id; the header Last-Event-ID takes precedence */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/k8s-monitor/api/v1/dead-letters': {
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
          readonly data: readonly K8sMonitorSchemas['DeadLetter'][];
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

export interface K8sMonitorSchemas {
  readonly Health: {
    /** For several clusters, the lowest */
    readonly healthScore: number;
    readonly readyNodes: number;
    readonly totalNodes: number;
    /** Greatest impact first, at most 200 */
    readonly issues: readonly {
      readonly id: string;
      readonly cluster_id: string;
      readonly severity: 'critical' | 'warning' | 'info';
      readonly category: string;
      /** The rule that found it */
      readonly reason: string;
      readonly object: {
        readonly kind: string;
        readonly namespace: string | null;
        readonly name: string;
      };
      readonly message: string;
      readonly first_seen: string;
      /** While it is open: when its cluster was last observed */
      readonly last_seen: string;
      /** How often it occurred; if it returns within ten minutes, it is the same issue */
      readonly count: number;
      /** Points it takes from the health score */
      readonly score_impact: number;
      /** True if the cap of its category is already reached */
      readonly capped: boolean;
      readonly suggested_action: string;
      /** The running action that causes it; once resolved: the one that caused it when it ended */
      readonly action_id: string | null;
      /** True if a running action causes it, so it costs nothing until that action has ended */
      readonly expected: boolean;
    }[];
    readonly issues_total: number;
    /** For several clusters, the oldest */
    readonly observed_at: string;
    /** For several clusters, whether any is stale */
    readonly stale: boolean;
    readonly cluster_id?: string;
    /** Only for several clusters; a score is null until its cluster was first observed */
    readonly clusters?: readonly {
      readonly cluster_id: string;
      readonly healthScore: number | null;
      /** True if nothing was received from the cluster for 10 seconds; everything here is the last known state */
      readonly stale: boolean;
    }[];
  };
  readonly HealthHistory: {
    readonly from: string;
    readonly to: string;
    /** Length of an interval */
    readonly step_seconds: number;
    /** Oldest first; intervals without data are left out: while a cluster is observed, there is a point at least every five minutes */
    readonly data: readonly {
      /** Start of this interval */
      readonly at: string;
      readonly min: number;
      readonly max: number;
      /** Score at the end of the interval; for several clusters, the lowest */
      readonly last: number;
    }[];
  };
  readonly Issue: {
    readonly id: string;
    readonly cluster_id: string;
    readonly severity: 'critical' | 'warning' | 'info';
    readonly category: string;
    /** The rule that found it */
    readonly reason: string;
    readonly object: {
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    };
    readonly message: string;
    readonly first_seen: string;
    /** While it is open: when its cluster was last observed */
    readonly last_seen: string;
    /** How often it occurred; if it returns within ten minutes, it is the same issue */
    readonly count: number;
    /** Points it takes from the health score */
    readonly score_impact: number;
    /** True if the cap of its category is already reached */
    readonly capped: boolean;
    readonly suggested_action: string;
    /** The running action that causes it; once resolved: the one that caused it when it ended */
    readonly action_id: string | null;
    /** True if a running action causes it, so it costs nothing until that action has ended */
    readonly expected: boolean;
    readonly status: 'open' | 'resolved';
    readonly resolved_at: string | null;
  };
  readonly Node: {
    readonly id: string;
    readonly cluster_id: string;
    /** Kubernetes uid of the node */
    readonly uid: string;
    readonly name: string;
    readonly status: 'Ready' | 'NotReady' | 'Unknown';
    readonly status_since: string | null;
    /** Whether new pods are kept off the node */
    readonly cordoned: boolean;
    readonly pressures: readonly ('memory' | 'disk' | 'pid')[];
    /** Version of its kubelet */
    readonly version: string;
    /** CPU allocatable to pods, in millicores */
    readonly cpu_allocatable: number;
    readonly cpu_usage: number | null;
    readonly cpu_percent: number | null;
    /** Memory allocatable to pods, in bytes */
    readonly memory_allocatable: number;
    readonly memory_usage: number | null;
    readonly memory_percent: number | null;
    /** Number of pods on it that have not finished */
    readonly pods: number;
    /** Maximum number of pods */
    readonly pods_allocatable: number;
  };
  readonly Workload: {
    readonly id: string;
    readonly cluster_id: string;
    readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
    readonly namespace: string;
    readonly name: string;
    /** Desired number of pods */
    readonly desired: number;
    readonly ready: number;
    /** Pods that have been ready for at least minReadySeconds */
    readonly available: number;
    /** off: it should have no pods */
    readonly status: 'ok' | 'progressing' | 'paused' | 'short' | 'stuck' | 'off';
    /** Number of open issues about it */
    readonly issues: number;
  };
  readonly WorkloadChange: {
    readonly id: string;
    readonly cluster_id: string;
    readonly object: {
      readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
      readonly namespace: string;
      readonly name: string;
    };
    /** template: what its pods are made of; restarted: only that they are to be made anew */
    readonly change: 'created' | 'template' | 'restarted' | 'replicas' | 'deleted';
    /** Image references in the order of the containers, init containers left out */
    readonly images: {
      readonly before: readonly string[];
      readonly after: readonly string[];
    };
    /** Desired replicas; null where there are none to be told, as of a DaemonSet */
    readonly replicas: {
      readonly before: number | null;
      readonly after: number | null;
    };
    /** The field manager that changed it last, such as kubectl-edit; null where the API server does not say */
    readonly manager: string | null;
    /** When it was changed, as far as the API server says; else when it was seen */
    readonly at: string;
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
