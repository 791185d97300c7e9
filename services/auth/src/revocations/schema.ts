import { closed, nullable, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';

export const feedQuery = closed({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: '`through` of the previous response; by default all revocations that still matter',
    }),
  ),
});

export const revocationPage = closed({
  revocations: Type.Array(
    closed({
      seq: Type.Integer(),
      at: timestampSchema,
      tenant_id: uuidSchema,
      credential_id: nullable(uuidSchema),
      subject_id: nullable(uuidSchema),
    }),
  ),
  through: Type.Integer({ description: 'Value for `after` in the next request' }),
});
