import { type TimedVerdict, verdictOf } from './proof.ts';

/**
 * Where the machine was too busy to measure, `unclear` says so, and claims that hang on time are neither held nor
 * broken. All others are broken all the same: what must never happen must not happen on a busy machine either.
 */
export function timedVerdictOf(
  claims: Readonly<Record<string, boolean>>,
  timed: Readonly<Record<string, boolean>>,
  unclear: string | undefined,
  figure: string,
): TimedVerdict {
  const certain = verdictOf(claims, figure);
  if (unclear === undefined || certain.outcome === 'broken') return verdictOf({ ...claims, ...timed }, figure);
  return { outcome: 'void', figure: `${unclear} (${figure})` };
}
