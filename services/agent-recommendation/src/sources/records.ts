import { actionKindSchema, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { type Asking, ask } from './ask.ts';

const ruleRecord = Type.Object({
  rule_id: uuidSchema,
  rule: Type.String(),
  action: actionKindSchema,
  enabled: Type.Boolean(),
  judged: Type.Integer(),
  cured: Type.Integer(),
  confidence: Type.Number(),
  /** Enough was judged for the confidence to be more than what was expected. */
  measured: Type.Boolean(),
  paused_since: nullable(timestampSchema),
  paused_because: nullable(Type.String()),
});
export type RuleRecord = Static<typeof ruleRecord>;

const trackRecords = Type.Object({
  /** From this confidence on a rule may act by itself, if an admin lets it. */
  auto_from: Type.Number(),
  records: Type.Array(ruleRecord),
});
export type TrackRecords = Static<typeof trackRecords>;

/** How far each rule and kind of action is trusted in the tenant. */
export function allRecords(asking: Asking): Promise<TrackRecords | undefined> {
  return ask(asking, 'agent-analysis', '/internal/v1/track-records', trackRecords);
}
