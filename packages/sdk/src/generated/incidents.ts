/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/incidents.json. */
export interface IncidentsPaths {
  readonly '/incidents/api/v1/incidents/stats': {
    /** Read how many incidents there were, and how long it took to acknowledge and resolve them. Access: read. */
    readonly GET: {
      readonly query?: {
        /** How far back; 30 by default */
        readonly days?: number | undefined;
      };
      readonly answers: {
        readonly 200: IncidentsSchemas['IncidentStats'];
      };
    };
  };
  readonly '/incidents/api/v1/incidents': {
    /** List incidents, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** open, acknowledged, investigating, mitigated, resolved, closed; comma-separated */
        readonly status?: string | undefined;
        /** critical, high, medium, low; comma-separated */
        readonly severity?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** availability, performance, capacity, deployment, configuration, security, cost; comma-separated */
        readonly category?: string | undefined;
        /** Namespaces; comma-separated */
        readonly namespace?: string | undefined;
        /** Ids of users; comma-separated */
        readonly assignee_id?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
        /** Number of an incident, or how its service or namespace begins */
        readonly q?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly IncidentsSchemas['Incident'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Declare an incident that no signal has opened. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly cluster_id: string;
        readonly title: string;
        readonly severity: 'critical' | 'high' | 'medium' | 'low';
        /** availability by default */
        readonly category?:
          | 'availability'
          | 'performance'
          | 'capacity'
          | 'deployment'
          | 'configuration'
          | 'security'
          | 'cost';
        readonly namespace?: string;
        readonly affected_service?: string;
        readonly summary?: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}': {
    /** Read an incident. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
    /** Change what people say of an incident; title and severity then no longer follow its signals. Access: actions. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly title?: string;
        readonly severity?: 'critical' | 'high' | 'medium' | 'low';
        readonly assignee_id?: string | null;
        readonly summary?: string | null;
        readonly root_cause?: string | null;
        readonly review?: string | null;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/signals': {
    /** List the signals of an incident, newest first. Access: read. */
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
        /** Sources; comma-separated */
        readonly source?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly IncidentsSchemas['IncidentSignal'][];
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
  readonly '/incidents/api/v1/incidents/{id}/acknowledge': {
    /** Acknowledge an incident: somebody looks after it. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/investigate': {
    /** Say that an incident is being investigated. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/mitigate': {
    /** Say that an incident is mitigated: users no longer notice it, though it is not fixed. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/close': {
    /** Close a resolved incident; after 24 hours that happens by itself. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/resolve': {
    /** Resolve an incident; signals that still fire open no other one until they begin anew. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
        /** fixed by default */
        readonly resolution?: 'fixed' | 'self_healed' | 'not_an_incident';
        readonly root_cause?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/reopen': {
    /** Reopen an incident that was resolved less than 24 hours ago. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body?: {
        /** Stands in the timeline */
        readonly note?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/merge': {
    /** Merge an incident into another of the same cluster, which goes on with its signals and timeline. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        /** The incident that goes on; signals and timeline go to it */
        readonly into: string;
      };
      readonly answers: {
        readonly 200: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/notes': {
    /** Write a note into the timeline of an incident. Access: actions. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly text: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          /** Counted within the tenant */
          readonly number: number;
          readonly cluster_id: string;
          readonly title: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
          readonly category:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Empty if it does not concern a single namespace */
          readonly namespace: string;
          /** Empty if it does not concern a single service */
          readonly affected_service: string;
          /** What it began with; null if that is no object */
          readonly object: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          } | null;
          /** What else is in trouble because of it */
          readonly affected: readonly {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          }[];
          readonly affected_total: number;
          /** Where its first signal came from; person: it was declared */
          readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
          /** How often signals of it began */
          readonly signal_count: number;
          /** How many of its signals are firing now */
          readonly firing: number;
          /** How often it came back, each time within a day */
          readonly recurrence: number;
          /** The incident that came back with it */
          readonly previous_incident_id: string | null;
          /** The user who takes care of it */
          readonly assignee_id: string | null;
          readonly summary: string | null;
          readonly root_cause: string | null;
          /** Why it is over; null until it is */
          readonly resolution:
            | 'fixed'
            | 'self_healed'
            | 'not_an_incident'
            | 'cluster_removed'
            | 'stale'
            | 'merged'
            | null;
          readonly merged_into: string | null;
          /** Since when none of its signals fires */
          readonly quiet_since: string | null;
          /** When it resolves by itself if it stays quiet */
          readonly resolves_at: string | null;
          /** Its first sign */
          readonly started_at: string;
          /** When it was opened */
          readonly detected_at: string;
          readonly acknowledged_at: string | null;
          readonly mitigated_at: string | null;
          readonly resolved_at: string | null;
          readonly closed_at: string | null;
          /** Who declared it; null if signals opened it */
          readonly created_by: {
            readonly type: 'user' | 'service_account';
            readonly id: string;
          } | null;
          readonly updated_at: string;
          /** Its page in the dashboard */
          readonly url: string;
          readonly review: string | null;
        };
      };
    };
  };
  readonly '/incidents/api/v1/incidents/{id}/timeline': {
    /** List what happened in an incident, the newest first, in the order in which it happened. Access: read. */
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
        /** signal, change, status, severity, assigned, note, analysis, suggestion, proposal, approval, action, verdict, agent_run, finding, runbook, window, webhook, merged; comma-separated */
        readonly kind?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly IncidentsSchemas['IncidentTimeline'][];
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
  readonly '/incidents/api/v1/incidents/{id}/stream': {
    /** Follow an incident and its timeline: as it is, then each change, until it is closed. Access: read. */
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
  readonly '/incidents/api/v1/incidents/{id}/export': {
    /** Export an incident with its whole timeline, as Markdown or JSON. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** md by default */
        readonly format?: 'md' | 'json' | undefined;
      };
      readonly answers: {
        readonly 200: Readonly<Record<string, unknown>>;
      };
    };
  };
  readonly '/incidents/api/v1/signals': {
    /** Report trouble that begins, goes on or ends; signals of one object are one incident. Access: signals. */
    readonly POST: {
      readonly body: {
        readonly signals: readonly {
          /** Your own id of this trouble: the same key again is the same signal, also when it ends */
          readonly key: string;
          /** firing by default */
          readonly state?: 'firing' | 'ended';
          /** What was checked, such as latency_p95 */
          readonly rule: string;
          readonly severity: 'critical' | 'high' | 'medium' | 'low';
          readonly message: string;
          /** Only needed if the tenant has several clusters and the token none */
          readonly cluster_id?: string;
          readonly namespace?: string;
          readonly object?: {
            /** Such as Deployment or Node */
            readonly kind: string;
            readonly namespace: string | null;
            readonly name: string;
          };
          readonly nodes?: readonly string[];
          /** The service that users notice it at */
          readonly service?: string;
          readonly category?:
            | 'availability'
            | 'performance'
            | 'capacity'
            | 'deployment'
            | 'configuration'
            | 'security'
            | 'cost';
          /** Signals of one group are one incident, if they name no object */
          readonly group?: string;
          /** When it began or ended; now by default */
          readonly at?: string;
        }[];
      };
      readonly answers: {
        readonly 202: {
          readonly accepted: number;
          /** Of these, in a maintenance window: they open nothing */
          readonly suppressed: number;
        };
      };
    };
  };
  readonly '/incidents/api/v1/signals/alertmanager': {
    /** Receive alerts from Alertmanager: its webhook body, as it sends it. Access: signals. */
    readonly POST: {
      readonly query?: {
        /** Which cluster the alerts are of, unless the token or the tenant has one only */
        readonly cluster_id?: string | undefined;
      };
      readonly body: {
        readonly version?: string;
        readonly status?: string;
        readonly alerts: readonly {
          readonly status: 'firing' | 'resolved';
          readonly labels: Readonly<Record<string, string>>;
          readonly annotations?: Readonly<Record<string, string>>;
          readonly startsAt: string;
          readonly endsAt?: string;
          readonly generatorURL?: string;
          readonly fingerprint: string;
        }[];
      };
      readonly answers: {
        readonly 202: {
          readonly accepted: number;
          /** Of these, in a maintenance window: they open nothing */
          readonly suppressed: number;
        };
      };
    };
  };
  readonly '/incidents/api/v1/maintenance-windows': {
    /** List maintenance windows, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Ids of clusters; comma-separated */
        readonly cluster_id?: string | undefined;
        /** scheduled, active, ended, canceled; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly IncidentsSchemas['MaintenanceWindow'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Announce maintenance: meanwhile signals in there open no incident. Access: actions. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly cluster_id: string;
        /** Only what is in these; together with nodes, in either. Null in both: the whole cluster */
        readonly namespaces?: readonly string[] | null;
        /** Only these nodes and what stands on them, or what is in namespaces */
        readonly nodes?: readonly string[] | null;
        /** Now by default */
        readonly starts_at?: string;
        /** At most seven days after it starts */
        readonly ends_at: string;
        readonly reason?: string;
      };
      readonly answers: {
        readonly 201: IncidentsSchemas['MaintenanceWindow'];
      };
    };
  };
  readonly '/incidents/api/v1/maintenance-windows/{id}': {
    /** Read a maintenance window. Access: read. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: IncidentsSchemas['MaintenanceWindow'];
      };
    };
    /** End a maintenance window now, or cancel one that has not begun; what fires then opens incidents at once. Access: actions. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: IncidentsSchemas['MaintenanceWindow'];
      };
    };
  };
  readonly '/incidents/api/v1/settings': {
    /** Read the tenant's settings of incidents. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: IncidentsSchemas['Settings'];
      };
    };
    /** Change the tenant's settings of incidents; omitted fields keep their value. Access: admin. */
    readonly PATCH: {
      readonly body: {
        /** How long nothing may fire before an incident resolves by itself; doubled each time it comes back within a day, up to an hour. 300 by default */
        readonly quiet_seconds?: number;
        /** The least severity of a signal that opens an incident; low by default */
        readonly open_from?: 'critical' | 'high' | 'medium' | 'low';
      };
      readonly answers: {
        readonly 200: IncidentsSchemas['Settings'];
      };
    };
  };
  readonly '/incidents/api/v1/dead-letters': {
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
          readonly data: readonly IncidentsSchemas['DeadLetter'][];
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

export interface IncidentsSchemas {
  readonly IncidentStats: {
    readonly from: string;
    readonly until: string;
    readonly total: number;
    readonly by_severity: Readonly<Record<string, number>>;
    readonly by_category: Readonly<Record<string, number>>;
    readonly by_resolution: Readonly<Record<string, number>>;
    /** Incidents that were back within a day */
    readonly recurring: number;
    readonly seconds_to_acknowledge: {
      readonly median: number | null;
      readonly p90: number | null;
      /** Incidents that have such a time */
      readonly of: number;
    };
    readonly seconds_to_resolve: {
      readonly median: number | null;
      readonly p90: number | null;
      /** Incidents that have such a time */
      readonly of: number;
    };
  };
  readonly Incident: {
    readonly id: string;
    /** Counted within the tenant */
    readonly number: number;
    readonly cluster_id: string;
    readonly title: string;
    readonly severity: 'critical' | 'high' | 'medium' | 'low';
    readonly status: 'open' | 'acknowledged' | 'investigating' | 'mitigated' | 'resolved' | 'closed';
    readonly category:
      | 'availability'
      | 'performance'
      | 'capacity'
      | 'deployment'
      | 'configuration'
      | 'security'
      | 'cost';
    /** Empty if it does not concern a single namespace */
    readonly namespace: string;
    /** Empty if it does not concern a single service */
    readonly affected_service: string;
    /** What it began with; null if that is no object */
    readonly object: {
      /** Such as Deployment or Node */
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    /** What else is in trouble because of it */
    readonly affected: readonly {
      /** Such as Deployment or Node */
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    }[];
    readonly affected_total: number;
    /** Where its first signal came from; person: it was declared */
    readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
    /** How often signals of it began */
    readonly signal_count: number;
    /** How many of its signals are firing now */
    readonly firing: number;
    /** How often it came back, each time within a day */
    readonly recurrence: number;
    /** The incident that came back with it */
    readonly previous_incident_id: string | null;
    /** The user who takes care of it */
    readonly assignee_id: string | null;
    readonly summary: string | null;
    readonly root_cause: string | null;
    /** Why it is over; null until it is */
    readonly resolution: 'fixed' | 'self_healed' | 'not_an_incident' | 'cluster_removed' | 'stale' | 'merged' | null;
    readonly merged_into: string | null;
    /** Since when none of its signals fires */
    readonly quiet_since: string | null;
    /** When it resolves by itself if it stays quiet */
    readonly resolves_at: string | null;
    /** Its first sign */
    readonly started_at: string;
    /** When it was opened */
    readonly detected_at: string;
    readonly acknowledged_at: string | null;
    readonly mitigated_at: string | null;
    readonly resolved_at: string | null;
    readonly closed_at: string | null;
    /** Who declared it; null if signals opened it */
    readonly created_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    } | null;
    readonly updated_at: string;
    /** Its page in the dashboard */
    readonly url: string;
  };
  readonly IncidentSignal: {
    readonly id: string;
    readonly source: 'k8s-monitor' | 'platform' | 'alertmanager' | 'api' | 'person';
    /** By which its source knows it */
    readonly key: string;
    readonly rule: string;
    readonly severity: 'critical' | 'high' | 'medium' | 'low';
    readonly message: string;
    readonly object: {
      /** Such as Deployment or Node */
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    readonly nodes: readonly string[];
    readonly state: 'firing' | 'ended';
    /** silent: it was not repeated for 24 hours; null while it fires */
    readonly end_reason: 'ended' | 'silent' | null;
    /** How often it began */
    readonly count: number;
    readonly first_at: string;
    readonly last_at: string;
  };
  readonly IncidentTimeline: {
    readonly id: string;
    /** When it happened */
    readonly at: string;
    readonly kind:
      | 'signal'
      | 'change'
      | 'status'
      | 'severity'
      | 'assigned'
      | 'note'
      | 'analysis'
      | 'suggestion'
      | 'proposal'
      | 'approval'
      | 'action'
      | 'verdict'
      | 'agent_run'
      | 'finding'
      | 'runbook'
      | 'window'
      | 'webhook'
      | 'merged';
    /** One sentence */
    readonly summary: string;
    /** All that was written, of a note */
    readonly text: string | null;
    /** Null if nobody did it */
    readonly actor: {
      readonly type: 'user' | 'service_account' | 'rule' | 'agent_run';
      readonly id: string;
    } | null;
    readonly object: {
      /** Such as Deployment or Node */
      readonly kind: string;
      readonly namespace: string | null;
      readonly name: string;
    } | null;
    readonly ref: {
      readonly type:
        | 'action'
        | 'app_deployment'
        | 'app'
        | 'incident'
        | 'window'
        | 'agent_run'
        | 'analysis'
        | 'event'
        | 'signal';
      readonly id: string;
      /** Its page in the dashboard; null if it has none */
      readonly url: string | null;
    } | null;
    /** How often, where the same happened again */
    readonly count: number;
    /** When it happened last */
    readonly last_at: string;
    /** Figures of it, by kind */
    readonly data: Readonly<Record<string, unknown>>;
    /** Of a notification: which webhooks it went to. Null for other kinds, and where that is not known right now */
    readonly receivers:
      | readonly {
          readonly webhook_id: string;
          /** The description of the webhook, else the host it goes to */
          readonly name: string;
          readonly format: string;
          /** pending, succeeded, exhausted, held or canceled */
          readonly state: string;
          readonly delivered_at: string | null;
        }[]
      | null;
  };
  readonly MaintenanceWindow: {
    readonly id: string;
    readonly name: string;
    readonly cluster_id: string;
    /** Only what is in these; together with nodes, in either. Null in both: the whole cluster */
    readonly namespaces: readonly string[] | null;
    /** Only these nodes and what stands on them, or what is in namespaces */
    readonly nodes: readonly string[] | null;
    readonly starts_at: string;
    readonly ends_at: string;
    readonly reason: string;
    readonly state: 'scheduled' | 'active' | 'ended' | 'canceled';
    /** Signals that it has kept from opening an incident */
    readonly suppressed: number;
    readonly created_by: {
      readonly type: 'user' | 'service_account';
      readonly id: string;
    };
    readonly created_at: string;
    readonly ended_at: string | null;
  };
  readonly Settings: {
    /** How long nothing may fire before an incident resolves by itself; doubled each time it comes back within a day, up to an hour. 300 by default */
    readonly quiet_seconds: number;
    /** The least severity of a signal that opens an incident; low by default */
    readonly open_from: 'critical' | 'high' | 'medium' | 'low';
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
