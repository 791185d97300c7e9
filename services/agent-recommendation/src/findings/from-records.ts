import { actionLabels } from '@wheelhouse/contracts';
import type { RuleRecord } from '../sources/records.ts';
import type { Standing } from '../sources/standing.ts';
import { aboutRule, dayWords, type Finding, type RuleSubject } from './finding.ts';

export interface RuleHere {
  readonly record: RuleRecord;
  /** How its kind of action stands on the cluster. */
  readonly standing: Standing;
}

/** Rules that help so often that an admin might let them act alone. Where one has said never, nobody asks again. */
export function autonomyUp(rules: readonly RuleHere[], autoFrom: number): readonly Finding[] {
  return rules
    .filter(({ record, standing }) => isTrusted(record, autoFrom) && mayBeRaised(standing))
    .map(({ record }) => ({
      kind: 'autonomy_up',
      subject: aboutRule(subjectOf(record)),
      severity: 'low',
      why: `${actionLabels[record.action]}, as the rule ${record.rule} proposes it, helped ${record.cured} of ${record.judged} times: a confidence of ${record.confidence.toFixed(2)}, and ${autoFrom} is enough.`,
      how: `An admin may set the autonomy of ${record.action} to auto for this cluster: wheelhouse actions autonomy ${record.action} auto --cluster, followed by its name.`,
    }));
}

/** Rules that were stopped because they did not help, where they would act alone again once they are resumed. */
export function autonomyDown(rules: readonly RuleHere[]): readonly Finding[] {
  return rules.flatMap(({ record, standing }) => {
    if (record.paused_since === null || standing.autonomy !== 'auto') return [];
    const since = dayWords(new Date(record.paused_since));
    const because = record.paused_because === null ? '' : ` ${record.paused_because}`;
    return {
      kind: 'autonomy_down',
      subject: aboutRule(subjectOf(record)),
      severity: 'medium',
      why: `The rule ${record.rule} has been paused since ${since}.${because} Of its last ${record.judged} judged actions ${record.cured} helped.`,
      how: `Set the autonomy of ${record.action} to ask for this cluster, or resume the rule once you know why it did not help.`,
    };
  });
}

/** Whether it matters how its kind of action stands. */
export function isWorthAsking(record: RuleRecord, autoFrom: number): boolean {
  return record.paused_since !== null || isTrusted(record, autoFrom);
}

function isTrusted({ enabled, measured, confidence, paused_since }: RuleRecord, autoFrom: number): boolean {
  return enabled && measured && confidence >= autoFrom && paused_since === null;
}

function mayBeRaised({ autonomy }: Standing): boolean {
  return autonomy === 'ask' || autonomy === null;
}

function subjectOf({ rule_id, rule: name, action }: RuleRecord): RuleSubject {
  return { rule_id, name, action };
}
