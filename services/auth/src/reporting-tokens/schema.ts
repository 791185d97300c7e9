import { closed, listEnvelope, uuidSchema } from '@wheelhouse/contracts';
import { pageParameters } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { credentialFields, credentialName, expiresInDays } from '../credentials/schema.ts';

const shown = { ...credentialFields, pipeline_id: uuidSchema };

export const reportingTokenList = listEnvelope(closed(shown));
export const reportingTokenId = closed({ id: uuidSchema });
export const listQuery = closed({ ...pageParameters, pipeline_id: uuidSchema });
export const newReportingToken = closed({
  pipeline_id: uuidSchema,
  name: credentialName,
  expires_in_days: Type.Optional(expiresInDays),
});
export const createdReportingToken = closed({
  ...shown,
  token: Type.String({ description: 'shown this once' }),
});
