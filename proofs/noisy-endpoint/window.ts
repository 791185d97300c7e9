import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../runner/figures.ts';
import type { Emitted, Source } from '../webhooks/source.ts';
import type { Subscriber } from '../webhooks/subscribers.ts';
import type { House } from './house.ts';

const patienceMs = 15_000;

/** p95 in milliseconds from the commit to the first byte at the receiver, of what is emitted from now on to the healthy. */
export async function watchHealthy(
  { receiver, subscribers }: House,
  source: Source,
  { perSecond, ms, isHealthy }: { perSecond: number; ms: number; isHealthy: (one: Subscriber) => boolean },
): Promise<number> {
  const before = source.emitted.length;
  const end = performance.now() + ms;
  await source.flow(subscribers, perSecond, () => performance.now() > end);
  const told = source.emitted.slice(before).filter(({ to }) => isHealthy(to));
  const arrivals = await arrivalsOf(receiver, told);
  return quantile(
    told.map(({ eventId, at }) => (arrivals.get(eventId) ?? at + patienceMs) - at),
    0.95,
  );
}

/** When each first arrived; waits for those that are still on their way. */
export async function arrivalsOf(
  receiver: House['receiver'],
  told: readonly Pick<Emitted, 'eventId'>[],
): Promise<ReadonlyMap<string, number>> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const first = new Map((await receiver.log()).toReversed().map(({ eventId, at }) => [eventId, at]));
    if (performance.now() > until || told.every(({ eventId }) => first.has(eventId))) return first;
    await wait(100);
  }
}
