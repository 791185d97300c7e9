import {
  actionKindSchema,
  autonomyLevels,
  builtInRuleNames,
  closed,
  listEnvelope,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const count = Type.Integer({ minimum: 0 });
const share = Type.Number({ minimum: 0, maximum: 1 });

const record = {
  judged: Type.With(count, { description: 'Of the last 90 days, the newest fifty at most' }),
  cured: Type.With(count, { description: 'Of these, where the trouble ended and stayed away' }),
  confidence: Type.With(share, {
    description: 'The lower bound of a 90 % interval of cured by judged; the prior while fewer than 5 were judged',
  }),
  measured: Type.Boolean({ description: 'At least 5 were judged' }),
};

export const trackRecord = closed({ action: actionKindSchema, ...record }, { title: 'TrackRecord' });

export const ruleShown = closed(
  {
    id: uuidSchema,
    name: oneOf(builtInRuleNames),
    title: Type.String(),
    about: Type.String(),
    when: Type.Array(Type.String(), { description: 'Its conditions: all of them have to be seen' }),
    follows: Type.String(),
    action: Type.With(nullable(actionKindSchema), { description: 'What it proposes; null: it only suggests' }),
    enabled: Type.Boolean(),
    prior: Type.With(share, { description: 'Its confidence as long as too little was judged' }),
    record: Type.With(nullable(closed(record)), { description: 'Null of a rule that only suggests' }),
    records: Type.Array(trackRecord, { description: 'The same for each kind of action it has proposed' }),
    paused: Type.With(nullable(closed({ since: timestampSchema, why: Type.String() })), {
      description: 'It asks until an administrator resumes it',
    }),
    autonomy: Type.With(nullable(oneOf([...autonomyLevels, 'unknown'])), {
      description: 'What the tenant has set for its action; null: nothing; unknown: the action agent does not answer',
    }),
  },
  { title: 'BuiltInRule' },
);
export type RuleShown = Static<typeof ruleShown>;

export const ruleList = listEnvelope(ruleShown);
/** A name that no rule has is not found, as an id that no row has. */
export const ruleName = closed({ name: Type.String({ maxLength: 63, pattern: '^[a-z]+(_[a-z]+)+$' }) });
export const changeRule = closed({ enabled: Type.Boolean() });

/** For agent-recommendation. */
export const trackRecords = closed({
  auto_from: share,
  records: Type.Array(
    closed({
      rule: oneOf(builtInRuleNames),
      rule_id: uuidSchema,
      action: actionKindSchema,
      enabled: Type.Boolean(),
      ...record,
      prior: share,
      automatic: Type.With(count, { description: 'Judged ones that ran by themselves, of all that are kept' }),
      paused_since: nullable(timestampSchema),
      paused_because: nullable(Type.String()),
    }),
  ),
});
export type TrackRecords = Static<typeof trackRecords>;
