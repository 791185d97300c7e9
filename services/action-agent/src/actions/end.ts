import type { Actor } from '@wheelhouse/contracts';
import { type ModuleContext, type Reach, refuse, type TenantDb } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import type { ActionRow } from '../records/row.ts';
import { endAction, lockedAction } from '../records/transitions.ts';
import { mustBePending } from './pending.ts';
import { inReach } from './seen.ts';

type Context = ModuleContext<AgentSettings>;

/** Who ends it, and what they say. */
interface By {
  readonly reach: Reach;
  readonly actor: Actor;
  readonly reason?: string;
}

export async function reject(db: TenantDb, context: Context, id: string, by: By): Promise<ActionRow> {
  const row = inReach(by.reach, await lockedAction(db, id));
  const now = context.clock.now();
  mustBePending(row, now);
  return endAction(db, context, row, { status: 'rejected', rejected_by: by.actor, ...said(by) }, now);
}

/** A worker locks the same row before it sends anything, and finds that the action has ended: of a drain, before each eviction. */
export async function cancel(db: TenantDb, context: Context, id: string, by: By): Promise<ActionRow> {
  const row = inReach(by.reach, await lockedAction(db, id));
  if (row.finished_at !== null)
    refuse('invalid_state', { message: `The action has already ended (${row.status}) and cannot be canceled.` });
  if (row.effect !== 'not_sent' && row.action !== 'drain_node')
    refuse('invalid_state', {
      message:
        'The action is executing and its change was sent to the cluster, so it can no longer be canceled. Next step: wait until it ends, then undo it as its plan describes.',
    });
  return endAction(db, context, row, { status: 'canceled', canceled_by: by.actor, ...said(by) }, context.clock.now());
}

/** Who says nothing leaves what was said before. */
function said({ reason }: By): { readonly note?: string } {
  return reason === undefined ? {} : { note: reason };
}
