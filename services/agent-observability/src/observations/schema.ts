import {
  type AnalysisReason,
  actorSchema,
  closed,
  factObjectSchema,
  factsSchema,
  namespaceSchema,
  nullable,
  observationStatuses,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { itemSchema, mostItems } from '../items/item.ts';

export const becauses = ['opened', 'rule_added', 'asked_by_analysis', 'asked_by_person'] as const;
export type Because = (typeof becauses)[number];

export const reasons = [
  'no_object',
  'no_worker',
  'not_observed',
  'object_gone',
] as const satisfies readonly AnalysisReason[];
export type Reason = (typeof reasons)[number];

const notVisible = factsSchema.properties.not_visible;
export type NotVisible = Static<typeof notVisible>[number];

const fields = {
  id: uuidSchema,
  incident_id: Type.With(nullable(uuidSchema), { description: 'The incident that it was made for' }),
  cluster_id: uuidSchema,
  object: Type.With(nullable(factObjectSchema), { description: 'Null: the incident is about no object of a cluster' }),
  because: oneOf(becauses, 'Why it was made: an incident opened or had one rule more, or somebody asked'),
  status: oneOf(
    observationStatuses,
    'partial: not_visible says what is missing; not_observable: reason and message say why',
  ),
  reason: Type.With(nullable(oneOf(reasons)), {
    description: 'Why it could not be observed; while it is being observed, why that has not succeeded yet',
  }),
  message: Type.With(nullable(Type.String()), { description: 'The same in a sentence' }),
  not_visible: Type.With(notVisible, { description: 'What could not be looked at or was left out, and why' }),
  asked_by: Type.With(nullable(actorSchema), { description: 'The person or program that asked; null if none did' }),
  created_at: timestampSchema,
  due_at: Type.With(timestampSchema, { description: 'By when the cluster should have answered' }),
  finished_at: nullable(timestampSchema),
};

export const observation = closed(fields, { title: 'Observation' });
export type Observation = Static<typeof observation>;

export const observationInFull = closed(
  {
    ...fields,
    facts: Type.With(nullable(factsSchema), { description: 'What was seen; null if nothing was. Secrets are masked' }),
    items: Type.Array(itemSchema, { maxItems: mostItems, description: 'The same for people, the most telling first' }),
  },
  { title: 'ObservationInFull' },
);
export type ObservationInFull = Static<typeof observationInFull>;

export const observationId = closed({ id: uuidSchema });

/** PostgreSQL keeps no NUL, and half a character is none. */
const line = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$';

const object = closed(
  {
    kind: Type.String({ minLength: 1, maxLength: 63, pattern: line, description: 'Such as Deployment or Node' }),
    namespace: nullable(namespaceSchema),
    name: Type.String({ minLength: 1, maxLength: 253, pattern: line }),
  },
  { title: 'ObservedObject' },
);

export const askForObservation = closed({ cluster_id: uuidSchema, object });

/** By a module that wants to know it once more. */
export const askAgain = closed({
  incident_id: Type.Optional(nullable(uuidSchema)),
  cluster_id: uuidSchema,
  object,
});

export const askedAgain = closed({ observation_id: uuidSchema });
