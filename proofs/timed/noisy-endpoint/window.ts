import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../runner/figures.ts';
import type { Emitted, Source } from '../../webhooks/source.ts';
import type { Subscriber } from '../../webhooks/subscribers.ts';
import type { House } from './house.ts';

const patienceMs = 60_000;

export interface Window {
  /** In milliseconds, from the commit to the first byte at the receiver. */
  readonly p95: number;
  /** What has not arrived at all. */
  readonly lost: number;
}

/** Of what is emitted from now on to the healthy. */
export async function watchHealthy(
  { receiver, subscribers }: House,
  source: Source,
  { perSecond, ms, isHealthy }: { perSecond: number; ms: number; isHealthy: (one: Subscriber) => boolean },
): Promise<Window> {
  const before = source.emitted.length;
  const end = performance.now() + ms;
  await source.flow(subscribers, perSecond, () => performance.now() > end);
  const told = source.emitted.slice(before).filter(({ to }) => isHealthy(to));
  const arrivals = await arrivalsOf(receiver, told);
  const waits = told.map(({ eventId, at }) => (arrivals.get(eventId) ?? at + patienceMs) - at);
  return { p95: quantile(waits, 0.95), lost: told.filter(({ eventId }) => !arrivals.has(eventId)).length };
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
