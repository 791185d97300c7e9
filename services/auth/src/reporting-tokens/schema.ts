import { closed, uuidSchema } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { credentialFields, credentialName, expiresInDays } from '../credentials/schema.ts';

const shown = { ...credentialFields, pipeline_id: uuidSchema };

export const reportingToken = closed(shown);
export const reportingTokenId = closed({ id: uuidSchema });
export const newReportingToken = closed({
  pipeline_id: uuidSchema,
  name: credentialName,
  expires_in_days: Type.Optional(expiresInDays),
});
export const createdReportingToken = closed({
  ...shown,
  token: Type.String({ description: 'Shown only once' }),
});
