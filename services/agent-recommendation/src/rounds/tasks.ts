import { KnownClusters, type ModuleContext, type ModuleTask } from '@wheelhouse/kit';
import { leaveAlone, lookAfter } from './look-after.ts';
import { insertRounds, selectDueRounds, selectRounds, setRoundDue } from './store.ts';

const atOnce = 20;
const sideBySide = 2;
const againMs = 5 * 60_000;

export function roundTasks(): readonly ModuleTask[] {
  return [
    {
      name: 'clusters',
      about: 'keeps the list of the clusters to look at, as platform has them',
      everyMs: 60_000,
      run: (context) => follow(context),
    },
    {
      name: 'recommendations',
      about: 'looks once an hour at each cluster for what would spare the next incident, some clusters a round',
      everyMs: 5_000,
      run: (context, _lease, signal) => lookAtDue(context, signal),
    },
  ];
}

/** While platform does not answer, the list stays. */
async function follow(context: ModuleContext): Promise<void> {
  const { database, clock, call } = context;
  const owned = await new KnownClusters(call).all();
  const there = new Set(owned.map(({ cluster_id: id }) => id));
  await database.system((db) => insertRounds(db, owned, clock.now()));
  const rounds = await selectRounds({ query: database.look });
  for (const round of rounds.filter(({ cluster_id: id }) => !there.has(id))) await leaveAlone(context, round);
}

/** One cluster that cannot be looked at keeps no other waiting, and is tried again in a while. */
async function lookAtDue(context: ModuleContext, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = context;
  const waiting = [...(await selectDueRounds({ query: database.look }, clock.now(), atOnce))].toReversed();
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined && !signal.aborted; one = waiting.pop()) {
      const { cluster_id: clusterId, tenant_id: tenantId } = one;
      await lookAfter(context, one, signal).catch(async (error: unknown) => {
        if (signal.aborted) return;
        log.warn({ err: error, cluster_id: clusterId }, 'a cluster could not be looked at for recommendations');
        const again = new Date(clock.now().getTime() + againMs);
        await database.tenant(tenantId, (db) => setRoundDue(db, clusterId, again));
      });
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
}
