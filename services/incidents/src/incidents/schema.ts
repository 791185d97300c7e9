import {
  closed,
  incidentCategoryNames,
  namespaceSchema,
  nullable,
  oneOf,
  saidResolutions,
  severities,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { longText, review, title } from '../records/schema.ts';
import { anyLineOf, linesOf, saidOf } from '../texts.ts';

const category = oneOf(incidentCategoryNames);

export const declareIncident = closed({
  cluster_id: uuidSchema,
  title,
  severity: oneOf(severities),
  category: Type.Optional(Type.With(category, { description: 'availability by default' })),
  namespace: Type.Optional(namespaceSchema),
  affected_service: Type.Optional(anyLineOf(253)),
  summary: Type.Optional(linesOf(4_096)),
});
export type DeclareIncident = Static<typeof declareIncident>;

export const changeIncident = closed({
  title: Type.Optional(title),
  severity: Type.Optional(oneOf(severities)),
  assignee_id: Type.Optional(nullable(uuidSchema)),
  summary: Type.Optional(longText('Null removes it')),
  root_cause: Type.Optional(longText('Null removes it')),
  review: Type.Optional(review),
});
export type ChangeIncident = Static<typeof changeIncident>;

const note = saidOf(1_000, { description: 'Stands in the timeline' });

/** For steps that need nothing said. */
export const stepBody = closed({ note: Type.Optional(note) });
export type StepBody = Static<typeof stepBody>;

export const resolveBody = closed({
  note: Type.Optional(note),
  resolution: Type.Optional(oneOf(saidResolutions, 'fixed by default')),
  root_cause: Type.Optional(saidOf(4_096)),
});
export type ResolveBody = Static<typeof resolveBody>;

export const mergeBody = closed({
  into: Type.With(uuidSchema, { description: 'The incident that goes on; signals and timeline go to it' }),
});

export const noteBody = closed({ text: saidOf(16_384) });
