/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/k8s-monitor.json. */
export interface K8sMonitorPaths {
  readonly '/k8s-monitor/api/health': {
    /** How the cluster is: its score, and the issues that explain it. Access: read. */
    readonly GET: {
      readonly query?: {
        /** of all clusters without it */
        readonly cluster_id?: string | undefined;
      };
      readonly answers: {
        readonly 200: K8sMonitorSchemas['Health'];
      };
    };
  };
  readonly '/k8s-monitor/api/health/stream': {
    /** Follow the health of the cluster. Access: read. */
    readonly GET: {
      readonly query?: {
        /** of all clusters without it */
        readonly cluster_id?: string | undefined;
        /** resume after the event with this id; the header Last-Event-ID wins over it */
        readonly after?: string | undefined;
      };
      readonly events: unknown;
    };
  };
  readonly '/k8s-monitor/api/health/history': {
    /** The health score over time. Access: read. */
    readonly GET: {
      readonly query?: {
        /** of all clusters without it */
        readonly cluster_id?: string | undefined;
        /** a day before `to` by default */
        readonly from?: string | undefined;
        /** now by default */
        readonly to?: string | undefined;
        /** into how many pieces the time is cut; 288 by default */
        readonly points?: number | undefined;
      };
      readonly answers: {
        readonly 200: K8sMonitorSchemas['HealthHistory'];
      };
    };
  };
  readonly '/k8s-monitor/api/v1/issues': {
    /** List what is wrong with the clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** of these clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** open (the default, unless `at` is given), resolved; comma-separated */
        readonly status?: string | undefined;
        /** those that were open at this moment, as they are now or were when they ended; one that went for less than ten minutes was open all along */
        readonly at?: string | undefined;
        /** critical, warning, info; comma-separated */
        readonly severity?: string | undefined;
        /** categories; comma-separated */
        readonly category?: string | undefined;
        /** rules; comma-separated */
        readonly reason?: string | undefined;
        /** namespaces of the objects; comma-separated */
        readonly namespace?: string | undefined;
        /** newest first without it; with - in front from the greatest down */
        readonly sort?: 'impact' | '-impact' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['Issue'][];
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
  readonly '/k8s-monitor/api/v1/issues/{id}': {
    /** Read an issue. Access: read. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** of these clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Ready, NotReady, Unknown; comma-separated */
        readonly status?: string | undefined;
        /** only those that are, or that are not */
        readonly cordoned?: boolean | undefined;
        /** how the name begins */
        readonly q?: string | undefined;
        /** newest first without it; with - in front from the greatest down; status: worst first; nodes without a known usage last */
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
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/k8s-monitor/api/v1/workloads': {
    /** List the workloads of the clusters, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** of these clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** Deployment, StatefulSet, DaemonSet; comma-separated */
        readonly kind?: string | undefined;
        /** namespaces; comma-separated */
        readonly namespace?: string | undefined;
        /** ok, progressing, paused, short, stuck, off; comma-separated */
        readonly status?: string | undefined;
        /** how the name begins */
        readonly q?: string | undefined;
        /** newest first without it; with - in front from the greatest down; name: by namespace, then by name; status: worst first */
        readonly sort?: 'name' | '-name' | 'status' | '-status' | 'issues' | '-issues' | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly K8sMonitorSchemas['Workload'][];
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
  readonly '/k8s-monitor/api/v1/dead-letters': {
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
          readonly data: readonly K8sMonitorSchemas['DeadLetter'][];
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

export interface K8sMonitorSchemas {
  readonly Health: {
    /** of several clusters the lowest */
    readonly healthScore: number;
    readonly readyNodes: number;
    readonly totalNodes: number;
    /** greatest impact first, at most 200 */
    readonly issues: readonly {
      readonly id: string;
      readonly cluster_id: string;
      readonly severity: 'critical' | 'warning' | 'info';
      readonly category: string;
      /** the rule that found it */
      readonly reason: string;
      readonly object: {
        readonly kind: string;
        readonly namespace: string | null;
        readonly name: string;
      };
      readonly message: string;
      readonly first_seen: string;
      /** of an open one: when its cluster was last observed */
      readonly last_seen: string;
      /** how often it came; one that is back within ten minutes is the same */
      readonly count: number;
      /** what it takes from the health score */
      readonly score_impact: number;
      /** its category takes as much as it may already */
      readonly capped: boolean;
      readonly suggested_action: string;
      /** the running action that is meant to cause it; of a resolved one: that was, when it ended */
      readonly action_id: string | null;
      /** a running action is meant to cause it, so it costs nothing until that action has ended */
      readonly expected: boolean;
    }[];
    readonly issues_total: number;
    /** of several clusters the oldest */
    readonly observed_at: string;
    /** of several clusters, whether one is */
    readonly stale: boolean;
    readonly cluster_id?: string;
    /** where there are several; a score is null until its cluster was first observed */
    readonly clusters?: readonly {
      readonly cluster_id: string;
      readonly healthScore: number | null;
      /** the cluster was not heard of for 10 seconds; all of this is as last known */
      readonly stale: boolean;
    }[];
  };
  readonly HealthHistory: {
    readonly from: string;
    readonly to: string;
    /** how long a piece is */
    readonly step_seconds: number;
    /** oldest first; without those in which no point was kept: while a cluster is observed, there is one every five minutes */
    readonly data: readonly {
      /** when this piece of the time begins */
      readonly at: string;
      readonly min: number;
      readonly max: number;
      /** at its end; of several clusters the lowest */
      readonly last: number;
    }[];
  };
  readonly Issue: {
    readonly id: string;
    readonly cluster_id: string;
    readonly severity: 'critical' | 'warning' | 'info';
    readonly category: string;
    /** the rule that found it */
    readonly reason: string;
    readonly object: {
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    };
    readonly message: string;
    readonly first_seen: string;
    /** of an open one: when its cluster was last observed */
    readonly last_seen: string;
    /** how often it came; one that is back within ten minutes is the same */
    readonly count: number;
    /** what it takes from the health score */
    readonly score_impact: number;
    /** its category takes as much as it may already */
    readonly capped: boolean;
    readonly suggested_action: string;
    /** the running action that is meant to cause it; of a resolved one: that was, when it ended */
    readonly action_id: string | null;
    /** a running action is meant to cause it, so it costs nothing until that action has ended */
    readonly expected: boolean;
    readonly status: 'open' | 'resolved';
    readonly resolved_at: string | null;
  };
  readonly Node: {
    readonly id: string;
    readonly cluster_id: string;
    /** the cluster's own id of it */
    readonly uid: string;
    readonly name: string;
    readonly status: 'Ready' | 'NotReady' | 'Unknown';
    readonly status_since: string | null;
    /** no new pods are placed on it */
    readonly cordoned: boolean;
    readonly pressures: readonly ('memory' | 'disk' | 'pid')[];
    /** of its kubelet */
    readonly version: string;
    /** what pods may use of its processors, in thousandths of a core */
    readonly cpu_allocatable: number;
    readonly cpu_usage: number | null;
    readonly cpu_percent: number | null;
    /** what pods may use of its memory, in bytes */
    readonly memory_allocatable: number;
    readonly memory_usage: number | null;
    readonly memory_percent: number | null;
    /** pods on it that have not ended */
    readonly pods: number;
    /** pods it takes */
    readonly pods_allocatable: number;
  };
  readonly Workload: {
    readonly id: string;
    readonly cluster_id: string;
    readonly kind: 'Deployment' | 'StatefulSet' | 'DaemonSet';
    readonly namespace: string;
    readonly name: string;
    /** pods it should have */
    readonly desired: number;
    readonly ready: number;
    /** ready for as long as it asks for */
    readonly available: number;
    /** off: it should have no pods */
    readonly status: 'ok' | 'progressing' | 'paused' | 'short' | 'stuck' | 'off';
    /** open issues about it */
    readonly issues: number;
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
