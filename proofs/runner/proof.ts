/** What a proof is: a promise, how it is measured, the bar, and a program that can fail. */
export interface Proof {
  /** The promise in one sentence, as docs/promises.md says it. */
  readonly promise: string;
  /** How it is measured, printed before the run. */
  readonly method: string;
  /** What must hold, printed before the run. */
  readonly bar: string;
  readonly run: (context: ProofContext) => Promise<Verdict>;
}

export interface ProofContext {
  /** Quick takes less time and fewer counts; the code, ratios and zero-bars are the same. */
  readonly quick: boolean;
  readonly say: (text: string) => void;
}

export interface Verdict {
  /** `void`: the run could not tell, for a reason outside the promise. `overdue`: it had not told when its time was up. */
  readonly outcome: 'held' | 'broken' | 'void' | 'overdue';
  readonly figure: string;
}

/**
 * Where the machine was too busy to measure, `unclear` says so, and claims that hang on time are neither held nor
 * broken. All others are broken all the same: what must never happen must not happen on a busy machine either.
 */
export function timedVerdictOf(
  claims: Readonly<Record<string, boolean>>,
  timed: Readonly<Record<string, boolean>>,
  unclear: string | undefined,
  figure: string,
): Verdict {
  const certain = verdictOf(claims, figure);
  if (unclear === undefined || certain.outcome === 'broken') return verdictOf({ ...claims, ...timed }, figure);
  return { outcome: 'void', figure: `${unclear} (${figure})` };
}

/** Thrown where what a proof stands on did not come up: nothing was learnt about its promise. */
export class CannotTell extends Error {}

export const exitCodes = { held: 0, broken: 1, void: 2, overdue: 3 } as const;

/** Held when every claim is true; else broken, naming those that are not. */
export function verdictOf(claims: Readonly<Record<string, boolean>>, figure: string): Verdict {
  const broken = Object.entries(claims).filter(([, holds]) => !holds);
  if (broken.length === 0) return { outcome: 'held', figure };
  return { outcome: 'broken', figure: `${broken.map(([claim]) => `not true: ${claim}`).join('; ')} (${figure})` };
}
