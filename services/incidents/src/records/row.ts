import type { Actor, IncidentCategory, IncidentResolution, IncidentStatus, SignalSource } from '@wheelhouse/contracts';
import type { Severity } from '../severity.ts';
import type { Incident, IncidentInFull } from './schema.ts';
import type { IncidentObject } from '../object.ts';

export interface IncidentRow extends Record<string, unknown> {
  readonly id: string;
  readonly version: number;
  readonly number: number;
  readonly cluster_id: string;
  readonly cloudspace_id: string | null;
  /** Null: it was declared, and no signal comes to it. */
  readonly group_key: string | null;
  readonly title: string;
  readonly severity: Severity;
  /** Set by a person: signals do not change it any more. */
  readonly title_set: boolean;
  readonly severity_set: boolean;
  readonly status: IncidentStatus;
  readonly category: IncidentCategory;
  readonly namespace: string;
  readonly affected_service: string;
  readonly object: IncidentObject | null;
  readonly affected: readonly IncidentObject[];
  readonly affected_total: number;
  readonly source: SignalSource;
  readonly rules: readonly string[];
  readonly signal_count: number;
  readonly firing: number;
  readonly recurrence: number;
  readonly previous_incident_id: string | null;
  readonly assignee_id: string | null;
  readonly summary: string | null;
  readonly root_cause: string | null;
  readonly review: string | null;
  readonly resolution: IncidentResolution | null;
  readonly merged_into: string | null;
  readonly quiet_since: Date | null;
  readonly resolves_at: Date | null;
  readonly silent_at: Date | null;
  readonly active_at: Date;
  readonly updated_told_at: Date | null;
  readonly update_due_at: Date | null;
  readonly started_at: Date;
  readonly detected_at: Date;
  readonly acknowledged_at: Date | null;
  readonly mitigated_at: Date | null;
  readonly resolved_at: Date | null;
  readonly closed_at: Date | null;
  readonly created_by: Actor | null;
  readonly updated_at: Date;
}

/** What a new incident does not have yet. */
export const blank = {
  version: 1,
  cloudspace_id: null,
  group_key: null,
  title_set: false,
  severity_set: false,
  status: 'open',
  object: null,
  affected: [],
  affected_total: 0,
  rules: [],
  signal_count: 0,
  firing: 0,
  recurrence: 0,
  previous_incident_id: null,
  assignee_id: null,
  summary: null,
  root_cause: null,
  review: null,
  resolution: null,
  merged_into: null,
  quiet_since: null,
  resolves_at: null,
  silent_at: null,
  updated_told_at: null,
  update_due_at: null,
  acknowledged_at: null,
  mitigated_at: null,
  resolved_at: null,
  closed_at: null,
  created_by: null,
} as const satisfies Partial<IncidentRow>;

export function shownIncident(row: IncidentRow, externalUrl: string): Incident {
  const { id, number, cluster_id, title, severity, status, category, namespace, affected_service, object } = row;
  const { affected, affected_total, source, signal_count, firing, recurrence, previous_incident_id } = row;
  const { assignee_id, summary, root_cause, resolution, merged_into, created_by } = row;
  return {
    id,
    number,
    cluster_id,
    title,
    severity,
    status,
    category,
    namespace,
    affected_service,
    object,
    affected: [...affected],
    affected_total,
    source,
    signal_count,
    firing,
    recurrence,
    previous_incident_id,
    assignee_id,
    summary,
    root_cause,
    resolution,
    merged_into,
    quiet_since: told(row.quiet_since),
    resolves_at: told(row.resolves_at),
    started_at: row.started_at.toISOString(),
    detected_at: row.detected_at.toISOString(),
    acknowledged_at: told(row.acknowledged_at),
    mitigated_at: told(row.mitigated_at),
    resolved_at: told(row.resolved_at),
    closed_at: told(row.closed_at),
    created_by,
    updated_at: row.updated_at.toISOString(),
    url: urlOf(id, externalUrl),
  };
}

export function shownInFull(row: IncidentRow, externalUrl: string): IncidentInFull {
  return { ...shownIncident(row, externalUrl), review: row.review };
}

/** Its page in the dashboard. */
export function urlOf(id: string, externalUrl: string): string {
  return `${externalUrl.replace(/\/$/, '')}/incidents/${id}`;
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
