import type { HealthHistory } from '../api/history.ts';
import type { ScoreNow } from '../live/use-score.ts';
import type { Span } from './time-plot.ts';

/** A part of the time of which the score is known. Moments are in milliseconds. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  /** At its end. */
  readonly last: number;
}

/** The score over a time, with the parts in which nobody looked. */
export interface Curve extends Span {
  readonly pieces: readonly Piece[];
  readonly gaps: readonly Span[];
}

/** A moment that the picture names, and what the score was then. */
export interface Moment {
  readonly at: number;
  readonly score: number;
  /** "before" */
  readonly label: string;
}

/** Something that was done, at its moment: a deployment, say. */
export interface Tick {
  readonly at: number;
  /** "checkout revision 8, Failed" */
  readonly words: string;
}

/** While a cluster is observed there is a point every five minutes. */
const quietMs = 12 * 60_000;

export function curveOf({ from, to, step_seconds, data }: HealthHistory, now: ScoreNow | undefined): Curve {
  const stepMs = step_seconds * 1_000;
  const start = Date.parse(from);
  const end = Math.max(Date.parse(to), now?.at ?? 0);
  const pieces: Piece[] = data.map(({ at, min, max, last }) => {
    const begins = Date.parse(at);
    return { from: Math.max(begins, start), to: Math.min(begins + stepMs, end), min, max, last };
  });
  const last = pieces.at(-1);
  if (now !== undefined && now.at >= start && (last === undefined || now.at >= last.to))
    pieces.push({ from: now.at, to: now.at, min: now.score, max: now.score, last: now.score });
  return { from: start, to: end, pieces, gaps: gapsOf(pieces, start, end, Math.max(2.5 * stepMs, quietMs)) };
}

function gapsOf(pieces: readonly Piece[], start: number, end: number, longest: number): readonly Span[] {
  const ends = [start, ...pieces.map(({ to }) => to)];
  const begins = [...pieces.map(({ from }) => from), end];
  return ends
    .map((from, index): Span => ({ from, to: begins[index] ?? end }))
    .filter(({ from, to }) => to - from > longest);
}

interface Known {
  /** The moment meant: of a piece its end, where `score` is what it was. */
  readonly at: number;
  readonly score: number;
  readonly min: number;
  readonly max: number;
}

/** What the score was at a moment; nothing where nobody looked. */
export function scoreAt({ pieces, gaps }: Curve, moment: number): Known | undefined {
  if (gaps.some(({ from, to }) => moment > from && moment < to)) return undefined;
  const inside = pieces.find(({ from, to }) => moment >= from && moment <= to);
  if (inside !== undefined) return { at: inside.to, score: inside.last, min: inside.min, max: inside.max };
  const before = pieces.findLast(({ to }) => to <= moment);
  return before && { at: moment, score: before.last, min: before.last, max: before.last };
}

/** The points of the line, in seconds: a null ends it where a gap begins. */
export function lineOf({ pieces, gaps }: Curve): readonly [seconds: number[], scores: (number | null)[]] {
  const seconds: number[] = [];
  const scores: (number | null)[] = [];
  const put = (at: number, score: number | null) => {
    if (at / 1_000 <= (seconds.at(-1) ?? -Infinity)) return;
    seconds.push(at / 1_000);
    scores.push(score);
  };
  for (const { from, to, last } of pieces) {
    const gap = gaps.find((one) => one.to === from);
    if (gap !== undefined) put(gap.from + 1, null);
    if (gap !== undefined || seconds.length === 0) put(from, last);
    put(to, last);
  }
  return [seconds, scores];
}

/** The marks of its axis: it uses the space it has, and begins at the ten below the lowest score. */
export function marksOf({ pieces }: Curve, moments: readonly Moment[] = []): readonly number[] {
  const lowest = Math.min(100, ...pieces.map(({ min }) => min), ...moments.map(({ score }) => score));
  const low = Math.max(0, Math.min(90, Math.floor((lowest - 1) / 10) * 10));
  return [low, (low + 100) / 2, 100];
}

/** The moments that arrow keys go to: where the score became another, what was done, and the ends. */
export function turnsOf({ pieces }: Curve, ticks: readonly Tick[] = []): readonly number[] {
  const turns = pieces
    .filter(({ last, min, max }, index) => {
      const before = pieces[index - 1];
      return before === undefined || index === pieces.length - 1 || before.last !== last || min !== max;
    })
    .map(({ to }) => to);
  if (ticks.length === 0) return turns;
  return [...new Set([...turns, ...ticks.map(({ at }) => at)])].toSorted((a, b) => a - b);
}

/** What was done so near to a moment that it is meant. */
export function ticksAt({ from, to }: Span, ticks: readonly Tick[], moment: number): readonly Tick[] {
  return ticks.filter(({ at }) => Math.abs(at - moment) <= (to - from) / 150);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const zone =
  new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** The day only where the curve has several. */
export function momentWords({ from, to }: Span, at: number): string {
  return (to - from > 90_000_000 || new Date(at).toDateString() !== new Date(to).toDateString() ? dayAndClock : clock)
    .format(at)
    .replace(',', '');
}

/** The whole picture in a sentence. */
export function curveWords(curve: Curve): string {
  const [first] = curve.pieces;
  const last = curve.pieces.at(-1);
  if (first === undefined || last === undefined) return 'Nothing was observed in this period.';
  let lowest = first;
  for (const piece of curve.pieces) if (piece.min < lowest.min) lowest = piece;
  const low =
    lowest.min === last.last && lowest.min === first.last && curve.pieces.every(({ max }) => max === lowest.min)
      ? `${first.last} throughout`
      : `${first.last} to ${last.last}, lowest ${lowest.min} at ${momentWords(curve, lowest.to)}`;
  const { gaps } = curve;
  const unseen = gaps.length === 0 ? '' : '; hatched: not observed';
  return `${low}${unseen}`;
}

export function knownWords(curve: Curve, moment: number, ticks: readonly Tick[] = []): string {
  const done = ticksAt(curve, ticks, moment).map(({ words }) => `; ${words}`);
  return scoreWords(curve, moment) + done.join('');
}

function scoreWords(curve: Curve, moment: number): string {
  const known = scoreAt(curve, moment);
  if (known === undefined) return `not observed at ${momentWords(curve, moment)}`;
  const within = known.min === known.max ? '' : ` (between ${known.min} and ${known.max} just before)`;
  return `${known.score} at ${momentWords(curve, known.at)}${within}`;
}
