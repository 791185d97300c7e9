import { systemClock, makeIds, makeLog, openBroker, openDatabase, startRelay } from '@wheelhouse/kit';
import { eventBody } from './event-body.ts';
import { eventType, sideGiven } from './side.ts';

/** A program of its own: a module that writes events at a rate, each in a transaction, and its relay. */
export interface SourceOrder {
  readonly perSecond: number;
  readonly events: number;
}

/** When each event was committed, by its id, in milliseconds. */
export type SourceReport = readonly (readonly [string, number])[];

const { databaseUrl, brokerUrl, targets } = sideGiven();
const log = makeLog({ level: 'error' });
const open = (connections: number) => openDatabase({ url: databaseUrl, connections, applicationName: 'source', log });
const database = open(10);
const broker = openBroker(brokerUrl, 'source', log);
const makeId = makeIds(systemClock);
void startRelay({
  module: 'platform',
  schema: 'platform',
  worker: 'source',
  // Of its own: as in a process of its module, it does not queue behind those who write.
  database: open(2),
  broker,
  log,
  signal: new AbortController().signal,
  pollMs: 200,
});

process.on('disconnect', () => process.exit());
process.on('message', (order: SourceOrder) => void run(order).then((report) => process.send?.(report)));
process.send?.('ready');

/** Ten of one tenant in a transaction: what is measured is the way from the commit, not what commits cost. */
const together = 10;

/** Open loop: each at its time, whatever became of those before. What is written is made before the first is due. */
async function run({ perSecond, events }: SourceOrder): Promise<SourceReport> {
  const committed: [string, number][] = [];
  const groups = Array.from({ length: Math.ceil(events / together) }, (_, index) =>
    groupFrom(index * together, Math.min(together, events - index * together)),
  );
  const began = performance.now();
  const writing: Promise<void>[] = [];
  for (let index = 0; index < events; ) {
    const due = Math.min(events, Math.floor(((performance.now() - began) / 1_000) * perSecond));
    for (; index + together <= due || (due === events && index < events); index += together) {
      const group = groups[index / together];
      if (group !== undefined) writing.push(write(group, committed));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(writing);
  return committed;
}

interface Group {
  readonly tenantId: string;
  readonly ids: readonly string[];
  readonly eventIds: readonly string[];
  readonly bodies: readonly string[];
  readonly headers: readonly string[];
}

/** Targets lie by tenant, as many of each as are written together. */
function groupFrom(from: number, count: number): Group {
  const tenantId = targets[from % targets.length]?.tenantId ?? '';
  const now = systemClock.now();
  const events = Array.from({ length: count }, (_, offset) => {
    const id = makeId();
    const cluster = targets[(from + offset) % targets.length]?.clusterId ?? '';
    return { id, ...eventBody(id, tenantId, now), headers: JSON.stringify({ tenant: tenantId, cluster }) };
  });
  return {
    tenantId,
    ids: events.map(({ id }) => id),
    eventIds: events.map(({ eventId }) => eventId),
    bodies: events.map(({ body }) => body),
    headers: events.map(({ headers }) => headers),
  };
}

async function write(
  { tenantId, ids, eventIds, bodies, headers }: Group,
  committed: [string, number][],
): Promise<void> {
  await database.tenant(tenantId, (db) =>
    db.last(() =>
      db.query(
        `INSERT INTO platform.outbox (id, tenant_id, type, body, headers, created_at)
         SELECT e.id, $1, $2, e.body, e.headers, $3 FROM unnest($4::uuid[], $5::text[], $6::text[]) AS e (id, body, headers)`,
        [tenantId, eventType, systemClock.now(), ids, bodies, headers],
      ),
    ),
  );
  const at = performance.timeOrigin + performance.now();
  for (const eventId of eventIds) committed.push([eventId, at]);
}
