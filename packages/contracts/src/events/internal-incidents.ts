import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { type IncidentResolution, incidentResolutions } from '../messages/incident-words.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { severities } from './severities.ts';

/** What incidents tell the agents. Subscribers never see it; the shape is open, as `internal-monitor` says. */

export const incidentChangedType = 'internal.incident_changed';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const resolutions = Object.keys(incidentResolutions) as IncidentResolution[];

export const incidentChangedSchema = Type.Object({
  change: oneOf(
    ['opened', 'rule_added', 'quiet', 'returned', 'ended'],
    'quiet: none of its signals fires any more; returned: one does again',
  ),
  incident_id: uuidSchema,
  cluster_id: uuidSchema,
  severity: oneOf(severities),
  object: nullable(Type.Object({ kind: text(), namespace: nullable(text()), name: text() })),
  rules: Type.Array(text(), { description: 'What was found so far, in the order in which it was' }),
  started_at: timestampSchema,
  previous_incident_id: Type.With(nullable(uuidSchema), {
    description: 'The incident of the same object that ended within the last 24 hours',
  }),
  resolution: Type.Optional(
    Type.With(nullable(oneOf(resolutions)), { description: 'Why it is over; null until it is' }),
  ),
  at: Type.With(timestampSchema, { description: 'When it changed' }),
});

export type IncidentChanged = Static<typeof incidentChangedSchema>;
