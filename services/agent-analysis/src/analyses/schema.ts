import {
  actionKindSchema,
  actionTargetSchema,
  actorSchema,
  type AnalysisReason,
  analysisReasons,
  analysisStatuses,
  builtInRuleNames,
  closed,
  type Conclusion,
  conclusions,
  confidenceSchema,
  factObjectSchema,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { type Because, becauses } from '../records/analysis.ts';
import { lineNames } from '../trust/approve.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogues are closed
const conclusionNames = Object.keys(conclusions) as Conclusion[];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogues are closed
const reasonNames = Object.keys(analysisReasons) as AnalysisReason[];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogues are closed
const becauseNames = Object.keys(becauses) as Because[];

const told = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([word, about]) => `${word}: ${about}`)
    .join('; ');

const evidence = closed(
  {
    n: Type.Integer({ description: 'As the observation numbers it' }),
    source: Type.String(),
    summary: Type.String(),
    at: nullable(Type.String()),
    url: Type.With(nullable(Type.String()), { description: 'A page of the dashboard' }),
  },
  { title: 'AnalysisEvidence' },
);

const condition = closed(
  {
    name: oneOf(lineNames),
    holds: Type.Boolean(),
    words: Type.String(),
  },
  { title: 'AutoApproveCondition' },
);

const tried = closed(
  {
    rule: oneOf(builtInRuleNames),
    outcome: oneOf(['matched', 'suggestion', 'later', 'no', 'switched_off', 'proposed_before']),
    words: Type.With(Type.String(), { description: 'Why it matched, or which of its conditions failed' }),
  },
  { title: 'TriedRule' },
);

export const analysis = closed(
  {
    id: uuidSchema,
    incident_id: uuidSchema,
    cluster_id: uuidSchema,
    object: nullable(factObjectSchema),
    because: oneOf(becauseNames, told(becauses)),
    requested_by: Type.With(nullable(actorSchema), { description: 'Who asked for it; null if nobody did' }),
    observation_id: Type.With(nullable(uuidSchema), { description: 'What it was concluded from' }),
    status: oneOf(analysisStatuses),
    conclusion: Type.With(nullable(oneOf(conclusionNames, told(conclusions))), { description: 'Null until concluded' }),
    reason: Type.With(nullable(oneOf(reasonNames, told(analysisReasons))), {
      description: 'Why nothing was concluded or proposed; null where that is no question',
    }),
    rule: Type.With(nullable(oneOf(builtInRuleNames)), { description: 'The rule that the conclusion is of' }),
    rule_id: nullable(uuidSchema),
    summary: nullable(Type.String()),
    advice: Type.With(nullable(Type.String()), { description: 'What a person could do, with figures' }),
    evidence: Type.Array(evidence),
    conditions: Type.With(Type.Array(condition), {
      description: 'What has to hold for the action to run by itself; empty where none was proposed',
    }),
    confidence: nullable(confidenceSchema),
    decision_id: nullable(uuidSchema),
    action: nullable(actionKindSchema),
    target: nullable(actionTargetSchema),
    automatic: Type.Boolean({ description: 'The action may run by itself' }),
    asked_because: Type.With(nullable(Type.String()), {
      description: 'Why a person has to decide: the first condition that does not hold',
    }),
    again_at: Type.With(nullable(timestampSchema), { description: 'When the incident is looked at again' }),
    tried: Type.Array(tried),
    created_at: timestampSchema,
    due_at: Type.With(timestampSchema, { description: 'By then it is concluded, come what may' }),
    concluded_at: nullable(timestampSchema),
  },
  { title: 'Analysis' },
);
export type Analysis = Static<typeof analysis>;

export const analysisId = closed({ id: uuidSchema });
export const askForAnalysis = closed({ incident_id: uuidSchema });
