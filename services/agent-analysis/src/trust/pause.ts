import { badVerdicts, isJudged, type Verdict, verdicts } from '@wheelhouse/contracts';
import type { Past } from './confidence.ts';

const mostLooked = 10;
const badFrom = 2;

/**
 * Why a rule has to ask again: two bad verdicts among its last ten automatic ones, of those since it was resumed.
 * `past` begins with the newest.
 */
export function whyPaused(past: readonly Past[], resumedAt: Date | null): string | undefined {
  const looked = past
    .filter(({ verdict, automatic, at }) => automatic && isJudged(verdict) && (resumedAt === null || at > resumedAt))
    .slice(0, mostLooked);
  const bad = looked.filter(({ verdict }) => isBad(verdict));
  if (bad.length < badFrom) return undefined;
  const words = [...new Set(bad.map(({ verdict }) => verdicts[verdict].toLowerCase()))].join('; ');
  return `${bad.length} of its last ${looked.length} automatic actions did not help: ${words}.`;
}

export function isBad(verdict: Verdict): boolean {
  return badVerdicts.some((one) => one === verdict);
}
