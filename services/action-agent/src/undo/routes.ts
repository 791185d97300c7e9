import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import { decisionBody } from '../actions/schema.ts';
import type { AgentSettings } from '../config.ts';
import { shown } from '../records/row.ts';
import { actionId, actionSchema } from '../records/schema.ts';
import { undoing } from './undo.ts';

const actions = '/api/v1/actions';

export function undoRoutes(context: ModuleContext<AgentSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: `${actions}/:id/undo`,
      access: 'actions',
      reach: 'cluster',
      summary:
        'Undo an action by a new one, if the target is as it was left: an uncordon runs immediately, anything else waits for approval, which whoever asked for it may give',
      operation: 'undoAction',
      audit: { action: 'action.undo' },
      params: actionId,
      body: decisionBody,
      bodyOptional: true,
      status: 202,
      response: actionSchema,
      errors: [
        'invalid_state',
        'pdb_violation',
        'kill_switch',
        'target_busy',
        'cluster_unreachable',
        'upstream_timeout',
      ],
      handler: async (input) => {
        const begin = await undoing(context, input);
        return input.change(async (db) => {
          const row = await begin(db);
          const { id, action, target, cluster_id, undoes, status } = row;
          return {
            body: shown(row),
            headers: { location: `${actions}/${id}` },
            audit: { objectId: id, details: { undoes, action, target, cluster_id, status } },
          };
        });
      },
    }),
  ];
}
