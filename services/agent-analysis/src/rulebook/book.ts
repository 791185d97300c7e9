import {
  type ActionKind,
  type AutonomyLevel,
  builtInRuleId,
  type BuiltInRuleName,
  ruleActions,
} from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/table.ts';
import { type Confidence, confidenceOf, type Past } from '../trust/confidence.ts';
import { pastOf } from '../trust/records-store.ts';
import { type RuleState, ruleStates, tenantSettings, usualState } from '../trust/rules-store.ts';
import type { RuleShown, TrackRecords } from './schema.ts';

/** A rule with what a tenant has made of it. */
interface Entry {
  readonly rule: Rule;
  readonly action: ActionKind | undefined;
  readonly state: RuleState;
  readonly past: readonly Past[];
  readonly record: Confidence;
}

async function entryOf(db: TenantDb, rule: Rule, states: Awaited<ReturnType<typeof ruleStates>>, now: Date) {
  const action = ruleActions[rule.name];
  const past = action === undefined ? [] : await pastOf(db, rule.name, action);
  const state = states.get(rule.name) ?? usualState;
  return { rule, action, state, past, record: confidenceOf(past, rule.prior, now) } satisfies Entry;
}

async function entries(db: TenantDb, now: Date, names?: BuiltInRuleName): Promise<readonly Entry[]> {
  const states = await ruleStates(db);
  const found: Entry[] = [];
  for (const rule of rules)
    if (names === undefined || rule.name === names) found.push(await entryOf(db, rule, states, now));
  return found;
}

export type TenantAutonomy = Readonly<Partial<Record<ActionKind, AutonomyLevel | null>>> | undefined;

export async function shownRules(
  db: TenantDb,
  autonomy: TenantAutonomy,
  now: Date,
  name?: BuiltInRuleName,
): Promise<readonly RuleShown[]> {
  return (await entries(db, now, name)).map((entry) => shown(entry, autonomy));
}

function shown({ rule, action, state, record }: Entry, autonomy: TenantAutonomy): RuleShown {
  const { name, title, about, when, follows, prior } = rule;
  const { paused_since: since, paused_because: why } = state;
  const level = autonomy === undefined ? 'unknown' : ((action && autonomy[action]) ?? null);
  return {
    id: builtInRuleId(name),
    name,
    title,
    about,
    when: [...when],
    follows,
    action: action ?? null,
    enabled: state.enabled,
    prior,
    record: action === undefined ? null : figures(record),
    records: action === undefined ? [] : [{ action, ...figures(record) }],
    paused: since && { since: since.toISOString(), why: why ?? '' },
    autonomy: action === undefined ? null : level,
  };
}

function figures({ judged, cured, value, measured }: Confidence) {
  return { judged, cured, confidence: value, measured };
}

export async function trackRecordsOf(db: TenantDb, now: Date): Promise<TrackRecords> {
  const { auto_from } = await tenantSettings(db);
  const records = (await entries(db, now)).flatMap(({ rule, action, state, past, record }) =>
    action === undefined
      ? []
      : {
          rule: rule.name,
          rule_id: builtInRuleId(rule.name),
          action,
          enabled: state.enabled,
          ...figures(record),
          prior: rule.prior,
          automatic: past.filter(({ automatic }) => automatic).length,
          paused_since: state.paused_since?.toISOString() ?? null,
          paused_because: state.paused_because,
        },
  );
  return { auto_from, records };
}
