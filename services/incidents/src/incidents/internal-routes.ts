import {
  closed,
  factObjectSchema,
  incidentStatuses,
  isLiveIncident,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { Type } from 'typebox';
import { incidentId } from '../records/schema.ts';
import { selectIncident } from '../records/store.ts';

const told = closed({
  id: uuidSchema,
  cluster_id: uuidSchema,
  status: oneOf(incidentStatuses),
  state: oneOf(['firing', 'quiet', 'ended'], 'quiet: none of its signals fires; ended: it is resolved or closed'),
  object: nullable(factObjectSchema),
  rules: Type.Array(Type.String()),
  previous_incident_id: nullable(uuidSchema),
  at: Type.With(timestampSchema, { description: 'When it is so' }),
});

/** For modules that somebody has asked to look into an incident. */
export function internalIncidentRoute({ clock }: Pick<ModuleContext, 'clock'>): Route {
  return defineRoute({
    method: 'GET',
    url: '/internal/v1/incidents/:id',
    access: 'internal',
    reach: 'none',
    summary: 'Read how an incident stands',
    params: incidentId,
    response: told,
    handler: async ({ params, read }) => {
      const row = (await read((db) => selectIncident(db, params.id.toLowerCase()))) ?? refuse('not_found');
      const { id, cluster_id, status, object, rules, previous_incident_id, quiet_since: quietSince } = row;
      const state = isLiveIncident(status) ? (quietSince === null ? 'firing' : 'quiet') : 'ended';
      const body = { id, cluster_id, status, state, object, rules: [...rules], previous_incident_id };
      return { body: { ...body, at: clock.now().toISOString() } };
    },
  });
}
