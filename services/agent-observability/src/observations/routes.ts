import {
  defineRoute,
  etagOf,
  KnownClusters,
  listRoute,
  type ModuleContext,
  type Route,
  readRow,
  refuse,
} from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { mustBeCluster } from '../clusters.ts';
import { shownInFull, shownObservation } from './row.ts';
import { askForObservation, observation, observationId, observationInFull } from './schema.ts';
import { begin, mustHaveRoom } from './service.ts';
import { observations, observationsInFull } from './store.ts';

const url = '/api/v1/observations';
const one = `${url}/:id`;

export function observationRoutes(context: ModuleContext): readonly Route[] {
  const clusters = new KnownClusters(context.call);
  return [
    listRoute(context, observations, {
      url,
      access: 'read',
      summary: 'List observations, newest first, without what was seen',
      item: observation,
      shown: (rows) => rows.map(shownObservation),
    }),
    defineRoute({
      method: 'GET',
      url: one,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read an observation with all that was seen',
      params: observationId,
      response: observationInFull,
      etag: true,
      handler: async ({ params, reach, read }) => {
        const body = shownInFull(await read((db) => readRow(db, observationsInFull, params.id, reach)));
        return { body, etag: etagOf(body) };
      },
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'agents',
      reach: 'cluster',
      summary: 'Have an object observed; the status tells when that is done',
      operation: 'createObservation',
      errors: ['not_found', 'conflict'],
      audit: { action: 'observation.create' },
      body: askForObservation,
      status: 202,
      response: observationInFull,
      handler: async ({ body: { cluster_id: clusterId, object }, principal, reach, tenantId, change }) => {
        const askedBy = actorFor(principal);
        reach.mustReachCluster(clusterId);
        if (reach.limits()?.cloudspaceIds !== undefined) refuse('not_found');
        await mustBeCluster(clusters, tenantId, clusterId);
        return change(async (db) => {
          await mustHaveRoom(db);
          const asked = { incidentId: null, clusterId, object, because: 'asked_by_person', askedBy } as const;
          const row = await begin(db, context, asked);
          const body = shownInFull({ ...row, facts: null, items: [], not_visible: [] });
          return {
            body,
            etag: etagOf(body),
            headers: { location: `${url}/${row.id}` },
            audit: { objectId: row.id, details: { cluster_id: row.cluster_id, object } },
          };
        });
      },
    }),
  ];
}
