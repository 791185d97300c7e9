import { defineRoute, etagOf, listRoute, type ModuleContext, readRow, type Reply, type Route } from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { type RecommendationRow, shown } from './row.ts';
import { acceptBody, dismissBody, recommendation, recommendationId } from './schema.ts';
import { accept, dismiss } from './service.ts';
import { recommendations } from './store.ts';

const url = '/api/v1/recommendations';

export function recommendationRoutes(context: ModuleContext): readonly Route[] {
  const { clock } = context;
  return [
    listRoute(context, recommendations, {
      url,
      access: 'read',
      summary: 'List recommendations, newest first',
      item: recommendation,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      reach: 'cluster',
      summary: 'Read a recommendation',
      params: recommendationId,
      response: recommendation,
      etag: true,
      handler: async ({ params, reach, read }) =>
        answer(await read((db) => readRow(db, recommendations, params.id, reach))),
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/:id/accept`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Accept a recommendation: somebody takes care of it; it is done once its cause is gone',
      operation: 'acceptRecommendation',
      audit: { action: 'recommendation.accept' },
      params: recommendationId,
      body: acceptBody,
      bodyOptional: true,
      response: recommendation,
      errors: ['invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const row = await readRow(db, recommendations, params.id, reach, 'FOR UPDATE');
          return answered(await accept(db, row, body.note, { clock, actor }));
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/:id/dismiss`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Dismiss a recommendation: it stays away until a date, and is open again if its cause is still there',
      operation: 'dismissRecommendation',
      audit: { action: 'recommendation.dismiss' },
      params: recommendationId,
      body: dismissBody,
      response: recommendation,
      errors: ['invalid_state'],
      handler: async ({ params, body, principal, reach, change }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const row = await readRow(db, recommendations, params.id, reach, 'FOR UPDATE');
          return answered(await dismiss(db, row, body, { clock, actor }));
        });
      },
    }),
  ];
}

function answer(row: RecommendationRow): Reply {
  const body = shown(row);
  return { body, etag: etagOf(body) };
}

function answered(row: RecommendationRow): Reply {
  const { id, kind, cluster_id, dismissed_until: until } = row;
  return {
    ...answer(row),
    audit: { objectId: id, details: { kind, cluster_id, until: until?.toISOString() ?? null } },
  };
}
