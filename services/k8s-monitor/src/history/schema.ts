import { closed, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const mostPoints = 1_000;

const point = Type.Object({
  at: Type.With(timestampSchema, { description: 'when this piece of the time begins' }),
  min: Type.Number(),
  max: Type.Number(),
  last: Type.Number({ description: 'at its end; of several clusters the lowest' }),
});

export const history = Type.Object({
  from: timestampSchema,
  to: timestampSchema,
  step_seconds: Type.Number({ description: 'how long a piece is' }),
  data: Type.Array(point, {
    description:
      'oldest first; without those in which no point was kept: while a cluster is observed, there is one every five minutes',
  }),
});
export type History = Static<typeof history>;

export const historyQuery = closed({
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'of all clusters without it' })),
  from: Type.Optional(Type.With(timestampSchema, { description: 'a day before `to` by default' })),
  to: Type.Optional(Type.With(timestampSchema, { description: 'now by default' })),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPoints,
      description: 'into how many pieces the time is cut; 288 by default',
    }),
  ),
});
export type HistoryQuery = Static<typeof historyQuery>;
