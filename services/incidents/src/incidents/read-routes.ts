import { defineRoute, listRoute, type ModuleContext, readRow, type Route } from '@wheelhouse/kit';
import type { IncidentSettings } from '../config.ts';
import { signal } from '../signals/schema.ts';
import { shownSignal } from '../signals/row.ts';
import { signals } from '../signals/store.ts';
import { incidentEtag } from './etag.ts';
import { shownIncident, shownInFull } from '../records/row.ts';
import { incident, incidentId, incidentInFull } from '../records/schema.ts';
import { incidents, incidentsInFull } from '../records/store.ts';

export const incidentsUrl = '/api/v1/incidents';
export const incidentUrl = `${incidentsUrl}/:id`;

export function incidentReadRoutes(context: ModuleContext<IncidentSettings>): readonly Route[] {
  const { settings } = context;
  return [
    listRoute(context, incidents, {
      url: incidentsUrl,
      access: 'read',
      modules: ['agent-recommendation'],
      summary: 'List incidents, newest first',
      item: incident,
      shown: (rows) => rows.map((row) => shownIncident(row, settings.EXTERNAL_URL)),
    }),
    defineRoute({
      method: 'GET',
      url: incidentUrl,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Read an incident',
      params: incidentId,
      response: incidentInFull,
      handler: async ({ params, reach, read }) => {
        const row = await read((db) => readRow(db, incidentsInFull, params.id, reach));
        return { body: shownInFull(row, settings.EXTERNAL_URL), etag: incidentEtag(row) };
      },
    }),
    listRoute(context, signals, {
      url: `${incidentUrl}/signals`,
      access: 'read',
      summary: 'List the signals of an incident, newest first',
      operation: 'listIncidentSignals',
      params: incidentId,
      item: signal,
      within: async (db, { params, reach }) => {
        const { id } = await readRow(db, incidents, params.id, reach);
        return { incident_id: id };
      },
      shown: (rows) => rows.map(shownSignal),
    }),
  ];
}
