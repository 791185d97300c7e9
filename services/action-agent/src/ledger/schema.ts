import { actionKindSchema, closed, nullable, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { actionOrigins } from '../records/schema.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const times = (description: string) =>
  Type.With(
    nullable(
      closed({
        count: Type.Integer({ minimum: 1 }),
        mean_seconds: Type.Number({ minimum: 0 }),
        longest_seconds: Type.Number({ minimum: 0 }),
      }),
    ),
    { description: `${description}; null if there were none` },
  );

export const ledgerRow = closed(
  {
    action: actionKindSchema,
    origin: oneOf(actionOrigins),
    actions: count('All that ended in the period'),
    automatic: count('Started without an approval'),
    approved: count('Started by an approval'),
    requested: count('Started by a direct request'),
    rejected: count('Rejected by a person'),
    expired: count('Not decided in time'),
    canceled: count('Canceled before anything was sent'),
    refused: count('Refused, by a guard or for another reason'),
    refused_by: Type.Array(closed({ reason: Type.String(), actions: count('How many') }), {
      description: 'By which guard, or for which other reason; most frequent first',
    }),
    reverted: count('Scale-ups taken back by their canary'),
    failed: count('Failed in any other way'),
    success: count('Succeeded'),
    time_to_approve: times('From proposal to approval'),
    time_to_finish: times('From start to end'),
  },
  { title: 'LedgerRow' },
);

export type LedgerRow = Static<typeof ledgerRow>;

const day = Type.String({ format: 'date', description: 'A day in UTC, such as 2026-11-18' });

export const ledgerSchema = closed(
  { from: day, to: day, data: Type.Array(ledgerRow, { description: 'One row per kind of action and origin' }) },
  { title: 'Ledger' },
);

export const ledgerQuery = closed({
  from: Type.Optional(Type.With(day, { description: 'First day, in UTC; 30 days before the last by default' })),
  to: Type.Optional(Type.With(day, { description: 'Last day, in UTC; today by default' })),
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'All clusters by default' })),
});
