import { closed, listEnvelope, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { credentialFields, credentialName, expiresInDays, scopeList } from '../credentials/schema.ts';

export const token = closed({ ...credentialFields, scopes: scopeList });
export const tokenList = listEnvelope(token);
export const tokenId = closed({ id: uuidSchema });
export const listQuery = closed(pageParameters);
export const createToken = closed({
  name: credentialName,
  scopes: Type.With(scopeList, { minItems: 1 }),
  expires_in_days: Type.Optional(expiresInDays),
});
export const createdToken = closed({
  ...credentialFields,
  scopes: scopeList,
  token: Type.String({ description: 'shown this once' }),
});
