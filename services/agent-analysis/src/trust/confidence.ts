import { isJudged, type Verdict } from '@wheelhouse/contracts';

/** A verdict on a decision of one rule and kind of action, as it stands: what a person overruled counts as they said. */
export interface Past {
  readonly verdict: Verdict;
  readonly automatic: boolean;
  readonly at: Date;
}

export interface Confidence {
  readonly judged: number;
  readonly cured: number;
  /** Measured, or the rule's prior. */
  readonly value: number;
  /** Enough was judged to measure it. */
  readonly measured: boolean;
}

const mostJudged = 50;
const withinMs = 90 * 24 * 60 * 60_000;
/** Under so many it is not measured. */
const leastJudged = 5;

/** How likely an action is to help, from the newest fifty judged verdicts within ninety days; `past` begins with the newest. */
export function confidenceOf(past: readonly Past[], prior: number, now: Date): Confidence {
  const oldest = now.getTime() - withinMs;
  const counting = past.filter(({ verdict, at }) => isJudged(verdict) && at.getTime() >= oldest).slice(0, mostJudged);
  const judged = counting.length;
  const cured = counting.filter(({ verdict }) => verdict === 'cured').length;
  const measured = judged >= leastJudged;
  return { judged, cured, measured, value: measured ? wilsonLowerBound(cured, judged) : prior };
}

/**
 * The 0.9 quantile of the normal distribution: nine of ten from one side. With it seven cures of seven are 0.810, as the
 * design has it; from both sides (1.645) they would be 0.721.
 */
const z = 1.281_551_565_6;

/** The lower bound of Wilson's interval: the smallest share of cures of which what was seen would be no surprise. */
export function wilsonLowerBound(cured: number, judged: number): number {
  if (cured === 0) return 0;
  const share = cured / judged;
  const square = z * z;
  const middle = share + square / (2 * judged);
  const half = z * Math.sqrt((share * (1 - share)) / judged + square / (4 * judged * judged));
  return Math.max(0, (middle - half) / (1 + square / judged));
}
