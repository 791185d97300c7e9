import { defineRoute, type ModuleContext, type Route, readRow } from '@wheelhouse/kit';
import { shownInFull } from './row.ts';
import { askAgain, askedAgain, observationId, observationInFull } from './schema.ts';
import { begin } from './service.ts';
import { observationsInFull } from './store.ts';

const url = '/internal/v1/observations';

/** For modules that conclude something from observations. */
export function internalObservationRoutes(context: ModuleContext): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url,
      access: 'internal',
      reach: 'none',
      summary: 'Have an object observed once more; internal.observation_ready tells when that is done',
      audit: { none: 'it changes nothing but rows of this module, and no person asks for it' },
      body: askAgain,
      status: 202,
      response: askedAgain,
      handler: async ({ body: { incident_id: incidentId = null, cluster_id: clusterId, object }, change }) =>
        change(async (db) => {
          const { id } = await begin(db, context, { incidentId, clusterId, object, because: 'asked_by_analysis' });
          return { body: { observation_id: id } };
        }),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'internal',
      reach: 'none',
      summary: 'Read an observation with all that was seen',
      params: observationId,
      response: observationInFull,
      handler: async ({ params, reach, read }) => ({
        body: shownInFull(await read((db) => readRow(db, observationsInFull, params.id, reach))),
      }),
    }),
  ];
}
