/** What a proof is: a promise, how it is measured, the bar, and a program that can fail. */
interface Described {
  /** The promise in one sentence, as docs/promises.md says it. */
  readonly promise: string;
  /** How it is measured, printed before the run. */
  readonly method: string;
  /** What must hold, printed before the run. */
  readonly bar: string;
}

/**
 * Right under proofs/: what must never happen. It is held or broken and nothing else: whatever it stands on and does
 * not come up is broken too.
 */
export interface Proof extends Described {
  readonly run: (context: ProofContext) => Promise<Verdict>;
}

/** Under proofs/timed/: a cost, a time or a size. It has one size, the full one, and is not part of `.ci/run`. */
export interface TimedProof extends Described {
  readonly run: (context: TimedContext) => Promise<TimedVerdict>;
}

export interface TimedContext {
  readonly say: (text: string) => void;
}

export interface ProofContext extends TimedContext {
  /** Quick takes less time and fewer counts; the code and the zero-bars are the same. */
  readonly quick: boolean;
  /**
   * What several proofs of one run stand on: opened by the first that asks for it, and put away by the runner after the
   * last.
   */
  readonly shared: <T extends Stoppable>(open: () => Promise<T>) => Promise<T>;
}

export interface Stoppable {
  readonly stop: () => Promise<unknown>;
}

export interface Verdict {
  readonly outcome: 'held' | 'broken';
  readonly figure: string;
}

export interface TimedVerdict {
  /** `void`: the machine was too restless to tell. */
  readonly outcome: Verdict['outcome'] | 'void';
  readonly figure: string;
}

export const exitCodes = { held: 0, broken: 1, void: 2 } as const;

/** Held when every claim is true; else broken, naming those that are not. */
export function verdictOf(claims: Readonly<Record<string, boolean>>, figure: string): Verdict {
  const broken = Object.entries(claims).filter(([, holds]) => !holds);
  if (broken.length === 0) return { outcome: 'held', figure };
  return { outcome: 'broken', figure: `${broken.map(([claim]) => `not true: ${claim}`).join('; ')} (${figure})` };
}
