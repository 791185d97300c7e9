import { firstIdOf, type ModuleContext, type ModuleTask, suspendedTenantsTask } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { cancelKeptTooLong, pruneRedeliveries } from '../deliveries/redeliver.ts';
import { giveTimeAgain } from './activated.ts';
import { dayMs, heldDays, historyDays } from './days.ts';
import { type LaneOf, lanesAfter } from './store.ts';

const atOnce = 500;

type Given = Pick<ModuleContext, 'database' | 'clock'>;

/** What has been held for its 30 days ends, and what is counted of events that are gone is forgotten. */
export async function endOldOnes(context: Given, signal: AbortSignal): Promise<void> {
  const { database } = context;
  for (let after: string | undefined; !signal.aborted; ) {
    const lanes = await lanesAfter(database, after, atOnce);
    for (const lane of lanes) if (!signal.aborted) await endOldOf(context, lane, signal);
    after = lanes.at(-1)?.subscription_id;
    if (after === undefined) return;
  }
}

async function endOldOf(
  { database, clock }: Given,
  { tenant_id, subscription_id }: LaneOf,
  signal: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const now = clock.now();
    const before = (days: number) => firstIdOf(new Date(now.getTime() - days * dayMs));
    // A day less than the history: a piece of it may be dropped at any time after.
    const span = { beforeId: before(heldDays), firstKept: before(historyDays - 1), most: atOnce };
    const [ended, pruned] = await database.tenant(tenant_id, (db) =>
      Promise.all([
        cancelKeptTooLong(db, subscription_id, span, now),
        pruneRedeliveries(db, subscription_id, before(historyDays), atOnce),
      ]),
    );
    more = ended === atOnce || pruned === atOnce;
  }
}

export const keepingTasks: readonly ModuleTask<WebhookSettings>[] = [
  {
    name: 'end what was held too long',
    about: 'cancels held deliveries after 30 days, and forgets after 35 days how often events were redelivered',
    everyMs: 3_600_000,
    run: (context, _lease, signal) => endOldOnes(context, signal),
  },
  suspendedTenantsTask(giveTimeAgain),
];
