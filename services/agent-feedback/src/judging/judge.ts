import type { IncidentResolution } from '@wheelhouse/contracts';
import type { EndedAction, Ending, Moment, Outage, Windows } from './facts.ts';

/** Why a verdict is what it is, for the sentence that tells it. */
export type Finding =
  | { readonly verdict: 'cured'; readonly quietAt: Date }
  | { readonly verdict: 'relapsed'; readonly quietAt: Date; readonly backAt: Date; readonly how: Moment['kind'] }
  | { readonly verdict: 'not_cured' | 'worse' | 'failed' | 'not_run' }
  | { readonly verdict: 'unknown'; readonly why: 'no_incident' }
  | { readonly verdict: 'unknown'; readonly why: 'not_observed'; readonly outage: Outage }
  | { readonly verdict: 'unknown'; readonly why: 'not_followed'; readonly resolution: IncidentResolution };

export type Judgement =
  /** `at`: since when it is certain. */
  | { readonly kind: 'reached'; readonly at: Date; readonly finding: Finding }
  | { readonly kind: 'wait'; readonly until: Date };

/** What was said in time is heard a moment later. */
export const heardWithinMs = 15_000;

export interface Heard {
  readonly moments: readonly Moment[];
  readonly outages: readonly Outage[];
}

/** The verdict on an action that has ended, from what was heard so far; or when to look again. */
export function judge(action: EndedAction, { moments, outages }: Heard, windows: Windows, now: Date): Judgement {
  const { endedAt, incidentId } = action;
  const byItself = withoutWatching(action.ending, action.startedAt);
  if (byItself !== undefined) return { kind: 'reached', at: endedAt, finding: { verdict: byItself } };
  if (incidentId === null) return { kind: 'reached', at: endedAt, finding: { verdict: 'unknown', why: 'no_incident' } };
  const quietBy = later(endedAt, windows.curedWithinMs);
  const quietAt = quietWithin(moments, endedAt, quietBy);
  const from = quietAt === undefined || quietAt < endedAt ? endedAt : quietAt;
  const horizon = quietAt === undefined ? quietBy : later(from, windows.staysMs);
  const back = moments
    .filter(({ kind, at }) => isBack(kind) && at > from && at <= horizon)
    .toSorted(byTime)
    .at(0);
  if (quietAt !== undefined && back !== undefined) {
    const finding = { verdict: 'relapsed', quietAt, backAt: back.at, how: back.kind } as const;
    return { kind: 'reached', at: back.at, finding };
  }
  const sayAt = later(horizon, heardWithinMs);
  if (now < sayAt) return { kind: 'wait', until: sayAt };
  const reached = (finding: Finding): Judgement => ({ kind: 'reached', at: horizon, finding });
  const outage = outages.find((one) => one.from < horizon && (one.until === null || one.until > endedAt));
  if (outage !== undefined) return reached({ verdict: 'unknown', why: 'not_observed', outage });
  const last = moments
    .filter(({ kind, at }) => kind !== 'quiet' && at <= horizon)
    .toSorted(byTime)
    .at(-1);
  if (last?.resolution && isLost(last.resolution))
    return reached({ verdict: 'unknown', why: 'not_followed', resolution: last.resolution });
  return reached(quietAt === undefined ? { verdict: 'not_cured' } : { verdict: 'cured', quietAt });
}

/** At the latest then, if nothing is heard of the incident. */
export function reachedBy(endedAt: Date, { curedWithinMs, staysMs }: Windows): Date {
  return later(endedAt, curedWithinMs + staysMs + heardWithinMs);
}

/** What no signal is needed for. */
function withoutWatching(
  { status, result }: Ending,
  startedAt: Date | null,
): 'not_run' | 'worse' | 'failed' | undefined {
  if (status === 'rejected' || status === 'expired' || status === 'canceled') return 'not_run';
  if (result === 'refused' || result === 'dry_run' || startedAt === null) return 'not_run';
  if (result === 'reverted') return 'worse';
  return status === 'failed' ? 'failed' : undefined;
}

/** Since when the incident was quiet at the first moment of the span at which it was so. */
function quietWithin(moments: readonly Moment[], begin: Date, end: Date): Date | undefined {
  const before = moments.filter(({ at }) => at <= begin).toSorted(byTime);
  const last = before.at(-1);
  if (last !== undefined && !isBack(last.kind)) {
    const awake = before.findLastIndex(({ kind }) => isBack(kind));
    return before[awake + 1]?.at;
  }
  return moments
    .filter(({ kind, at }) => !isBack(kind) && at > begin && at <= end)
    .toSorted(byTime)
    .at(0)?.at;
}

function isBack(kind: Moment['kind']): boolean {
  return kind === 'returned' || kind === 'opened_again';
}

/** Whatever became of the trouble is told elsewhere, or nowhere. */
function isLost(resolution: IncidentResolution): boolean {
  return (
    resolution === 'merged' ||
    resolution === 'cluster_removed' ||
    resolution === 'not_an_incident' ||
    resolution === 'stale'
  );
}

/** What began and ended within one instant is told as both, and is quiet. */
function byTime(one: Moment, other: Moment): number {
  return one.at.getTime() - other.at.getTime() || Number(isBack(other.kind)) - Number(isBack(one.kind));
}

function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
