import { defineRoute, etagOf, listRoute, type ModuleContext, readRow, type Reply, type Route } from '@wheelhouse/kit';
import type { AnalysisSettings } from '../config.ts';
import { patientMs } from '../neighbours/asking.ts';
import { incidentNow } from '../neighbours/incidents.ts';
import { analyses } from '../records/analyses-store.ts';
import type { AnalysisRow } from '../records/analysis.ts';
import { hearOf } from '../records/incidents-store.ts';
import { actorFor } from './actor.ts';
import { begin } from './begin.ts';
import { analysis, analysisId, askForAnalysis } from './schema.ts';
import { shownAnalysis } from './shown.ts';

const url = '/api/v1/analyses';

export function analysisRoutes(context: ModuleContext<AnalysisSettings>): readonly Route[] {
  const { clock, call, makeId } = context;
  return [
    listRoute(context, analyses, {
      url,
      access: 'read',
      summary: 'List what was concluded of incidents, newest first',
      item: analysis,
      shown: (rows) => rows.map(shownAnalysis),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      reach: 'cluster',
      summary: 'Read an analysis: its conclusion, the evidence, and what each rule made of it',
      params: analysisId,
      response: analysis,
      etag: true,
      handler: async ({ params, reach, read }) => answer(await read((db) => readRow(db, analyses, params.id, reach))),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'agents',
      reach: 'cluster',
      summary: 'Have an incident analyzed now; where that is under way already, that one answers',
      operation: 'startAnalysis',
      errors: ['not_found'],
      audit: { action: 'analysis.start' },
      body: askForAnalysis,
      status: 202,
      response: analysis,
      handler: async ({ body, principal, reach, tenantId, change }) => {
        const requestedBy = actorFor(principal);
        const limits = reach.limits();
        const { id, cluster_id, object, previous_incident_id, state, at } = await incidentNow(
          { call, tenantId, timeoutMs: patientMs },
          body.incident_id.toLowerCase(),
        );
        if (limits !== undefined) reach.mustReachCluster(cluster_id);
        return change(async (db) => {
          const told = { id, cluster_id, object, previous_incident_id, state, state_at: new Date(at) };
          const incident = await hearOf(db, told, clock.now());
          const cause = { because: 'asked', key: `asked ${makeId()}`, at: clock.now(), requestedBy } as const;
          const row = await begin(db, context, incident, cause);
          if (row === undefined) throw new Error('a cause of its own begins an analysis');
          const location = `${url}/${row.id}`;
          const audit = { objectId: row.id, details: { incident_id: incident.id, cluster_id: incident.cluster_id } };
          return { ...answer(row), headers: { location }, audit };
        });
      },
    }),
  ];
}

function answer(row: AnalysisRow): Reply {
  const body = shownAnalysis(row);
  return { body, etag: etagOf(body) };
}
