import type { Static } from 'typebox';
import { closed, text } from '../shapes.ts';

/** Why a piece of work failed: the same two words as in an error body. */
export const failureSchema = closed(
  { code: text('Machine-readable'), message: text('Human-readable; the wording may change') },
  { title: 'Failure' },
);

export type Failure = Static<typeof failureSchema>;
