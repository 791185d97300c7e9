import { type Bell, type ModuleContext, type ModuleWorker, pause } from '@wheelhouse/kit';
import { lagSeconds, underWay } from '../metrics.ts';
import type { WebhookSettings } from '../config.ts';
import { senderOf } from '../sender.ts';
import { Addresses } from './addresses.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import { type Claimed, claimLanes, dueLag, freeLanesOf, giveBackLanes } from './claim.ts';
import { Slots } from './slots.ts';
import type { TurnsGiven } from './turn.ts';
import { type Taken, takeTurns } from './turns.ts';

const pollMs = 250;
/** Lanes that become due together are claimed together. */
const breathMs = 20;
const lagEveryMs = 5_000;

/** Claims due lanes and sends what they hold, until it is told to stop; then it ends what it has begun. */
export function deliverWorker(bell: Bell, random: () => number = Math.random): ModuleWorker<WebhookSettings> {
  return {
    name: 'deliver',
    about: 'sends due deliveries to subscribers and records the outcome',
    run: (context, worker, signal) => deliver(context, worker, bell, random, signal),
  };
}

async function deliver(
  context: ModuleContext<WebhookSettings>,
  worker: string,
  bell: Bell,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, settings } = context;
  const sender = senderOf(context);
  const writer = new OutcomeWriter(context, bell);
  const slots = new Slots(settings.WEBHOOK_SLOTS);
  const given: TurnsGiven = { context, sender, addresses: new Addresses(context.secrets), writer, random };
  const turns = new Set<Promise<void>>();
  /** Claimed, and then not read: nothing was begun on them, and nobody else may have them yet. */
  const unread: Claimed[] = [];

  const begin = (tenantId: string, taken: readonly Taken[]) => {
    const turn = takeTurns(given, tenantId, taken, signal)
      .catch((error: unknown) => {
        log.warn({ err: error, lanes: taken.length }, 'lanes could not be read');
        unread.push(...taken.map(({ lane }) => lane));
      })
      .finally(() => turns.delete(turn));
    turns.add(turn);
  };
  const claim = async () => {
    if (unread.length > 0) {
      const lanes = [...unread];
      await giveBackLanes(database, lanes);
      unread.splice(0, lanes.length);
    }
    const claimed = await claimLanes(database, worker, slots, clock.now());
    const { taken, left } = withSlots(claimed, slots);
    for (const [tenantId, lanes] of Map.groupBy(taken, ({ lane }) => lane.tenantId)) begin(tenantId, lanes);
    if (left.length > 0) await giveBackLanes(database, left);
  };

  const measuring = measure(context, slots, signal);
  await freeLanesOf(database, worker).catch((error: unknown) =>
    log.warn({ err: error }, 'lanes of the previous run were not released; their leases will expire by themselves'),
  );
  try {
    while (!signal.aborted) {
      slots.age(performance.now());
      await claim().catch((error: unknown) => log.warn({ err: error }, 'no lane could be claimed'));
      await pause(breathMs, signal);
      await bell.wait(pollMs, signal);
    }
  } finally {
    await Promise.all(turns);
    await writer.written();
    await sender.close();
    await measuring;
  }
}

/** Slots may have been charged otherwise since they were counted. */
function withSlots(claimed: readonly Claimed[], slots: Slots): { readonly taken: Taken[]; readonly left: Claimed[] } {
  const taken: Taken[] = [];
  const left: Claimed[] = [];
  for (const lane of claimed) {
    const held = slots.take(lane.tenantId, lane.pool, lane.windowSize, performance.now());
    if (held === undefined) left.push(lane);
    else taken.push({ lane, held });
  }
  return { taken, left };
}

async function measure(
  { database, clock, log }: ModuleContext<WebhookSettings>,
  slots: Slots,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    underWay.set({ pool: 'fast' }, slots.used.fast);
    underWay.set({ pool: 'slow' }, slots.used.slow);
    await dueLag(database, clock.now())
      .then((lag) => lagSeconds.set(lag))
      .catch((error: unknown) => log.debug({ err: error }, 'the lag of lanes could not be measured'));
    await pause(lagEveryMs, signal);
  }
}
