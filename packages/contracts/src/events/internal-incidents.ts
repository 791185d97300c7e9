import { type Static, Type } from 'typebox';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { severities } from './severities.ts';

/** What incidents tell the agents. Subscribers never see it; the shape is open, as `internal-monitor` says. */

export const incidentChangedType = 'internal.incident_changed';

export const incidentChangedSchema = Type.Object({
  change: oneOf(['opened', 'rule_added', 'ended']),
  incident_id: uuidSchema,
  cluster_id: uuidSchema,
  severity: oneOf(severities),
  object: nullable(Type.Object({ kind: text(), namespace: nullable(text()), name: text() })),
  rules: Type.Array(text(), { description: 'What was found so far, in the order in which it was' }),
  started_at: timestampSchema,
});

export type IncidentChanged = Static<typeof incidentChangedSchema>;
