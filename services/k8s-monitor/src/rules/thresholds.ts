import type { Rule, RuleName, Severity, Step } from './rule.ts';
import { rules } from './table.ts';

/** One number of a rule that an operator may change: the setting of that name. */
export interface Knob {
  readonly setting: string;
  readonly about: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

export interface RuleThresholds {
  readonly steps: readonly Step[];
  readonly worst: { readonly severity: Severity; readonly impact: number } | undefined;
  readonly values: Readonly<Record<string, number>>;
}

/** What the rules go by, for each of them. */
export type Thresholds = ReadonlyMap<RuleName, RuleThresholds>;

const mostSeconds = 30 * 86_400;

function stepKnobs(rule: Rule, { afterSeconds, impact }: Step, index: number): readonly [Knob, Knob] {
  const prefix = `HEALTH_${rule.name.toUpperCase()}${index === 0 ? '' : '_LATER'}`;
  const later = index === 0 ? '' : ' once it has lasted longer';
  return [
    {
      setting: `${prefix}_IMPACT`,
      about: `health: points deducted for ${rule.name}${later}`,
      default: impact,
      minimum: 0,
      maximum: 100,
    },
    {
      setting: `${prefix}_AFTER_SECONDS`,
      about: `health: seconds after which ${rule.name} ${index === 0 ? 'becomes an issue' : 'costs more'}`,
      default: afterSeconds,
      minimum: 0,
      maximum: mostSeconds,
    },
  ];
}

function worstKnob(rule: Rule, worst: NonNullable<Rule['worst']>): Knob {
  return {
    setting: `HEALTH_${rule.name.toUpperCase()}_${worst.name.toUpperCase()}_IMPACT`,
    about: `health: points deducted for ${rule.name} when ${worst.when}`,
    default: worst.impact,
    minimum: 0,
    maximum: 100,
  };
}

function valueKnobs(rule: Rule): readonly (readonly [string, Knob])[] {
  return Object.entries(rule.thresholds).map(([name, { about, ...range }]) => [
    name,
    {
      setting: `HEALTH_${rule.name.toUpperCase()}_${name.toUpperCase()}`,
      about: `health: ${rule.name}: ${about}`,
      ...range,
    },
  ]);
}

export function knobsOf(rule: Rule): readonly Knob[] {
  return [
    ...rule.steps.flatMap((step, index) => stepKnobs(rule, step, index)),
    ...(rule.worst === undefined ? [] : [worstKnob(rule, rule.worst)]),
    ...valueKnobs(rule).map(([, knob]) => knob),
  ];
}

/** The rules as they are with these values of their knobs. */
export function thresholdsBy(valueOf: (knob: Knob) => number): Thresholds {
  return new Map(
    rules.map((rule): readonly [RuleName, RuleThresholds] => [
      rule.name,
      {
        steps: rule.steps.map((step, index) => {
          const [impact, afterSeconds] = stepKnobs(rule, step, index);
          return { severity: step.severity, impact: valueOf(impact), afterSeconds: valueOf(afterSeconds) };
        }),
        worst:
          rule.worst === undefined
            ? undefined
            : { severity: rule.worst.severity, impact: valueOf(worstKnob(rule, rule.worst)) },
        values: Object.fromEntries(valueKnobs(rule).map(([name, knob]) => [name, valueOf(knob)])),
      },
    ]),
  );
}

export const defaultThresholds: Thresholds = thresholdsBy((knob) => knob.default);
