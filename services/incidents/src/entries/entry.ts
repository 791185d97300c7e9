import type { TimelineKind } from '@wheelhouse/contracts';
import type { IncidentObject } from '../object.ts';
import { oneLine } from '../one-line.ts';
import type { Entry, EntryActor, EntryRef } from './schema.ts';

/** Something that happened, before it stands in a timeline. */
export interface NewEntry {
  readonly kind: TimelineKind;
  /** When it happened. */
  readonly at: Date;
  /** One sentence. */
  readonly summary: string;
  /** What happens again under this key is counted, and makes no new entry. */
  readonly key?: string;
  /** It cannot happen again: under its key it is told once, however often it is heard. */
  readonly isOnce?: true;
  /** How often, of an entry with a key; once by default. */
  readonly count?: number;
  readonly text?: string;
  readonly actor?: EntryActor;
  readonly object?: IncidentObject;
  readonly ref?: EntryRef;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface EntryRow extends Record<string, unknown> {
  readonly id: string;
  readonly incident_id: string;
  readonly version: number;
  readonly kind: TimelineKind;
  readonly key: string | null;
  readonly summary: string;
  readonly text: string | null;
  readonly actor: EntryActor | null;
  readonly object: IncidentObject | null;
  readonly ref: EntryRef | null;
  readonly count: number;
  readonly last_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

const longestSummary = 500;
const mostData = 8 * 1_024;

export function sentence(text: string): string {
  return oneLine(text, longestSummary);
}

/** What does not fit is left out, and that is said. */
export function boundedData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Buffer.byteLength(JSON.stringify(data)) <= mostData ? data : { truncated: true };
}

export function shownEntry(row: EntryRow, at: Date): Entry {
  const { id, kind, summary, text, actor, object, ref, count, last_at, data } = row;
  return {
    id,
    at: at.toISOString(),
    kind,
    summary,
    text,
    actor,
    object,
    ref,
    count,
    last_at: last_at.toISOString(),
    data: { ...data },
    receivers: null,
  };
}
