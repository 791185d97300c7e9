import { wrongVerdicts } from '../../packages/kubernetes/test/scale-down/wrong-verdicts.ts';
import type { Outcome } from './run-case.ts';

/** What of a case is not as promised. */
export function faultsOf({ live, plan, afterwards }: Outcome): readonly string[] {
  const { refused, blocking_budgets: blocking } = plan;
  const faults: string[] = [];
  if (refused !== null && refused.code !== 'pdb_violation') faults.push(`refused for ${refused.code}`);
  if ((refused !== null) !== blocking.length > 0)
    faults.push(`${wordOf(refused === null)} by ${blocking.length} budgets`);
  if ('maxUnavailable' in live.budget) {
    const { maxUnavailable } = live.budget;
    const isZero = Number.parseInt(String(maxUnavailable), 10) === 0;
    if (isZero !== (refused !== null)) faults.push(`maxUnavailable ${maxUnavailable} was ${wordOf(refused === null)}`);
  }
  if (afterwards === null) return faults;
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
function isWrong(allowed: boolean, { live, afterwards }: Pick<Outcome, 'live' | 'afterwards'>): boolean {
  if (afterwards === null) return false;
  return live.rollout === null ? allowed !== holds(afterwards) : allowed && !holds(afterwards);
}

export function holds(afterwards: Outcome['afterwards']): boolean {
  return afterwards !== null && afterwards.healthy >= afterwards.desired;
}

function wordOf(allowed: boolean): string {
  return allowed ? 'allowed' : 'refused';
}

/** Wrong verdicts that the first cases are made to find out. */
export const controls = [
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

/** Which wrong verdicts the real cluster did not prove wrong. */
export function missedControls(outcomes: readonly Outcome[]): readonly string[] {
  return controls.filter((name) => {
    const wrong = wrongVerdicts.get(name);
    return !outcomes.some((outcome) => wrong !== undefined && isWrong(wrong(outcome.seen).allowed, outcome));
  });
}
