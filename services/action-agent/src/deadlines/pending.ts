import type { ModuleContext } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { tellPending } from '../records/events.ts';
import { announced, type OpenAction, selectExpiring, selectUnannounced } from '../records/store.ts';
import { endAction, lockedAction } from '../records/transitions.ts';

type Context = ModuleContext<AgentSettings>;

const atOnce = 200;
const sideBySide = 4;

/** Whoever decides about one at the same instant has its row or finds it ended. */
export async function expirePending(context: Context, signal: AbortSignal): Promise<void> {
  const { clock } = context;
  await forEach(context, signal, selectExpiring, async ({ action_id: id, tenant_id: tenantId }) => {
    await context.database.tenant(tenantId, async (db) => {
      const row = await lockedAction(db, id);
      if (row?.status === 'pending_approval') await endAction(db, context, row, { status: 'expired' }, clock.now());
    });
  });
}

/** Somebody may have to be woken for it: better without a plan than never. */
export async function announceUnplanned(context: Context, signal: AbortSignal): Promise<void> {
  await forEach(context, signal, selectUnannounced, async ({ action_id: id, tenant_id: tenantId }) => {
    await context.database.tenant(tenantId, async (db) => {
      const row = await lockedAction(db, id);
      if ((await announced(db, id)) && row?.status === 'pending_approval') await tellPending(db, context, row);
    });
  });
}

async function forEach(
  { database, clock }: Context,
  signal: AbortSignal,
  select: typeof selectExpiring,
  work: (open: OpenAction) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = [...(await select({ query: database.look }, clock.now(), atOnce))];
    const isAll = due.length < atOnce;
    const one = async () => {
      for (let next = due.pop(); next !== undefined && !signal.aborted; next = due.pop()) await work(next);
    };
    await Promise.all(Array.from({ length: sideBySide }, one));
    if (isAll || signal.aborted) return;
  }
}
