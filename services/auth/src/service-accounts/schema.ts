import { closed, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { credentialFields, credentialName, expiresInDays, scopeList } from '../credentials/schema.ts';

const name = Type.String({ minLength: 1, maxLength: 63 });
const description = Type.String({ maxLength: 1_000 });
const limits = nullable(
  Type.Array(uuidSchema, { uniqueItems: true, maxItems: 1_000, description: 'Only these; null for all' }),
);

export const serviceAccount = closed({
  id: Type.With(uuidSchema, { description: 'Also its client_id' }),
  name,
  description,
  state: oneOf(['active', 'suspended']),
  scopes: scopeList,
  cluster_ids: limits,
  cloudspace_ids: limits,
  created_by: uuidSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type ServiceAccount = Static<typeof serviceAccount>;
export const accountId = closed({ id: uuidSchema });

export const newAccount = closed({
  name,
  description: Type.Optional(description),
  scopes: Type.With(scopeList, { minItems: 1 }),
  cluster_ids: Type.Optional(limits),
  cloudspace_ids: Type.Optional(limits),
});
export type CreateAccount = Static<typeof newAccount>;
export const accountChanges = closed({
  name: Type.Optional(name),
  description: Type.Optional(description),
  scopes: Type.Optional(Type.With(scopeList, { minItems: 1 })),
  cluster_ids: Type.Optional(limits),
  cloudspace_ids: Type.Optional(limits),
});
export type ChangeAccount = Static<typeof accountChanges>;

export const secretId = closed({ id: uuidSchema, secret_id: uuidSchema });
export const secret = closed(credentialFields);
export const newSecret = closed({
  name: Type.Optional(credentialName),
  expires_in_days: Type.Optional(expiresInDays),
});
export const createdSecret = closed({
  ...credentialFields,
  client_id: uuidSchema,
  client_secret: Type.String({ description: 'Shown only once' }),
});
