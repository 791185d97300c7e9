import { setImmediate as breath } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { scaleDownVerdict } from '@wheelhouse/kubernetes';
import fc from 'fast-check';
import { scaleDownCase } from './cases.ts';
import type { ScaleDownCase, Verdict } from './contract.ts';
import { mutants } from './mutants.ts';
import { verdictOf } from './oracle.ts';

export interface Judged {
  readonly allowed: number;
  /** Cases that the oracle judges otherwise, with all that they hold. */
  readonly wrong: readonly string[];
  /** Wrong verdicts that no case of the known ones found out. */
  readonly missed: readonly string[];
}

export const controlCount = mutants.size;

/** These are the same in every run, so that what is found in them is found every time. */
const known = { count: 2_000, seed: 9 };

/** The known cases, and as many more that nobody has seen before as make up the count. */
export async function judgeGenerated(count: number, seed: number): Promise<Judged> {
  const first = fc.sample(scaleDownCase, { numRuns: known.count, seed: known.seed });
  const verdicts = first.map(verdictOf);
  const fresh = fc.sample(scaleDownCase, { numRuns: count - known.count, seed });
  const wrong: string[] = [];
  let allowed = 0;
  for (const [index, seen] of [...first, ...fresh].entries()) {
    // The live cases go on meanwhile.
    if (index % 50 === 0) await breath();
    const [ours, theirs] = [answerOf(seen), verdicts[index] ?? verdictOf(seen)];
    if (theirs.allowed) allowed += 1;
    if (!isDeepStrictEqual(ours, theirs)) wrong.push(JSON.stringify({ seen, ours, theirs }));
  }
  const missed: string[] = [];
  for (const [name, judge] of mutants) {
    await breath();
    if (!first.some((seen, index) => judge(seen).allowed !== verdicts[index]?.allowed)) missed.push(name);
  }
  return { allowed, wrong, missed };
}

function answerOf(seen: ScaleDownCase): Verdict | string {
  try {
    return scaleDownVerdict(seen);
  } catch (error) {
    return String(error);
  }
}
