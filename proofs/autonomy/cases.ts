import { type AutonomyLevel, type Verdict, verdicts } from '@wheelhouse/contracts';
import { stricter } from '../../services/action-agent/src/guards/autonomy-store.ts';
import { approvalOf } from '../../services/agent-analysis/src/trust/approve.ts';
import { type AutonomyCase, type Judged, mayRunAlone } from './oracle.ts';

/** Generated cases, and what the code and the oracle say of each. */

export interface Compared {
  readonly count: number;
  /** How many may run alone: a generator that makes none would compare nothing. */
  readonly alone: number;
  readonly disagreements: readonly string[];
}

export function compare(count: number, random: () => number): Compared {
  let alone = 0;
  const disagreements: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const it = caseFrom(random);
    const [found, wanted] = [automatic(it), mayRunAlone(it)];
    if (wanted) alone += 1;
    if (found !== wanted) disagreements.push(`${wanted ? 'asked' : 'ran alone'}: ${JSON.stringify(it)}`);
  }
  return { count, alone, disagreements };
}

/** Control: without looking at what became of earlier ones the two must disagree. */
export function compareForgetful(count: number, random: () => number): number {
  return Array.from({ length: count }, () => caseFrom(random)).filter(
    (it) => automatic({ ...it, history: perfect }) !== mayRunAlone(it),
  ).length;
}

const perfect: readonly Judged[] = Array.from({ length: 10 }, (_, index) => ({
  verdict: 'cured',
  automatic: false,
  daysAgo: index + 0.5,
}));

const now = new Date('2026-11-19T12:00:00Z');
const dayMs = 24 * 60 * 60_000;
const ago = (days: number) => new Date(now.getTime() - days * dayMs);

function automatic(it: AutonomyCase): boolean {
  return approvalOf({
    proposedBy: it.proposer,
    autonomy: stricter(it.ofTenant, it.ofCluster),
    killSwitch: it.killSwitch,
    worker: 'acting',
    window: it.window ? 'patch night' : null,
    now,
    past: it.history.map(({ verdict, automatic: alone, daysAgo, overruledTo }) => ({
      verdict: overruledTo ?? verdict,
      automatic: alone,
      at: ago(daysAgo),
    })),
    prior: 0.9,
    autoFrom: it.autoFrom,
    pausedSince: null,
    resumedAt: it.resumedDaysAgo === undefined ? null : ago(it.resumedDaysAgo),
    earlierAutomatic: it.earlierAutomaticInIncident,
    lastOnTarget: it.lastOnTarget,
  }).automatic;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const allVerdicts = Object.keys(verdicts) as Verdict[];
const levels: readonly (AutonomyLevel | null)[] = ['auto', 'auto', 'auto', null, 'ask', 'never'];

/** Most things are as they must be, so that each condition alone decides often enough. */
function caseFrom(random: () => number): AutonomyCase {
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new RangeError('there is nothing to pick from');
    return found;
  };
  const seldom = () => random() < 0.08;
  const curedShare = pick([0.5, 0.8, 0.95, 1]);
  let daysAgo = 0;
  const history = Array.from({ length: pick([0, 3, 4, 5, 6, 7, 8, 12, 20, 49, 50, 51, 70]) }, (): Judged => {
    daysAgo += random() * pick([0.2, 1, 4]);
    const verdict = random() < curedShare ? 'cured' : pick(allVerdicts);
    return {
      verdict,
      automatic: random() < 0.5,
      daysAgo,
      ...(seldom() ? { overruledTo: pick(allVerdicts) } : {}),
    };
  });
  return {
    proposer: random() < 0.9 ? 'rule' : pick(['agent_run', 'user', 'service_account']),
    ofTenant: pick(levels),
    ofCluster: pick([...levels, null]),
    killSwitch: seldom(),
    window: seldom(),
    autoFrom: pick([0.5, 0.8, 0.8, 0.9]),
    history,
    ...(random() < 0.3 ? { resumedDaysAgo: random() * 40 } : {}),
    earlierAutomaticInIncident: seldom(),
    lastOnTarget: pick(['cured', 'cured', null, ...allVerdicts]),
  };
}
