import {
  defineRoute,
  listRoute,
  type ModuleContext,
  type Page,
  readRow,
  type Route,
  type RouteInput,
  rowFollowers,
  streamParameters,
  timeOfId,
} from '@wheelhouse/kit';
import { closed } from '@wheelhouse/contracts';
import type { IncidentSettings } from '../config.ts';
import { incidentUrl } from '../incidents/read-routes.ts';
import { incidentId } from '../records/schema.ts';
import { incidents, incidentsInFull } from '../records/store.ts';
import { shownEntry } from '../entries/entry.ts';
import { asJson, asMarkdown } from './export.ts';
import { withReceivers } from './receivers.ts';
import { type Entry, entry } from '../entries/schema.ts';
import { exportQuery } from './schema.ts';
import { entries } from '../entries/store.ts';
import { incidentStream } from './stream.ts';

export function timelineRoutes(context: ModuleContext<IncidentSettings>): readonly Route[] {
  const { settings, database } = context;
  const followers = rowFollowers(context, 'incidents.incidents');
  const list = listRoute(context, entries, {
    url: `${incidentUrl}/timeline`,
    access: 'read',
    summary: 'List what happened in an incident, the newest first, in the order in which it happened',
    operation: 'listIncidentTimeline',
    params: incidentId,
    item: entry,
    within: async (db, { params, reach }) => {
      const { id } = await readRow(db, incidents, params.id, reach);
      return { incident_id: id };
    },
    shown: (rows) => rows.map((row) => shownEntry(row, timeOfId(row.id))),
  });
  return [
    {
      ...list,
      handler: async (input) => {
        const { body, ...reply } = await list.handler(input);
        const { reach, tenantId } = input as Pick<RouteInput<never, never, never>, 'reach' | 'tenantId'>;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `shown` makes of a page of entries
        const page = body as Page<Entry>;
        const data = await withReceivers(context, { tenantId, limits: reach.limits() }, page.data);
        return { ...reply, body: { ...page, data } };
      },
    },
    defineRoute({
      method: 'GET',
      url: `${incidentUrl}/stream`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Follow an incident and its timeline: as it is, then each change, until it is closed',
      operation: 'streamIncident',
      stream: true,
      params: incidentId,
      query: closed(streamParameters),
      handler: async ({ params, reach, tenantId, read, signal, resumeAfter }) => {
        const { id } = await read((db) => readRow(db, incidents, params.id, reach));
        const followed = { tenantId, id };
        return {
          stream: incidentStream({
            tenant: (work) => database.tenant(tenantId, work),
            id,
            externalUrl: settings.EXTERNAL_URL,
            look: () => followers.next(followed, signal),
            resumeAfter,
            signal,
          }),
        };
      },
    }),
    defineRoute({
      method: 'GET',
      url: `${incidentUrl}/export`,
      access: 'read',
      reach: 'cloudspace',
      summary: 'Export an incident with its whole timeline, as Markdown or JSON',
      operation: 'exportIncident',
      params: incidentId,
      query: exportQuery,
      handler: async ({ params, query, reach, tenantId, read }) => {
        const row = await read((db) => readRow(db, incidentsInFull, params.id, reach));
        const given = {
          tenant: <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(tenantId, work),
          row,
          externalUrl: settings.EXTERNAL_URL,
        };
        return query.format === 'json'
          ? { text: { type: 'application/json; charset=utf-8', parts: asJson(given) } }
          : { text: { type: 'text/markdown; charset=utf-8', parts: asMarkdown(given) } };
      },
    }),
  ];
}
