import type { Database } from '../db/database.ts';
import { holdLease, type Lease, pause, stillHolds } from '../leases.ts';
import type { Log } from '../log.ts';
import { outboxWaiting } from '../metrics.ts';
import { inSpan, SpanKind } from '../telemetry.ts';
import { type Broker, eventsExchange, headsExchange } from './broker.ts';
import { confirmEvents, headsOf, numberEvents, unconfirmedEvents } from './outbox.ts';

/** One relay per module carries its outbox to the broker, in order per type, and says every few seconds how far it is. */

const batch = 500;
const announceEvery = 5_000;
const leaseSeconds = 15;

export interface RelayOptions {
  readonly module: string;
  readonly schema: string;
  /** See holdLease. */
  readonly worker: string;
  readonly database: Database;
  readonly broker: Broker;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** How long an idle relay waits before it looks again. */
  readonly pollMs: number;
}

/** Ends when the signal does. */
export function startRelay(options: RelayOptions): Promise<void> {
  return holdLease({
    ...options,
    target: 'relay',
    seconds: leaseSeconds,
    work: (lease, signal) => carry(options, lease, signal),
  });
}

async function carry(options: RelayOptions, lease: Lease, signal: AbortSignal): Promise<void> {
  let announced = 0;
  while (!signal.aborted) {
    const moved = await step(options, lease).catch((error: unknown) => {
      options.log.warn({ err: error }, 'events could not be published; they stay in the outbox');
      return 0;
    });
    if (performance.now() - announced > announceEvery) {
      announced = performance.now();
      await announce(options).catch((error: unknown) =>
        options.log.debug({ err: error }, 'the latest event numbers were not announced'),
      );
    }
    if (moved === 0) await pause(options.pollMs, signal);
  }
}

/** Numbers what is new, publishes what is not confirmed, writes down what was. Safe to stop anywhere. */
async function step({ database, schema, broker, module }: RelayOptions, lease: Lease): Promise<number> {
  await database.system(async (db) => {
    if (!(await stillHolds(db, schema, lease))) throw new Error('another relay has taken over');
    await numberEvents(db, schema, batch);
  });
  const events = await database.system((db) => unconfirmedEvents(db, schema, batch));
  outboxWaiting.set({ module }, events.length);
  if (events.length === 0) return 0;
  const settled = await Promise.allSettled(
    events.map((event) =>
      inSpan(
        `publish ${event.type}`,
        SpanKind.PRODUCER,
        () =>
          broker.publish({
            exchange: event.exchange ?? eventsExchange,
            key: event.routing_key ?? event.type,
            body: event.body,
            id: event.message_id ?? event.id,
            headers: { ...event.headers, source: module, seq: event.seq },
          }),
        event.headers,
      ),
    ),
  );
  const through = new Map<string, number>();
  const stopped = new Set<string>();
  for (const [index, { type, seq }] of events.entries()) {
    // In order per type: what comes after the first failure is published again.
    if (settled[index]?.status === 'fulfilled' && !stopped.has(type)) through.set(type, seq);
    else stopped.add(type);
  }
  if (through.size > 0) await database.system((db) => confirmEvents(db, schema, through));
  const failure = settled.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return events.length;
}

async function announce({ database, schema, broker, module }: RelayOptions): Promise<void> {
  const heads = await database.system((db) => headsOf(db, schema));
  await broker.publish({
    exchange: headsExchange,
    key: module,
    body: JSON.stringify({ source: module, heads }),
    persistent: false,
  });
}
