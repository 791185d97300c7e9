import { firstIdOf, type ModuleContext, type ModuleTask } from '@wheelhouse/kit';
import { pruneMoments } from './heard/store.ts';
import { pruneDecisions, pruneRatings } from './prune-store.ts';
import { knownTenantIds } from './tenants-store.ts';
import { bringForward } from './verdicts/bring-forward.ts';
import { selectDue } from './verdicts/due-store.ts';

const atOnce = 200;
const sideBySide = 4;
const dayMs = 24 * 60 * 60_000;
/** As long as the verdicts themselves. */
const keptDays = 400;
/** Longer than any verdict waits, and is corrected. */
const momentsKeptDays = 8;

export const feedbackTasks: readonly ModuleTask[] = [
  {
    name: 'verdicts',
    about: 'reaches the verdicts that are due, the earliest first',
    everyMs: 1_000,
    run: (context, _lease, signal) => bringDue(context, signal),
  },
  {
    name: 'prune',
    about: 'deletes what is past its keeping: what was heard of incidents and clusters, old decision ids and ratings',
    everyMs: 10 * 60_000,
    run: (context, _lease, signal) => prune(context, signal),
  },
];

/** One that cannot be brought forward keeps no other from it. */
async function bringDue(context: ModuleContext, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = context;
  const due = await selectDue({ query: database.look }, clock.now(), atOnce);
  const waiting = [...due].toReversed();
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined && !signal.aborted; one = waiting.pop()) {
      const { verdict_id: id, tenant_id: tenantId } = one;
      await bringForward(context, tenantId, id).catch((error: unknown) =>
        log.warn({ err: error, verdict_id: id }, 'a verdict could not be reached yet'),
      );
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}

async function prune({ database, clock }: ModuleContext, signal: AbortSignal): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  for (const tenantId of await knownTenantIds({ query: database.look })) {
    if (signal.aborted) return;
    await database.tenant(tenantId, async (db) => {
      await pruneMoments(db, ago(momentsKeptDays));
      await pruneDecisions(db, firstIdOf(ago(keptDays)));
      await pruneRatings(db, ago(keptDays));
    });
  }
}
