import {
  type AutonomyLevel,
  autonomyWords,
  isJudged,
  type Proposer,
  type Verdict,
  verdicts,
} from '@wheelhouse/contracts';
import { type Confidence, confidenceOf, type Past } from './confidence.ts';
import { whyPaused } from './pause.ts';

/** All that decides whether an action may run without a person. */
export interface TrustFacts {
  readonly proposedBy: Proposer['type'];
  /** The stricter of what admins have set for the tenant and for the cluster. Unknown: the action agent did not say. */
  readonly autonomy: AutonomyLevel | null | 'unknown';
  readonly killSwitch: boolean | 'unknown';
  readonly worker: 'acting' | 'none' | 'unknown';
  /** The maintenance window that covers it, by name; null: none does; undefined: nobody could say. */
  readonly window: string | null | undefined;
  readonly now: Date;
  /** Of this rule and kind of action, the newest first. */
  readonly past: readonly Past[];
  readonly prior: number;
  /** The least confidence. */
  readonly autoFrom: number;
  /** Since when the rule has been paused, if it was and nobody has resumed it. */
  readonly pausedSince: Date | null;
  readonly resumedAt: Date | null;
  /** Something was done or begun without a person for this incident before. */
  readonly earlierAutomatic: boolean;
  /** What the last judged action on the same target came to; null: there was none. */
  readonly lastOnTarget: Verdict | null;
}

export const lineNames = [
  'by_rule',
  'autonomy',
  'confidence',
  'not_paused',
  'kill_switch',
  'no_window',
  'first_in_incident',
  'target_cured',
  'worker',
] as const;

/** One of the things that all have to hold, as people are shown it. */
export interface Line {
  readonly name: (typeof lineNames)[number];
  readonly holds: boolean;
  readonly words: string;
}

export interface Approval {
  /** Nobody has to approve it. */
  readonly automatic: boolean;
  readonly lines: readonly Line[];
  /** The first line that fails; null where none does. */
  readonly askedBecause: string | null;
  readonly confidence: Confidence;
}

/** Pure: the same facts lead to the same answer. */
export function approvalOf(facts: TrustFacts): Approval {
  const confidence = confidenceOf(facts.past, facts.prior, facts.now);
  const lines = [
    byRule(facts),
    autonomyLine(facts),
    confidenceLine(facts, confidence),
    pauseLine(facts),
    killSwitchLine(facts),
    windowLine(facts),
    firstLine(facts),
    targetLine(facts),
    workerLine(facts),
  ];
  const failing = lines.find(({ holds }) => !holds);
  return { automatic: failing === undefined, lines, askedBecause: failing?.words ?? null, confidence };
}

function line(name: Line['name'], holds: boolean, words: string): Line {
  return { name, holds, words };
}

function byRule({ proposedBy }: TrustFacts): Line {
  const holds = proposedBy === 'rule';
  return line('by_rule', holds, holds ? 'A rule proposes it.' : 'Only what a rule proposes may run by itself.');
}

function autonomyLine({ autonomy }: TrustFacts): Line {
  const name = 'autonomy';
  if (autonomy === 'unknown') return line(name, false, 'The action agent did not say whether this may run by itself.');
  if (autonomy === null)
    return line(name, false, 'The autonomy of this kind of action is not set. An administrator may set it to auto.');
  return line(
    name,
    autonomy === 'auto',
    `The autonomy of this kind of action is ${autonomy}: it ${autonomyWords[autonomy]}.`,
  );
}

function confidenceLine({ autoFrom }: TrustFacts, { judged, cured, value, measured }: Confidence): Line {
  const name = 'confidence';
  if (!measured)
    return line(
      name,
      false,
      `Only ${judged} actions of this rule were judged here so far; its record is measured from 5 on.`,
    );
  const record = `${cured} of ${judged} helped, which is a confidence of ${value.toFixed(2)}`;
  const holds = value >= autoFrom;
  return line(name, holds, holds ? `${record}.` : `${record}; ${autoFrom} is needed.`);
}

function pauseLine({ past, pausedSince, resumedAt }: TrustFacts): Line {
  const why = whyPaused(past, resumedAt);
  const holds = pausedSince === null && why === undefined;
  if (holds) return line('not_paused', true, 'The rule is not paused.');
  return line('not_paused', false, `The rule is paused until an administrator resumes it. ${why ?? ''}`.trim());
}

function killSwitchLine({ killSwitch }: TrustFacts): Line {
  const name = 'kill_switch';
  if (killSwitch === 'unknown') return line(name, false, 'It is not known whether the kill switch is engaged.');
  return line(name, !killSwitch, killSwitch ? 'The kill switch is engaged.' : 'The kill switch is not engaged.');
}

function windowLine({ window }: TrustFacts): Line {
  const name = 'no_window';
  if (window === null) return line(name, true, 'No maintenance window is on.');
  if (window === undefined) return line(name, false, 'It is not known whether a maintenance window is on.');
  return line(name, false, `The maintenance window ${window} is on.`);
}

function firstLine({ earlierAutomatic }: TrustFacts): Line {
  const words = earlierAutomatic
    ? 'Something was done by itself for this incident before.'
    : 'Nothing was done by itself for this incident before.';
  return line('first_in_incident', !earlierAutomatic, words);
}

function targetLine({ lastOnTarget: last }: TrustFacts): Line {
  const name = 'target_cured';
  if (last === null || !isJudged(last)) return line(name, true, 'No earlier action on this target was judged.');
  const holds = last === 'cured';
  return line(name, holds, `When this target was last acted on: ${verdicts[last].toLowerCase()}.`);
}

function workerLine({ worker }: TrustFacts): Line {
  const name = 'worker';
  if (worker === 'unknown') return line(name, false, 'It is not known whether a worker acts on the cluster.');
  const words =
    worker === 'acting' ? 'A worker acts on the cluster.' : 'No worker of the action agent acts on the cluster.';
  return line(name, worker === 'acting', words);
}
