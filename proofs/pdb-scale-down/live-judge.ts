import { isDeepStrictEqual } from 'node:util';
import type { ScaleDownCase, Verdict } from './contract.ts';
import type { LiveOutcome } from './live-case-run.ts';
import { mutants } from './mutants.ts';
import { verdictOf } from './oracle.ts';

/** What of a live case is not as promised. */
export function faultsOf({ live, plan, seen, afterwards }: LiveOutcome): readonly string[] {
  const { refused, blocking_budgets: blocking } = plan;
  const faults: string[] = [];
  if (refused !== null && refused.code !== 'pdb_violation') faults.push(`refused for ${refused.code}`);
  const told = blocking.map(({ namespace: _, name: budget, ...figures }) => ({ budget, ...figures }));
  const oracle = verdictOf(seen);
  if (!isDeepStrictEqual(told, oracle.allowed ? [] : oracle.violations))
    faults.push(`the plan says ${JSON.stringify(told)}, the oracle ${JSON.stringify(oracle)}`);
  if (afterwards === null) {
    const { maxUnavailable } = seen.budgets[0] ?? {};
    const isZero = Number.parseInt(String(maxUnavailable), 10) === 0;
    if (isZero !== (refused !== null)) faults.push(`maxUnavailable ${maxUnavailable} was ${wordOf(refused === null)}`);
    return faults;
  }
  const { healthy, desired } = afterwards;
  if (isWrong(refused === null, { live, afterwards }))
    faults.push(`${wordOf(refused === null)}, and then ${healthy} healthy of ${desired} desired`);
  // What a refusal tells is what comes about; in a rollout at least that.
  for (const { after, needed } of blocking) {
    const isMet = live.rollout === null ? after === healthy : after <= healthy;
    if (!isMet || needed !== desired)
      faults.push(`said to have ${after} of ${needed}, and then ${healthy} of ${desired}`);
  }
  return faults;
}

/** In a rollout which pods go is not certain, so there a refusal is never wrong. */
function isWrong(allowed: boolean, { live, afterwards }: Pick<LiveOutcome, 'live' | 'afterwards'>): boolean {
  if (afterwards === null) return false;
  return live.rollout === null ? allowed !== holds(afterwards) : allowed && !holds(afterwards);
}

export function holds(afterwards: LiveOutcome['afterwards']): boolean {
  return afterwards !== null && afterwards.healthy >= afterwards.desired;
}

function wordOf(allowed: boolean): string {
  return allowed ? 'allowed' : 'refused';
}

/** Wrong verdicts that the first live cases are made to find out. */
const controls = [
  'rounds a percentage down',
  'rounds a percentage to the nearest',
  'takes the percentage of the replicas before',
  'asks for one pod more',
  'lets pass what was short before',
  'lets pass what takes no ready pod',
  'takes the target for ready pods',
  'takes ready pods away first',
  'counts pods that are not ready',
  'counts running pods as ready',
  'forgets the pods of others',
  'forgets the replicas of others',
  'overlooks a rollout',
];

type Judge = (seen: ScaleDownCase) => Verdict;

/** Which wrong verdicts the real cluster proved wrong. */
export function missedByLive(outcomes: readonly LiveOutcome[]): {
  readonly found: readonly string[];
  readonly missed: readonly string[];
} {
  const isFound = (wrong: Judge | undefined) =>
    wrong !== undefined && outcomes.some((outcome) => isWrong(wrong(outcome.seen).allowed, outcome));
  const found = controls.filter((name) => isFound(mutants.get(name)));
  return { found, missed: controls.filter((name) => !found.includes(name)) };
}
