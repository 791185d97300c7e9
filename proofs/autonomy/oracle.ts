import type { AutonomyLevel, Verdict } from '@wheelhouse/contracts';

/**
 * When a decision may run by itself, written down from the design before the code that it judges, and in another way:
 * it looks for a reason to ask, and finds the bound by bisection.
 */

/** A verdict on a decision of the rule and kind in question. */
export interface Judged {
  readonly verdict: Verdict;
  readonly automatic: boolean;
  /** How long ago. */
  readonly daysAgo: number;
  /** What a person made of it since, if anybody did. */
  readonly overruledTo?: Verdict;
}

export interface AutonomyCase {
  readonly proposer: 'rule' | 'agent_run' | 'user' | 'service_account';
  readonly ofTenant: AutonomyLevel | null;
  readonly ofCluster: AutonomyLevel | null;
  readonly killSwitch: boolean;
  readonly window: boolean;
  readonly autoFrom: number;
  /** Of this rule and kind, the newest first. */
  readonly history: readonly Judged[];
  /** When an admin resumed the rule last. */
  readonly resumedDaysAgo?: number;
  readonly earlierAutomaticInIncident: boolean;
  /** What the last action on this target came to. */
  readonly lastOnTarget: Verdict | null;
}

const bad: readonly Verdict[] = ['relapsed', 'not_cured', 'worse', 'failed'];
const counts: readonly Verdict[] = ['cured', ...bad];
/** Nine of ten, from one side. */
const z = 1.2815515594;

export function mayRunAlone(it: AutonomyCase): boolean {
  if (it.proposer !== 'rule') return false;
  const levels = [it.ofTenant, it.ofCluster];
  if (levels.includes('never') || levels.includes('ask') || !levels.includes('auto')) return false;
  if (it.killSwitch || it.window || it.earlierAutomaticInIncident) return false;
  if (it.lastOnTarget !== null && counts.includes(it.lastOnTarget) && it.lastOnTarget !== 'cured') return false;
  const verdicts = it.history.map((one) => ({ ...one, verdict: one.overruledTo ?? one.verdict }));
  if (isPaused(verdicts, it.resumedDaysAgo)) return false;
  const judged = verdicts.filter(({ verdict, daysAgo }) => counts.includes(verdict) && daysAgo <= 90).slice(0, 50);
  if (judged.length < 5) return false;
  const cured = judged.filter(({ verdict }) => verdict === 'cured').length;
  return lowerBound(cured, judged.length) >= it.autoFrom;
}

function isPaused(verdicts: readonly Judged[], resumedDaysAgo = Number.POSITIVE_INFINITY): boolean {
  const automatic = verdicts
    .filter((one) => one.automatic && counts.includes(one.verdict) && one.daysAgo < resumedDaysAgo)
    .slice(0, 10);
  return automatic.filter(({ verdict }) => bad.includes(verdict)).length >= 2;
}

/** The smallest share of cures of which the observed one would still be no surprise. */
export function lowerBound(cured: number, judged: number): number {
  const observed = cured / judged;
  let [low, high] = [0, observed];
  for (let round = 0; round < 60; round += 1) {
    const share = (low + high) / 2;
    const isSurprise = observed - share > z * Math.sqrt((share * (1 - share)) / judged);
    if (isSurprise) low = share;
    else high = share;
  }
  return high;
}
