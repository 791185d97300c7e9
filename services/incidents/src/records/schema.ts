import {
  actorSchema,
  closed,
  incidentCategoryNames,
  type IncidentResolution,
  incidentResolutions,
  incidentStatuses,
  nullable,
  oneOf,
  severities,
  signalSources,
  timestampSchema,
  urlSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { objectSchema } from '../object.ts';
import { lineOf, linesOf } from '../texts.ts';

export const title = lineOf(200);
export const longText = (description: string) => nullable(linesOf(4_096, { description }));
export const review = nullable(linesOf(65_536, { description: 'What was learned, as Markdown' }));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const resolutions = Object.keys(incidentResolutions) as IncidentResolution[];

const told = {
  id: uuidSchema,
  number: Type.Integer({ minimum: 1, description: 'Counted within the tenant' }),
  cluster_id: uuidSchema,
  title,
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
  category: oneOf(incidentCategoryNames),
  namespace: Type.String({ description: 'Empty if it does not concern a single namespace' }),
  affected_service: Type.String({ description: 'Empty if it does not concern a single service' }),
  object: Type.With(nullable(objectSchema), { description: 'What it began with; null if that is no object' }),
  affected: Type.Array(objectSchema, { maxItems: 50, description: 'What else is in trouble because of it' }),
  affected_total: Type.Integer({ minimum: 0 }),
  source: oneOf(signalSources, 'Where its first signal came from; person: it was declared'),
  signal_count: Type.Integer({ minimum: 0, description: 'How often signals of it began' }),
  firing: Type.Integer({ minimum: 0, description: 'How many of its signals are firing now' }),
  recurrence: Type.Integer({ minimum: 0, description: 'How often it came back, each time within a day' }),
  previous_incident_id: Type.With(nullable(uuidSchema), { description: 'The incident that came back with it' }),
  assignee_id: Type.With(nullable(uuidSchema), { description: 'The user who takes care of it' }),
  summary: longText('What is going on, for people'),
  root_cause: longText('What caused it'),
  resolution: Type.With(nullable(oneOf(resolutions)), { description: 'Why it is over; null until it is' }),
  merged_into: nullable(uuidSchema),
  quiet_since: Type.With(nullable(timestampSchema), { description: 'Since when none of its signals fires' }),
  resolves_at: Type.With(nullable(timestampSchema), { description: 'When it resolves by itself if it stays quiet' }),
  started_at: Type.With(timestampSchema, { description: 'Its first sign' }),
  detected_at: Type.With(timestampSchema, { description: 'When it was opened' }),
  acknowledged_at: nullable(timestampSchema),
  mitigated_at: nullable(timestampSchema),
  resolved_at: nullable(timestampSchema),
  closed_at: nullable(timestampSchema),
  created_by: Type.With(nullable(actorSchema), { description: 'Who declared it; null if signals opened it' }),
  updated_at: timestampSchema,
  url: Type.With(urlSchema, { description: 'Its page in the dashboard' }),
};

export const incident = closed(told, { title: 'Incident' });
export type Incident = Static<typeof incident>;

/** As its own page shows it. */
export const incidentInFull = closed({ ...told, review }, { title: 'IncidentInFull' });
export type IncidentInFull = Static<typeof incidentInFull>;

export const incidentId = closed({ id: uuidSchema });
