import { closed, nullable, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const seconds = closed({
  median: nullable(Type.Number()),
  p90: nullable(Type.Number()),
  of: Type.Integer({ minimum: 0, description: 'Incidents that have such a time' }),
});
const counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));

export const incidentStats = closed({
  from: timestampSchema,
  until: timestampSchema,
  total: Type.Integer({ minimum: 0 }),
  by_severity: counts,
  by_category: counts,
  by_resolution: counts,
  recurring: Type.Integer({ minimum: 0, description: 'Incidents that were back within a day' }),
  seconds_to_acknowledge: seconds,
  seconds_to_resolve: seconds,
});
export type IncidentStats = Static<typeof incidentStats>;

export const statsQuery = closed({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, description: 'How far back; 30 by default' })),
});
