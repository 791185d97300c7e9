import { setTimeout as wait } from 'node:timers/promises';
import { type ConsumerOptions, receivedFrom, type Take, type Taken } from './consumer-spec.ts';
import { type Gathered, handleTogether } from './inbox.ts';
import type { OutgoingEvent } from './outbox.ts';

interface Waiting extends Gathered {
  readonly resolve: (taken: Taken | Promise<Taken>) => void;
}

/** Batches under way at once, of different tenants: connections are shared with everything else. */
const mostAtOnce = 2;

/** And events of a batch that failed, each on its own. */
const aloneAtOnce = 5;

/**
 * Gathers events by tenant. One batch of a tenant at a time: what comes meanwhile makes the next, so batches grow with
 * what there is to do. Tenants take turns. Each event has its own answer, and a batch that fails is taken apart.
 */
export function inBatches(options: ConsumerOptions, alone: Take): Take {
  const { spec, log, signal } = options;
  const { most = 1, gatherMs = 0 } = spec.batch ?? {};
  const waiting = new Map<string, Waiting[]>();
  const ready: string[] = [];
  let underWay = 0;

  async function handle(tenantId: string): Promise<void> {
    const all = waiting.get(tenantId) ?? [];
    const batch = all.splice(0, most);
    try {
      await handleTogether(options, tenantId, batch);
      for (const { resolve } of batch) resolve('ack');
    } catch (error) {
      log.warn(
        { err: error, consumer: spec.name, events: batch.length },
        'a batch of events failed; they are handled one by one',
      );
      void takeApart(batch, alone);
    }
    if (all.length === 0) waiting.delete(tenantId);
    else ready.push(tenantId);
  }

  function next(): void {
    while (underWay < mostAtOnce) {
      const tenantId = ready.shift();
      if (tenantId === undefined) return;
      underWay += 1;
      void handle(tenantId).finally(() => {
        underWay -= 1;
        next();
      });
    }
  }

  async function gather(tenantId: string): Promise<void> {
    await wait(gatherMs, undefined, { signal }).catch(() => undefined);
    ready.push(tenantId);
    next();
  }

  return (event: OutgoingEvent) =>
    new Promise<Taken>((resolve) => {
      const received = receivedFrom(event);
      const one = { event, received, resolve };
      const others = waiting.get(received.tenant_id);
      if (others !== undefined) {
        others.push(one);
        return;
      }
      waiting.set(received.tenant_id, [one]);
      void gather(received.tenant_id);
    });
}

/** Not waited for: one that is tried again and again keeps no later event of its tenant back. */
async function takeApart(batch: readonly Waiting[], alone: Take): Promise<void> {
  const queue = batch.values();
  const lane = async () => {
    for (const { event, resolve } of queue) {
      const taken = alone(event);
      resolve(taken);
      // What it throws is told to whoever brought the event.
      await taken.catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: aloneAtOnce }, lane));
}
