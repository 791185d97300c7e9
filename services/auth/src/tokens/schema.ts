import { closed, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { credentialFields, credentialName, expiresInDays, scopeList } from '../credentials/schema.ts';

export const token = closed({ ...credentialFields, scopes: scopeList });
export const tokenId = closed({ id: uuidSchema });
export const createToken = closed({
  name: credentialName,
  scopes: Type.With(scopeList, { minItems: 1 }),
  expires_in_days: Type.Optional(expiresInDays),
});
export const createdToken = closed({
  ...credentialFields,
  scopes: scopeList,
  token: Type.String({ description: 'Shown only once' }),
});
