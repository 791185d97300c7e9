import { closed, nullable, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { scopeList } from '../credentials/schema.ts';

export const shownCredential = closed({
  credential: Type.String({ maxLength: 4_096, description: 'The credential: a token or a session cookie' }),
  address: Type.String({ maxLength: 64, description: 'Address of the caller' }),
});

export const exchanged = closed({
  access_token: Type.String(),
  expires_in: Type.Integer(),
  revocations_seen: Type.Integer({ description: 'Sequence number of the last revocation taken into account' }),
  principal: closed({
    kind: oneOf(['user', 'session', 'pipeline', 'ingest']),
    id: uuidSchema,
    tenant_id: uuidSchema,
    credential_id: uuidSchema,
    scopes: scopeList,
    purpose: Type.With(nullable(Type.String()), { description: 'What an ingest token was made for; null for others' }),
    cluster_ids: nullable(Type.Array(uuidSchema)),
    cloudspace_ids: nullable(Type.Array(uuidSchema)),
  }),
});
