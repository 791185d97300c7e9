import { closed, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const mostPoints = 1_000;

const point = Type.Object({
  at: Type.With(timestampSchema, { description: 'Start of this interval' }),
  min: Type.Number(),
  max: Type.Number(),
  last: Type.Number({ description: 'Score at the end of the interval; for several clusters, the lowest' }),
});

export const history = Type.Object({
  from: timestampSchema,
  to: timestampSchema,
  step_seconds: Type.Number({ description: 'Length of an interval' }),
  data: Type.Array(point, {
    description:
      'Oldest first; intervals without data are left out: while a cluster is observed, there is a point at least every five minutes',
  }),
});
export type History = Static<typeof history>;

export const historyQuery = closed({
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'All clusters by default' })),
  from: Type.Optional(Type.With(timestampSchema, { description: 'One day before `to` by default' })),
  to: Type.Optional(Type.With(timestampSchema, { description: 'Now by default' })),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPoints,
      description: 'Number of intervals; 288 by default',
    }),
  ),
});
export type HistoryQuery = Static<typeof historyQuery>;
