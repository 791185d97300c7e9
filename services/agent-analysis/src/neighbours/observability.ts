import { factsSchema, type FactObject, nullable, observationStatuses, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Asking } from './asking.ts';

/** What is read of an observation. Open: agent-observability may be of another version. */
const observed = Type.Object({
  id: uuidSchema,
  status: oneOf(observationStatuses),
  reason: nullable(Type.String()),
  message: nullable(Type.String()),
  facts: nullable(factsSchema),
  items: Type.Array(
    Type.Object({
      n: Type.Integer(),
      source: Type.String(),
      summary: Type.String(),
      at: Type.Optional(nullable(Type.String())),
      url: Type.Optional(nullable(Type.String())),
    }),
  ),
});
export type Observed = Static<typeof observed>;

const name = 'agent-observability';

export async function readObservation({ call, ...asking }: Asking, id: string): Promise<Observed> {
  const path = `/internal/v1/observations/${id}`;
  const { status, body } = await call(name, { ...asking, path });
  if (status !== 200) throw new Error(`${name} returned ${status} when asked for observation ${id}`);
  if (!Value.Check(observed, body)) throw new Error(`${name} told observation ${id} in a way that is not understood`);
  return body;
}

interface Wanted {
  readonly incidentId: string;
  readonly clusterId: string;
  readonly object: FactObject;
}

/** Has the object looked at once more; answers the observation that is being made. */
export async function askToObserve(
  { call, ...asking }: Asking,
  { incidentId, clusterId, object }: Wanted,
): Promise<string> {
  const request = { incident_id: incidentId, cluster_id: clusterId, object };
  const path = '/internal/v1/observations';
  const { status, body } = await call(name, { ...asking, method: 'POST', path, body: request });
  if (status !== 202 || !Value.Check(Type.Object({ observation_id: uuidSchema }), body))
    throw new Error(`${name} returned ${status} when asked to observe once more`);
  return body.observation_id;
}
