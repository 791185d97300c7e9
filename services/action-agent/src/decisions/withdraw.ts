import { closed, nullable, oneOf, uuidSchema } from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, refuse, type Route, type TenantDb } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';
import type { AgentSettings } from '../config.ts';
import { actionOfDecision, noteDecision } from '../records/store.ts';
import { endAction, lockedAction } from '../records/transitions.ts';

type Context = ModuleContext<AgentSettings>;

const withdrawn = closed({
  status: oneOf(
    ['withdrawn', 'canceled'],
    'canceled: the pending action was; withdrawn: no action will come of the decision',
  ),
  action_id: nullable(uuidSchema),
});
type Withdrawn = Static<typeof withdrawn>;

/** For modules that have sent a decision and no longer want it. Whatever has begun is a matter for people. */
export function withdrawRoute(context: Context): Route {
  return defineRoute({
    method: 'POST',
    url: '/internal/v1/decisions/:id/withdraw',
    access: 'internal',
    reach: 'none',
    summary: 'Withdraw a decision whose action has not been approved',
    audit: { action: 'action.withdraw' },
    params: closed({ id: uuidSchema }),
    body: closed({ reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: withdrawn,
    errors: ['action_not_pending'],
    handler: async ({ params, body, change }) =>
      change(async (db) => {
        const answer = await withdraw(db, context, params.id.toLowerCase(), body.reason);
        return { body: answer, audit: { objectId: answer.action_id ?? params.id, details: { ...answer, ...body } } };
      }),
  });
}

/** A decision that is still on its way is noted as taken: whoever hands it over finds that out, and drops it. */
async function withdraw(db: TenantDb, context: Context, decisionId: string, reason: string): Promise<Withdrawn> {
  if (await noteDecision(db, decisionId, context.makeId())) return { status: 'withdrawn', action_id: null };
  const id = await actionOfDecision(db, decisionId);
  const row = id === undefined ? undefined : await lockedAction(db, id);
  // Noted by an earlier call of this kind.
  if (row === undefined) return { status: 'withdrawn', action_id: null };
  if (row.status === 'canceled') return { status: 'canceled', action_id: row.id };
  if (row.status !== 'pending_approval')
    refuse('action_not_pending', { message: `The action is no longer waiting for approval: it is ${row.status}.` });
  await endAction(db, context, row, { status: 'canceled', note: reason }, context.clock.now());
  return { status: 'canceled', action_id: row.id };
}
