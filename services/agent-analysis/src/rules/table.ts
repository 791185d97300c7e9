import type { BuiltInRuleName } from '@wheelhouse/contracts';
import { blockedDrain } from './blocked-drain-rule.ts';
import { autoscalerAtMaximum, noRoom, outOfMemory } from './capacity-rules.ts';
import { failingJob } from './job-rule.ts';
import { deadNode, failingNode, forgottenCordon } from './node-rules.ts';
import { replicasTooFew, replicasTooMany } from './replica-rules.ts';
import { badRollout, imagePull } from './rollout-rules.ts';
import type { Rule } from './rule.ts';
import { staleCrashLoop } from './stale-crash-loop.ts';
import { wedgedPod } from './wedged-pod.ts';

/** In the order in which they count: the first that matches wins, and one that proposes beats all that suggest. */
export const rules: readonly Rule[] = [
  wedgedPod,
  staleCrashLoop,
  replicasTooMany,
  replicasTooFew,
  forgottenCordon,
  failingNode,
  deadNode,
  badRollout,
  imagePull,
  outOfMemory,
  autoscalerAtMaximum,
  noRoom,
  failingJob,
  blockedDrain,
];

export function ruleNamed(name: BuiltInRuleName): Rule {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`${name} is not in the table of rules. Next step: add it there`);
  return rule;
}
