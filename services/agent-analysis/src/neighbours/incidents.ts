import { factObjectSchema, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { refuse } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Asking } from './asking.ts';

const incidentTold = Type.Object({
  id: uuidSchema,
  cluster_id: uuidSchema,
  object: nullable(factObjectSchema),
  previous_incident_id: nullable(uuidSchema),
  state: oneOf(['firing', 'quiet', 'ended']),
  at: timestampSchema,
});
export type IncidentTold = Static<typeof incidentTold>;

/** An incident as it is now; refuses one that the tenant does not have, and while incidents does not answer. */
export async function incidentNow({ call, ...asking }: Asking, id: string): Promise<IncidentTold> {
  const asked = call('incidents', { ...asking, path: `/internal/v1/incidents/${id}` });
  const { status, body } = await asked.catch(() => ({ status: 0, body: undefined }));
  if (status === 404) refuse('not_found');
  if (status !== 200 || !Value.Check(incidentTold, body))
    refuse('unavailable', {
      message:
        'The incident cannot be read right now because incidents is unavailable. Next step: try again in a moment.',
      headers: { 'retry-after': '2' },
    });
  return body;
}
