import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { eventIdOf, systemClock } from '@wheelhouse/kit';
import { Sender } from '../../../services/webhooks/src/wire/send.ts';
import { quantile } from '../../runner/figures.ts';
import type { Subscriber } from '../../webhooks/subscribers.ts';
import type { House } from './house.ts';

const slots = 8;
const perSecond = 80;

/** The control: whoever is next is sent to, so many at once, whoever they are. Answers p95 of the healthy ones. */
export async function plainLoop(
  { receiver, nameServer, subscribers }: House,
  isHealthy: (one: Subscriber) => boolean,
  ms: number,
): Promise<number> {
  const sender = new Sender({
    allowedPrivateCidrs: ['127.0.0.1/32'],
    extraCa: await readFile(receiver.caFile, 'utf8'),
    clock: systemClock,
    dnsServers: [nameServer],
  });
  const told: { readonly to: Subscriber; readonly eventId: string; readonly at: number }[] = [];
  let next = 0;
  const end = performance.now() + ms;
  const slot = async () => {
    while (performance.now() < end) {
      const one = told[next];
      if (one === undefined) {
        await wait(5);
        continue;
      }
      next += 1;
      const { to, eventId } = one;
      const url = `https://${to.name}:${receiver.port}/plain`;
      await sender.send(
        { subscriptionId: to.id, url, secrets: ['whsec_proof'] },
        { deliveryId: randomUUID(), eventId, eventType: 'cluster.phase_changed', body: '{}', attempt: 1 },
      );
    }
  };
  // Those that hang at the end are not waited for.
  for (let started = 0; started < slots; started += 1) void slot();
  while (performance.now() < end) {
    const to = subscribers[told.length % subscribers.length];
    if (to !== undefined)
      told.push({ to, eventId: eventIdOf(randomUUID()), at: performance.timeOrigin + performance.now() });
    await wait(1_000 / perSecond);
  }
  const now = performance.timeOrigin + performance.now();
  const first = new Map((await receiver.log()).toReversed().map(({ eventId, at }) => [eventId, at]));
  return quantile(
    told.filter(({ to }) => isHealthy(to)).map(({ eventId, at }) => (first.get(eventId) ?? now) - at),
    0.95,
  );
}
