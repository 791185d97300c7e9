import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { actionKindSchema } from '../messages/action.ts';
import { type Conclusion, conclusions, observationStatuses, type Verdict, verdicts } from '../messages/agent-words.ts';
import { factObjectSchema } from '../messages/facts.ts';
import { nullable, oneOf, text } from '../shapes.ts';

/**
 * What the agents tell each other, and the timeline of incidents, of what they saw, concluded and learned. Subscribers
 * never see it. These shapes are open: whoever listens may be of an older version.
 */

export const observationReadyType = 'internal.observation_ready';
export const analysisConcludedType = 'internal.analysis_concluded';
export const verdictReachedType = 'internal.verdict_reached';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogues are closed
const conclusionNames = Object.keys(conclusions) as Conclusion[];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogues are closed
const verdictNames = Object.keys(verdicts) as Verdict[];

export const conclusionSchema = oneOf(conclusionNames);
export const verdictSchema = oneOf(verdictNames);

export const observationReadySchema = Type.Object({
  observation_id: uuidSchema,
  incident_id: nullable(uuidSchema),
  cluster_id: uuidSchema,
  object: Type.With(nullable(factObjectSchema), { description: 'Null: the incident is about no object' }),
  status: oneOf(observationStatuses),
});

export const analysisConcludedSchema = Type.Object({
  analysis_id: uuidSchema,
  incident_id: uuidSchema,
  cluster_id: uuidSchema,
  object: nullable(factObjectSchema),
  conclusion: conclusionSchema,
  rule: nullable(text()),
  summary: Type.With(text(), { description: 'One sentence' }),
  advice: Type.With(nullable(text()), { description: 'Of a suggestion: what would help, with figures' }),
  evidence: Type.Array(Type.Object({ n: Type.Integer(), source: text(), summary: text() }), { maxItems: 40 }),
  decision_id: nullable(uuidSchema),
  automatic: Type.With(Type.Boolean(), { description: 'It may run by itself' }),
  asked_because: Type.With(nullable(text()), { description: 'Why a person has to decide; null if nobody has to' }),
  concluded_at: timestampSchema,
});

export const verdictReachedSchema = Type.Object({
  verdict_id: uuidSchema,
  decision_id: uuidSchema,
  action_id: nullable(uuidSchema),
  incident_id: nullable(uuidSchema),
  cluster_id: uuidSchema,
  rule_id: Type.With(nullable(uuidSchema), { description: 'Null if no rule proposed it' }),
  action: actionKindSchema,
  target_key: Type.With(text(), { description: 'The same for every action on the same target' }),
  verdict: verdictSchema,
  automatic: Type.Boolean(),
  overruled: Type.With(Type.Boolean(), { description: 'A person has said so, against what was measured' }),
  summary: text(),
  reached_at: timestampSchema,
});

export type ObservationReady = Static<typeof observationReadySchema>;
export type AnalysisConcluded = Static<typeof analysisConcludedSchema>;
export type VerdictReached = Static<typeof verdictReachedSchema>;
