import { nullable, oneOf, scopes, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';

/** What the kinds of credential have in common on the wire. */
export const credentialName = Type.String({ minLength: 1, maxLength: 63 });

export const expiresInDays = Type.Integer({ minimum: 1, maximum: 365, description: '90 by default' });

export const scopeList = Type.Array(oneOf([...scopes]), { uniqueItems: true });

/** What is shown of one, whenever: never the secret itself. */
export const credentialFields = {
  id: uuidSchema,
  name: credentialName,
  prefix: Type.String({ description: 'First characters' }),
  last_four: Type.String({ description: 'Last characters' }),
  created_at: timestampSchema,
  expires_at: timestampSchema,
  last_used_at: nullable(timestampSchema),
  last_used_ip: nullable(Type.String()),
  revoked_at: nullable(timestampSchema),
};
