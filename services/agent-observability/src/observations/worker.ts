import { claim, type ModuleContext } from '@wheelhouse/kit';
import { closeObservation, type DueLane, dueLanes, nextInLane, type OpenObservation } from './open-store.ts';
import type { ObservationRow } from './row.ts';
import { end, goOn } from './service.ts';
import { selectObservation, updateObservation } from './store.ts';
import type { About } from '../looking/ask.ts';
import { type Looked, look, lookedEnough } from '../looking/look.ts';

const leaseKind = 'lane';
const leaseSeconds = 15;
const lookEveryMs = 250;
/** Lanes, and so evidence reads, of one process; it only waits for them. */
const atOnce = 50;

/** Longer than k8s-monitor takes to say that a cluster does not answer. */
const longestWaitMs = 12_000;
const shortestWaitMs = 1_000;
/** One that nobody has answered anything about in time is looked at all the same, unless nobody waits for it any more. */
const lastTurnMs = 25_000;
const longestPauseMs = 5_000;

/**
 * Looks at what is to be observed until the signal ends. Of a lane one process holds the lease, and it has two lanes for
 * each cluster: so no cluster is asked for more than two at once, however many processes and observations there are.
 */
export function observe(context: ModuleContext, worker: string, signal: AbortSignal): Promise<void> {
  const { database, schema, clock, log } = context;
  return claim({
    database,
    schema,
    kind: leaseKind,
    worker,
    seconds: leaseSeconds,
    lookEveryMs,
    atOnce,
    log,
    signal,
    look: (most) => dueLanes({ query: database.look }, leaseKind, clock.now(), most),
    work: (lane, _lease, held) => workOn(context, lane, held),
  });
}

async function workOn(context: ModuleContext, lane: DueLane, signal: AbortSignal): Promise<void> {
  const looking = { query: context.database.look };
  while (!signal.aborted) {
    const open = await nextInLane(looking, lane, context.clock.now());
    if (open === undefined) return;
    await bringForward(context, open, signal);
  }
}

/** One look. It only reads, so nothing is lost by doing it twice; that it ends once is seen to when it does. */
async function bringForward(
  context: ModuleContext,
  { observation_id: id, tenant_id: tenantId }: OpenObservation,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context;
  const row = await database.tenant(tenantId, async (db) => {
    const found = await selectObservation(db, id, 'FOR UPDATE');
    if (found?.status !== 'observing') {
      await closeObservation(db, id);
      return undefined;
    }
    if (timeLeft(found, clock.now()) > 0) await updateObservation(db, id, { attempts: found.attempts + 1 });
    return found;
  });
  if (row?.object === undefined || row.object === null) return;
  const about: About = { tenantId, clusterId: row.cluster_id, object: row.object };
  const looked = await lookAt(context, row, about, signal);
  if (signal.aborted) return;
  await database.tenant(tenantId, async (db) => {
    if (looked.kind === 'end') await end(db, context, id, looked.step, looked.ending);
    else await goOn(db, id, looked.found, nextLook(row, clock.now()));
  });
}

async function lookAt(context: ModuleContext, row: ObservationRow, about: About, signal: AbortSignal): Promise<Looked> {
  const left = timeLeft(row, context.clock.now());
  try {
    if (left <= 0) return lookedEnough(row, about);
    const timeoutMs = Math.min(longestWaitMs, Math.max(shortestWaitMs, left));
    return await look(context, row, about, { timeoutMs, signal });
  } catch (error) {
    if (!signal.aborted) context.log.error({ err: error, observation_id: row.id }, 'a look at an object failed');
    const found = { reason: 'not_observed', message: 'What was seen could not be read because of an error.' } as const;
    return left <= 0 ? { kind: 'end', step: 'give_up', ending: found } : { kind: 'again', found };
  }
}

function timeLeft({ due_at: dueAt, facts, message }: ObservationRow, now: Date): number {
  const hasHeard = facts !== null || message !== null;
  return dueAt.getTime() + (hasHeard ? 0 : lastTurnMs) - now.getTime();
}

/** Ever more rarely, and once more when its time is over. */
function nextLook({ due_at: dueAt, attempts }: ObservationRow, now: Date): Date {
  const pause = Math.min(longestPauseMs, 1_000 * 2 ** attempts);
  return new Date(Math.min(now.getTime() + pause, dueAt.getTime()));
}
