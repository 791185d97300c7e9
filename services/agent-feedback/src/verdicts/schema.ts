import {
  actionKindSchema,
  actionTargetSchema,
  actorSchema,
  closed,
  judgedVerdicts,
  nullable,
  oneOf,
  proposerSchema,
  timestampSchema,
  uuidSchema,
  verdictSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { noteSchema } from '../texts.ts';

export const verdictStates = ['pending', 'final'] as const;

const score = nullable(Type.Number({ minimum: 0, maximum: 100 }));
const seconds = nullable(Type.Number({ minimum: 0 }));

export const measured = closed(
  {
    verdict: verdictSchema,
    summary: Type.String(),
    quiet_after_seconds: Type.With(seconds, {
      description:
        'How long after the end of the action the incident was quiet; null if it was not, or that does not matter',
    }),
    back_after_seconds: Type.With(seconds, { description: 'How long after that it was back; null if it was not' }),
    score_before: Type.With(score, { description: 'Health score when the action began; null if that is not known' }),
    score_after: Type.With(score, {
      description: 'Health score when the verdict was reached; null if that is not known',
    }),
    new_issues: Type.Array(Type.String(), {
      maxItems: 20,
      description: 'Rules of the issues on the target that began since the action did',
    }),
    reached_at: timestampSchema,
  },
  { title: 'MeasuredVerdict' },
);
export type Measured = Static<typeof measured>;

export const verdictShown = closed(
  {
    id: uuidSchema,
    decision_id: uuidSchema,
    action_id: uuidSchema,
    incident_id: nullable(uuidSchema),
    cluster_id: uuidSchema,
    rule_id: Type.With(nullable(uuidSchema), { description: 'Null if no rule proposed it' }),
    proposed_by: nullable(proposerSchema),
    action: actionKindSchema,
    target: actionTargetSchema,
    target_key: Type.String({ description: 'The same for every action on the same target' }),
    automatic: Type.Boolean({ description: 'It ran without an approval' }),
    state: oneOf(verdictStates),
    verdict: Type.With(nullable(verdictSchema), { description: 'The one that stands; null while it is pending' }),
    summary: nullable(Type.String()),
    measured: Type.With(nullable(measured), { description: 'What was measured, kept when it is overruled' }),
    overruled_by: Type.With(nullable(actorSchema), { description: 'Who has said so against what was measured' }),
    overruled_at: nullable(timestampSchema),
    note: Type.With(nullable(Type.String()), { description: 'Why it was overruled' }),
    started_at: Type.With(nullable(timestampSchema), { description: 'When the action began; null if it never did' }),
    ended_at: Type.With(nullable(timestampSchema), { description: 'When the action ended' }),
    final_by: Type.With(nullable(timestampSchema), {
      description: 'While it is pending: when it is final at the latest',
    }),
    reached_at: Type.With(nullable(timestampSchema), { description: 'When the verdict that stands was said' }),
    created_at: timestampSchema,
  },
  { title: 'Verdict' },
);
export type Verdict = Static<typeof verdictShown>;

export const verdictId = closed({ id: uuidSchema });

export const overruleBody = closed({
  verdict: oneOf([...judgedVerdicts, 'not_run'], 'What became of it in your judgement; not_run: it does not count'),
  note: Type.With(noteSchema, { description: 'Why' }),
});
export type OverruleBody = Static<typeof overruleBody>;
