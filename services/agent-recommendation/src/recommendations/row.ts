import type { Actor, RecommendationKind, RecommendationStatus } from '@wheelhouse/contracts';
import { timeOfId } from '@wheelhouse/kit';
import type { RecommendationSeverity, Subject } from '../findings/finding.ts';
import type { Dismissed, Recommendation } from './schema.ts';

export interface RecommendationRow extends Record<string, unknown> {
  readonly id: string;
  readonly cluster_id: string;
  readonly kind: RecommendationKind;
  readonly subject_key: string;
  readonly subject: Subject;
  readonly severity: RecommendationSeverity;
  readonly why: string;
  readonly how: string;
  readonly status: RecommendationStatus;
  readonly accepted_by: Actor | null;
  readonly accepted_at: Date | null;
  readonly note: string | null;
  readonly dismissed: Dismissed | null;
  /** While it is dismissed. */
  readonly dismissed_until: Date | null;
  readonly seen_at: Date;
  readonly done_at: Date | null;
}

/** What a new one does not have yet. */
export const blank = {
  status: 'open',
  accepted_by: null,
  accepted_at: null,
  note: null,
  dismissed: null,
  dismissed_until: null,
  done_at: null,
} as const satisfies Partial<RecommendationRow>;

export function shown(row: RecommendationRow): Recommendation {
  const { id, cluster_id, kind, subject, severity, why, how, status, accepted_by, note, dismissed } = row;
  const { object, rule } = subject;
  return {
    id,
    cluster_id,
    kind,
    object: object && { ...object },
    rule: rule && { ...rule },
    severity,
    why,
    how,
    status,
    accepted_by,
    accepted_at: told(row.accepted_at),
    note,
    dismissed,
    created_at: timeOfId(id).toISOString(),
    seen_at: row.seen_at.toISOString(),
    done_at: told(row.done_at),
  };
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
