import { closed, nullable, oneOf, severities, signalSources, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { objectSchema } from '../object.ts';
import { lineOf } from '../texts.ts';

export const rule = lineOf(100);

export const signal = closed(
  {
    id: uuidSchema,
    source: oneOf(signalSources),
    key: Type.String({ description: 'By which its source knows it' }),
    rule,
    severity: oneOf(severities),
    message: Type.String({ maxLength: 500 }),
    object: nullable(objectSchema),
    nodes: Type.Array(Type.String(), { maxItems: 10 }),
    state: oneOf(['firing', 'ended']),
    end_reason: Type.With(nullable(oneOf(['ended', 'silent'])), {
      description: 'silent: it was not repeated for 24 hours; null while it fires',
    }),
    count: Type.Integer({ minimum: 0, description: 'How often it began' }),
    first_at: timestampSchema,
    last_at: timestampSchema,
  },
  { title: 'Signal' },
);
export type ShownSignal = Static<typeof signal>;
