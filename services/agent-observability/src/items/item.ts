import { type FactPart, factParts, oneOf, timestampSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

export const mostItems = 40;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
const parts = Object.keys(factParts) as FactPart[];

/** One piece of evidence as people read it. */
export const itemSchema = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: 'Its number, by which conclusions name it' }),
    source: oneOf(parts),
    summary: Type.String({ minLength: 1, description: 'One sentence' }),
    at: Type.With(timestampSchema, { description: 'When it happened; of what holds, when it was looked at' }),
    excerpt: Type.Optional(Type.String({ description: 'The end of a log, at most 2 KiB' })),
    url: Type.Optional(Type.String({ description: 'The page of the object in the dashboard, as a path' })),
  },
  { title: 'ObservationItem' },
);
export type Item = Static<typeof itemSchema>;

/** Before it is known which of them are told. */
export interface Found extends Omit<Item, 'n' | 'at'> {
  readonly at?: string;
  /** The more telling the greater. */
  readonly weight: number;
}
