import type { RecommendationKind } from '@wheelhouse/contracts';
import { type Finding, type Seen, subjectKey } from '../findings/finding.ts';
import type { RecommendationRow } from '../recommendations/row.ts';

const hourMs = 60 * 60_000;

/** How long a cause that comes and goes has to be away to count as gone. */
const staysAwayMs: Readonly<Partial<Record<RecommendationKind, number>>> = {
  memory_limit: 24 * hourMs,
  autoscaler_maximum: 24 * hourMs,
  budget_blocks_drains: 2 * hourMs,
};

export type RowChange = Partial<Omit<RecommendationRow, 'id' | 'cluster_id' | 'kind' | 'subject_key'>>;

export interface Changes {
  readonly made: readonly Finding[];
  readonly changed: readonly { readonly row: RecommendationRow; readonly change: RowChange }[];
}

/** What becomes of the live recommendations of a cluster by what was seen there. Applied again it changes nothing more. */
export function changesBy(seen: Seen, live: readonly RecommendationRow[], now: Date): Changes {
  const found = new Map<string, Finding>();
  for (const kind of Object.values(seen))
    for (const finding of kind.findings) found.set(keyOf(finding.kind, subjectKey(finding.subject)), finding);
  const known = new Set(live.map((row) => keyOf(row.kind, row.subject_key)));
  const changed = live.flatMap((row) => {
    const finding = found.get(keyOf(row.kind, row.subject_key));
    const change = finding === undefined ? unseen(row, seen, now) : again(row, finding, now);
    return change === undefined ? [] : [{ row, change }];
  });
  return { made: [...found].filter(([key]) => !known.has(key)).map(([, finding]) => finding), changed };
}

function again(row: RecommendationRow, { subject, severity, why, how }: Finding, now: Date): RowChange {
  const backAgain = row.dismissed_until !== null && row.dismissed_until <= now;
  const reopened: RowChange = backAgain ? { status: 'open', dismissed_until: null } : {};
  return { subject, severity, why, how, seen_at: now, ...reopened };
}

function unseen(row: RecommendationRow, seen: Seen, now: Date): RowChange | undefined {
  const answered = seen[row.kind];
  if (answered === undefined || !answered.isWhole) return undefined;
  // Stays away until its date, whatever its cause does meanwhile.
  if (row.dismissed_until !== null && row.dismissed_until > now) return undefined;
  const away = now.getTime() - row.seen_at.getTime();
  return away < (staysAwayMs[row.kind] ?? 0) ? undefined : doneAt(now);
}

export function doneAt(now: Date): RowChange {
  return { status: 'done', done_at: now, dismissed_until: null };
}

function keyOf(kind: RecommendationKind, subject: string): string {
  return `${kind} ${subject}`;
}
