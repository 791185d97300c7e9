import type { IncidentCategory, SignalSource } from '@wheelhouse/contracts';
import type { IncidentObject } from '../object.ts';
import type { ShownSignal } from './schema.ts';
import type { Severity } from '../severity.ts';
import type { Signal } from './signal.ts';

/** What its sender repeats and has not for this long counts as ended. */
export const silentAfterMs = 24 * 60 * 60_000;

/** A signal as it is kept: one row for each time it belongs to another incident. */
export interface SignalRow extends Record<string, unknown> {
  readonly id: string;
  /** Null: it has opened none, because of a window, or because nobody is called for it. */
  readonly incident_id: string | null;
  readonly window_id: string | null;
  readonly cluster_id: string;
  readonly source: SignalSource;
  readonly key: string;
  readonly is_current: boolean;
  readonly rule: string;
  readonly severity: Severity;
  readonly category: IncidentCategory;
  readonly title: string;
  readonly service: string;
  readonly message: string;
  readonly object: IncidentObject | null;
  readonly namespace: string | null;
  readonly nodes: readonly string[];
  readonly all_on_nodes: boolean;
  readonly group_key: string;
  readonly firing: boolean;
  readonly end_reason: 'ended' | 'silent' | null;
  readonly count: number;
  readonly first_at: Date;
  readonly began_at: Date | null;
  readonly changed_at: Date;
  readonly last_at: Date;
  readonly is_repeated: boolean;
}

/** What a signal changes of what was known of it. */
export interface Step {
  readonly row: SignalRow;
  /** It began once more: counted, also where its end is known already. */
  readonly hasBegun: boolean;
}

/**
 * Signals come late, twice and in any order. One that begins is counted once for each time it began; one that fires
 * already is only seen again; an end from before it was last seen firing says nothing.
 */
export function stepOf(before: SignalRow | undefined, signal: Signal, id: string, now: Date): Step {
  const seen = before === undefined ? blankRow(signal, id, now) : seenAgain(before, signal, now);
  const { began_at: beganAt, changed_at: changedAt } = seen;
  if (!signal.isFiring) {
    if (before !== undefined && signal.at < changedAt) return { row: seen, hasBegun: false };
    return { row: { ...seen, firing: false, end_reason: 'ended', changed_at: signal.at }, hasBegun: false };
  }
  if (beganAt !== null && signal.at <= beganAt) return { row: seen, hasBegun: false };
  const stillFires = before?.firing === true && !isSilent(before, now);
  if (stillFires) return { row: { ...seen, changed_at: later(changedAt, signal.at) }, hasBegun: false };
  const count = seen.count + 1;
  const first_at = seen.count === 0 || signal.since < seen.first_at ? signal.since : seen.first_at;
  // It was over before it was heard of.
  if (before !== undefined && signal.at < changedAt)
    return { row: { ...seen, count, first_at, began_at: signal.at }, hasBegun: true };
  return {
    row: { ...seen, count, first_at, began_at: signal.at, changed_at: signal.at, firing: true, end_reason: null },
    hasBegun: true,
  };
}

/** Nobody has repeated it for so long that it counts as ended, whether or not that was written down yet. */
export function isSilent({ is_repeated: isRepeated, last_at: lastAt }: SignalRow, now: Date): boolean {
  return isRepeated && now.getTime() - lastAt.getTime() >= silentAfterMs;
}

function blankRow(signal: Signal, id: string, now: Date): SignalRow {
  return {
    id,
    incident_id: null,
    window_id: null,
    is_current: true,
    firing: false,
    end_reason: null,
    count: 0,
    first_at: signal.since,
    began_at: null,
    changed_at: signal.at,
    last_at: now,
    ...told(signal),
  };
}

function seenAgain(before: SignalRow, signal: Signal, now: Date): SignalRow {
  // What comes late does not change what was said since.
  return { ...before, ...(signal.at < before.changed_at ? {} : told(signal)), last_at: now };
}

function told(signal: Signal) {
  const { source, key, clusterId, rule, severity, category, title, service, message, object, namespace } = signal;
  return {
    source,
    key,
    cluster_id: clusterId,
    rule,
    severity: severity ?? 'low',
    category,
    title,
    service,
    message,
    object: object ?? null,
    namespace: namespace ?? null,
    nodes: signal.nodes,
    all_on_nodes: signal.allOnNodes,
    group_key: signal.groupKey,
    is_repeated: signal.isRepeated,
  } as const;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

export function shownSignal(row: SignalRow): ShownSignal {
  const { id, source, key, rule, severity, message, object, nodes, firing, end_reason, count } = row;
  return {
    id,
    source,
    key,
    rule,
    severity,
    message,
    object,
    nodes: [...nodes],
    state: firing ? 'firing' : 'ended',
    end_reason,
    count,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  };
}
