import type { Actor, FactObject, Facts, ObservationStatus } from '@wheelhouse/contracts';
import type { Item } from '../items/item.ts';
import type { Because, NotVisible, Observation, ObservationInFull, Reason } from './schema.ts';

/** As it begins. */
export interface BegunRow {
  readonly id: string;
  readonly incident_id: string | null;
  readonly cluster_id: string;
  readonly object: FactObject | null;
  readonly because: Because;
  readonly status: ObservationStatus;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly asked_by: Actor | null;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly finished_at: Date | null;
}

/** As lists have it: without what was seen. */
export interface ListedRow extends BegunRow, Record<string, unknown> {
  readonly id: string;
  readonly not_visible: readonly NotVisible[];
  readonly attempts: number;
}

/** What was found so far, or in the end. */
export interface Findings {
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly facts: Facts | null;
  readonly items: readonly Item[];
  readonly not_visible: readonly NotVisible[];
}

export interface ObservationRow extends ListedRow, Findings {
  readonly not_visible: readonly NotVisible[];
  readonly reason: Reason | null;
  readonly message: string | null;
}

export function shownObservation(row: BegunRow & Pick<Findings, 'not_visible'>): Observation {
  const { id, incident_id, cluster_id, object, because, status, reason, message, not_visible, asked_by } = row;
  return {
    id,
    incident_id,
    cluster_id,
    object,
    because,
    status,
    reason,
    message,
    not_visible: [...not_visible],
    asked_by,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function shownInFull(row: BegunRow & Findings): ObservationInFull {
  // What was seen so far is shown when all of it is.
  const facts = row.status === 'observing' ? null : row.facts;
  return { ...shownObservation(row), facts, items: [...row.items] };
}
