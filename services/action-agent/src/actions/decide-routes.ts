import { defineRoute, type ModuleContext, type Reply, type Route } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { type ActionRow, shown } from '../records/row.ts';
import { actionId, actionSchema } from '../records/schema.ts';
import { actorFor } from './actor.ts';
import { approve } from './approve.ts';
import { cancel, reject } from './end.ts';
import { approvalBody, decisionBody } from './schema.ts';

const url = '/api/v1/actions/:id';

export function decideRoutes(context: ModuleContext<AgentSettings>): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: `${url}/approve`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Approve a pending action; it runs if it would still do what its plan shows (If-Match)',
      audit: { action: 'action.approve' },
      params: actionId,
      body: approvalBody,
      bodyOptional: true,
      status: 202,
      response: actionSchema,
      errors: [
        'self_approval_forbidden',
        'action_not_pending',
        'pdb_violation',
        'invalid_state',
        'kill_switch',
        'action_expired',
        'plan_changed',
        'precondition_required',
        'cluster_unreachable',
        'upstream_timeout',
      ],
      handler: (input) => approve(context, input, answer),
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/reject`,
      access: 'actions',
      reach: 'cluster',
      summary: 'Reject a pending action',
      audit: { action: 'action.reject' },
      params: actionId,
      body: decisionBody,
      bodyOptional: true,
      response: actionSchema,
      errors: ['action_not_pending', 'action_expired'],
      handler: async ({ params, principal, reach, body, change }) => {
        const by = { reach, actor: actorFor(principal), ...body };
        return change(async (db) => answer(await reject(db, context, params.id, by)));
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${url}/cancel`,
      access: 'actions',
      reach: 'cluster',
      summary:
        'Cancel an action, if nothing has been sent to the cluster yet; a running drain stops before its next eviction',
      audit: { action: 'action.cancel' },
      params: actionId,
      body: decisionBody,
      bodyOptional: true,
      response: actionSchema,
      errors: ['invalid_state'],
      handler: async ({ params, principal, reach, body, change }) => {
        const by = { reach, actor: actorFor(principal), ...body };
        return change(async (db) => answer(await cancel(db, context, params.id, by)));
      },
    }),
  ];
}

function answer(row: ActionRow): Reply {
  const { action, target, cluster_id, status, note, approved_by } = row;
  const override = approved_by?.override_reason;
  const details = { action, target, cluster_id, status, reason: note };
  return {
    body: shown(row),
    audit: { details: override === undefined ? details : { ...details, override_reason: override } },
  };
}
