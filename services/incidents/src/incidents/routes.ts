import {
  defineRoute,
  type KnownClusters,
  type ModuleContext,
  type Reach,
  readRow,
  Refusal,
  refuse,
  type Reply,
  type Route,
  type TenantDb,
} from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { known, mustBeCluster } from '../cluster.ts';
import type { IncidentSettings } from '../config.ts';
import { mustBeUser } from './assignee.ts';
import { incidentEtag, unlessSaid } from './etag.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import { incidentsUrl, incidentUrl } from './read-routes.ts';
import { type IncidentRow, shownInFull } from '../records/row.ts';
import { changeIncident, declareIncident, mergeBody, noteBody, resolveBody, stepBody } from './schema.ts';
import { incidentId, incidentInFull } from '../records/schema.ts';
import { annotate, declare, edit, merge, refuseInto, reopen, resolve, take } from './service.ts';
import { heedWindows } from '../windows/heed.ts';
import type { IncidentStep } from './state.ts';
import { incidentsInFull } from '../records/store.ts';

type Context = ModuleContext<IncidentSettings>;

const steps: readonly { readonly step: IncidentStep; readonly summary: string }[] = [
  { step: 'acknowledge', summary: 'Acknowledge an incident: somebody looks after it' },
  { step: 'investigate', summary: 'Say that an incident is being investigated' },
  { step: 'mitigate', summary: 'Say that an incident is mitigated: users no longer notice it, though it is not fixed' },
  { step: 'close', summary: 'Close a resolved incident; after 24 hours that happens by itself' },
];

export function incidentRoutes(context: Context, clusters: KnownClusters): readonly Route[] {
  const { settings, call } = context;
  const answer = (row: IncidentRow, details: Readonly<Record<string, unknown>> = {}): Reply => ({
    body: shownInFull(row, settings.EXTERNAL_URL),
    etag: incidentEtag(row),
    audit: { objectId: row.id, details: { number: row.number, cluster_id: row.cluster_id, ...details } },
  });
  return [
    defineRoute({
      method: 'POST',
      url: incidentsUrl,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Declare an incident that no signal has opened',
      errors: ['not_found'],
      operation: 'declareIncident',
      audit: { action: 'incident.declare' },
      body: declareIncident,
      status: 201,
      response: incidentInFull,
      handler: async ({ body, principal, reach, tenantId, change }) => {
        const actor = actorFor(principal);
        // Whoever is limited is not told which clusters there are besides.
        if (reach.limits() !== undefined && !(await known(clusters.isOf(tenantId, body.cluster_id.toLowerCase()))))
          refuse('not_found');
        await mustBeCluster(clusters, tenantId, body.cluster_id);
        return change(async (db) => {
          const row = await declare(db, context, body, actor);
          // Somebody limited to other clusters or CloudSpaces: as if it did not exist, and nothing is written.
          await readRow(db, incidentsInFull, row.id, reach);
          return { ...answer(row), headers: { location: `${incidentsUrl}/${row.id}` } };
        });
      },
    }),
    defineRoute({
      method: 'PATCH',
      url: incidentUrl,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Change what people say of an incident; title and severity then no longer follow its signals',
      audit: { action: 'incident.change' },
      params: incidentId,
      body: changeIncident,
      response: incidentInFull,
      errors: ['precondition_failed'],
      handler: async ({ params, body, principal, reach, request, tenantId, read, change }) => {
        const actor = actorFor(principal);
        // First of all: whoever may not see it is told that it is not there, whatever else they say.
        await read((db) => readRow(db, incidentsInFull, params.id, reach));
        await mustBeUser(call, tenantId, body.assignee_id);
        return change(async (db) => {
          const incident = await locked(db, params.id, reach);
          unlessSaid(request.header('if-match'), incident.row);
          edit(incident, context, body, actor);
          return answer(await saved(db, context, incident), { fields: Object.keys(body) });
        });
      },
    }),
    ...steps.map(({ step, summary }) =>
      defineRoute({
        method: 'POST',
        url: `${incidentUrl}/${step}`,
        access: 'actions',
        reach: 'cloudspace',
        summary,
        operation: `${step}Incident`,
        audit: { action: `incident.${step}` },
        params: incidentId,
        body: stepBody,
        bodyOptional: true,
        response: incidentInFull,
        errors: ['invalid_state'],
        handler: async ({ params, body, principal, reach, change }) => {
          const actor = actorFor(principal);
          return change(async (db) => {
            const incident = await locked(db, params.id, reach);
            take(incident, context, step, { actor, ...body });
            return answer(await saved(db, context, incident));
          });
        },
      }),
    ),
    defineRoute({
      method: 'POST',
      url: `${incidentUrl}/resolve`,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Resolve an incident; signals that still fire open no other one until they begin anew',
      operation: 'resolveIncident',
      audit: { action: 'incident.resolve' },
      params: incidentId,
      body: resolveBody,
      bodyOptional: true,
      response: incidentInFull,
      errors: ['invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const incident = await locked(db, params.id, reach);
          resolve(incident, context, body, actor);
          const row = await saved(db, context, incident);
          return answer(row, { resolution: row.resolution, firing: row.firing });
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${incidentUrl}/reopen`,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Reopen an incident that was resolved less than 24 hours ago',
      operation: 'reopenIncident',
      audit: { action: 'incident.reopen' },
      params: incidentId,
      body: stepBody,
      bodyOptional: true,
      response: incidentInFull,
      errors: ['invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const incident = await locked(db, params.id, reach);
          await reopen(db, incident, context, { actor, ...body });
          return answer(await saved(db, context, incident));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${incidentUrl}/merge`,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Merge an incident into another of the same cluster, which goes on with its signals and timeline',
      operation: 'mergeIncident',
      audit: { action: 'incident.merge' },
      params: incidentId,
      body: mergeBody,
      response: incidentInFull,
      errors: ['invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        const into = body.into.toLowerCase();
        return change(async (db) => {
          const { id } = await readRow(db, incidentsInFull, params.id, reach);
          await readRow(db, incidentsInFull, into, reach).catch((error: unknown) => {
            if (error instanceof Refusal && error.code === 'not_found') refuseInto('There is no such incident.');
            throw error;
          });
          const from = await merge(db, context, { from: id, into }, { actor });
          return answer(from.row, { merged_into: from.row.merged_into });
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${incidentUrl}/notes`,
      access: 'actions',
      reach: 'cloudspace',
      summary: 'Write a note into the timeline of an incident',
      operation: 'addIncidentNote',
      audit: { action: 'incident.note' },
      params: incidentId,
      body: noteBody,
      status: 201,
      response: incidentInFull,
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const incident = await locked(db, params.id, reach);
          annotate(incident, context, body.text, actor);
          return answer(await saved(db, context, incident), { characters: body.text.length });
        });
      },
    }),
  ];
}

async function locked(db: TenantDb, id: string, reach: Reach): Promise<LockedIncident> {
  return LockedIncident.of(await readRow(db, incidentsInFull, id, reach, 'FOR UPDATE'));
}

async function saved(db: TenantDb, context: Context, incident: LockedIncident): Promise<IncidentRow> {
  await heedWindows(db, incident, context);
  return incident.save(db, context);
}
