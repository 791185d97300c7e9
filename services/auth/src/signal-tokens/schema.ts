import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { credentialFields } from '../credentials/schema.ts';
import { nameSchema } from '../names.ts';

const clusterId = Type.With(nullable(uuidSchema), {
  description: 'The only cluster it may send signals for; null for any of the tenant',
});
const shown = { ...credentialFields, cluster_id: clusterId };

export const signalToken = closed(shown);
export const signalTokenId = closed({ id: uuidSchema });
export const newSignalToken = closed({
  name: nameSchema,
  cluster_id: Type.Optional(clusterId),
  expires_at: Type.Optional(
    Type.With(timestampSchema, { description: 'At most 365 days ahead, which is also the default' }),
  ),
});
export type NewSignalToken = Static<typeof newSignalToken>;
export const createdSignalToken = closed({
  ...shown,
  token: Type.String({ description: 'Shown only once' }),
});
