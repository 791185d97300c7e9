import { defineRoute, etagOf, listRoute, type ModuleContext, readRow, type Reply, type Route } from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { overrule } from './overrule.ts';
import { shown, type VerdictRow } from './row.ts';
import { overruleBody, verdictId, verdictShown } from './schema.ts';
import { verdicts } from './store.ts';

const url = '/api/v1/verdicts';

export function verdictRoutes(context: ModuleContext): readonly Route[] {
  return [
    listRoute(context, verdicts, {
      url,
      access: 'read',
      summary: 'List verdicts, newest first',
      item: verdictShown,
      shown: (rows) => rows.map(shown),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/:id`,
      access: 'read',
      reach: 'cluster',
      summary: 'Read a verdict',
      params: verdictId,
      response: verdictShown,
      etag: true,
      handler: async ({ params, reach, read }) => answer(await read((db) => readRow(db, verdicts, params.id, reach))),
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/:id/overrule`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Say what became of a decision, against what was measured; that is kept too',
      operation: 'overruleVerdict',
      audit: { action: 'verdict.overrule' },
      params: verdictId,
      body: overruleBody,
      response: verdictShown,
      errors: ['invalid_state', 'precondition_failed'],
      handler: async ({ params, body, principal, reach, change, unlessChanged }) => {
        const actor = actorFor(principal);
        return change(async (db) => {
          const before = await readRow(db, verdicts, params.id, reach, 'FOR UPDATE');
          unlessChanged(etagOf(shown(before)));
          const after = await overrule(db, context, before, body, actor);
          const details = { from: before.verdict, to: after.verdict, decision_id: after.decision_id };
          return { ...answer(after), audit: { objectId: after.id, details } };
        });
      },
    }),
  ];
}

function answer(row: VerdictRow): Reply {
  const body = shown(row);
  return { body, etag: etagOf(body) };
}
