import { randomUUID } from 'node:crypto';
import { giveBack, type ModuleContext, takeLease } from '@wheelhouse/kit';
import { selectWorkers } from '../clusters/workers-store.ts';
import type { AgentSettings } from '../config.ts';
import { noWorkerSeconds } from '../plans/deadlines.ts';
import { afterSilence } from '../plans/done-when.ts';
import type { OpenAction } from '../records/store.ts';
import { endAction, lockedAction } from '../records/transitions.ts';
import { selectLongExecuting } from './store.ts';

type Context = ModuleContext<AgentSettings>;

const atOnce = 200;
const holdSeconds = 10;

/** Nothing executes for ever: what no worker has come for ends, and says whether its change was sent. */
export async function endAbandoned(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const before = new Date(clock.now().getTime() - noWorkerSeconds * 1000);
  for (const open of await selectLongExecuting({ query: database.look }, before, atOnce)) {
    if (signal.aborted) return;
    const [last] = await database.tenant(open.tenant_id, (db) => selectWorkers(db, [open.cluster_id]));
    if (last === undefined || last.seen_at < before) await end(context, open, (last?.seen_at ?? before).getTime());
  }
}

/** Under the target's lease: a worker that comes back at this moment finds it taken, and then the action ended. */
async function end(
  context: Context,
  { action_id: id, tenant_id: tenantId, target }: OpenAction,
  since: number,
): Promise<void> {
  const { database, schema, clock } = context;
  const lease = await database.system((db) =>
    takeLease(db, schema, `target ${target}`, `abandoned#${randomUUID()}`, holdSeconds),
  );
  if (lease === undefined) return;
  await database.tenant(tenantId, async (db) => {
    const row = await lockedAction(db, id);
    if (row?.status !== 'executing') return;
    const now = clock.now();
    const effect = row.revert === 'not_sent' ? row.effect : 'reverting';
    const verdict = afterSilence({ of: 'worker', since, now: now.getTime(), effect });
    if (verdict.verdict !== 'failed') return;
    await endAction(db, context, row, { status: 'failed', result: verdict.result, error: verdict.error }, now);
  });
  await database.system((db) => giveBack(db, schema, lease));
}
