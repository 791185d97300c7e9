import { firstIdOf, type ModuleContext, type ModuleTask } from '@wheelhouse/kit';
import type { AgentSettings } from '../config.ts';
import { deleteWorkersUnseenSince } from '../clusters/workers-store.ts';
import { pruneUses } from '../guards/store.ts';
import { deleteOldPlanRequests } from '../planning/store.ts';
import { pruneLedger } from '../records/ledger-store.ts';
import { endAbandoned } from './abandoned.ts';
import { announceUnplanned, expirePending } from './pending.ts';
import { pruneDecisions, pruneLeases, tenantsWithWorkers } from './store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A decision that comes again after this time is taken for a new one. */
const decisionsKeptDays = 90;
/** As long as the actions themselves. */
const ledgerKeptDays = 400;

export const agentTasks: readonly ModuleTask<AgentSettings>[] = [
  {
    name: 'pending',
    about:
      'expires pending actions that are past their deadline, and announces those that have waited a minute for a plan',
    everyMs: 500,
    run: async (context, _lease, signal) => {
      await expirePending(context, signal);
      await announceUnplanned(context, signal);
    },
  },
  {
    name: 'abandoned',
    about: 'ends actions whose cluster has had no worker for ten minutes',
    everyMs: 10_000,
    run: (context, _lease, signal) => endAbandoned(context, signal),
  },
  {
    name: 'prune',
    about: 'deletes data that is no longer needed: old decision ids, abandoned plans, workers that are gone',
    everyMs: 10 * minute,
    run: (context) => prune(context),
  },
];

async function prune({ database, clock }: ModuleContext<AgentSettings>): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  for (const tenantId of await database.system(tenantsWithWorkers))
    await database.tenant(tenantId, async (db) => {
      await deleteOldPlanRequests(db, firstIdOf(ago(minute)));
      await deleteWorkersUnseenSince(db, ago(day));
      await pruneLedger(db, ago(ledgerKeptDays * day));
      await pruneUses(db, ago(2 * day));
      await pruneDecisions(db, firstIdOf(ago(decisionsKeptDays * day)));
    });
  await database.system((db) => pruneLeases(db));
}
