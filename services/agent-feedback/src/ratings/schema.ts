import { actorSchema, closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { noteSchema } from '../texts.ts';

const things = {
  analysis_id: Type.With(uuidSchema, { description: 'The analysis that is rated' }),
  run_id: Type.With(uuidSchema, { description: 'The agent run that is rated' }),
};
const helpful = Type.Boolean({ description: 'Whether it helped' });

export const giveRating = closed({
  analysis_id: Type.Optional(things.analysis_id),
  run_id: Type.Optional(things.run_id),
  helpful,
  note: Type.Optional(noteSchema),
});
export type GiveRating = Static<typeof giveRating>;

export const rating = closed(
  {
    analysis_id: nullable(things.analysis_id),
    run_id: nullable(things.run_id),
    helpful,
    note: nullable(noteSchema),
    rated_by: actorSchema,
    rated_at: timestampSchema,
  },
  { title: 'Rating' },
);
