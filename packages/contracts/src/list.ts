import { type TSchema, Type } from 'typebox';
import { closed, nullable } from './shapes.ts';

export const limitDefault = 50;
export const limitMaximum = 200;

/** What every list answers. */
export function listEnvelope<Item extends TSchema>(item: Item) {
  return closed({
    data: Type.Array(item),
    next_cursor: Type.With(nullable(Type.String()), { description: 'Opaque; null on the last page' }),
    total: Type.Integer({ minimum: 0, description: 'Number of all matching items, not just those on this page' }),
    total_is_estimate: Type.Optional(
      Type.Boolean({ description: 'True if counting stopped early, so there may be more than total' }),
    ),
  });
}
