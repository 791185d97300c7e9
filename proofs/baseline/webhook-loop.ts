import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates } from 'node:tls';
import { type ChannelModel, connect, type ConsumeMessage } from 'amqplib';
import pg from 'pg';
import { type Dispatcher, Pool } from 'undici';
import { obey, sideGiven, type Target } from '../timed/webhook-cost/side.ts';

/**
 * The least that loses nothing: events come from the queue, are written with their deliveries, acknowledged, posted with
 * a signature, and the outcomes written; sixteen in every statement, many of these groups side by side. No lanes, no
 * tenants, no retries, no record of what was answered but its status.
 */
export const loopTables = `
  CREATE SCHEMA loop;
  CREATE TABLE loop.events (id uuid PRIMARY KEY, type text NOT NULL, body text NOT NULL);
  CREATE TABLE loop.deliveries (id uuid PRIMARY KEY, event_id uuid NOT NULL, subscription_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'pending', status integer, created_at timestamptz NOT NULL, finished_at timestamptz)
    WITH (fillfactor = 80);`;

export const loopExchange = 'loop.events';
export const loopQueue = 'loop';

const perStatement = 16;
const groupsAtOnce = 64;
const gatherMs = 5;

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly target: Target;
  readonly body: string;
}

const insert = {
  name: 'insert',
  text: `WITH e AS (INSERT INTO loop.events SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING)
    INSERT INTO loop.deliveries (id, event_id, subscription_id, created_at)
    SELECT d.*, now() FROM unnest($4::uuid[], $1::uuid[], $5::uuid[]) AS d ON CONFLICT DO NOTHING`,
};
const update = {
  name: 'update',
  text: `UPDATE loop.deliveries AS d SET state = g.state, status = g.status, finished_at = now()
    FROM unnest($1::uuid[], $2::text[], $3::integer[]) AS g (id, state, status) WHERE d.id = g.id`,
};

class Answer implements Dispatcher.DispatchHandler {
  readonly #done: (status: number | null) => void;
  #status: number | null = null;
  constructor(done: (status: number | null) => void) {
    this.#done = done;
  }
  onRequestStart(): void {}
  onResponseStart(_controller: unknown, status: number): void {
    this.#status = status;
  }
  onResponseData(): void {}
  onResponseEnd(): void {
    this.#done(this.#status);
  }
  onResponseError(): void {
    this.#done(null);
  }
}

interface Reached {
  readonly pool: Pool;
  readonly path: string;
}

function post(pools: ReadonlyMap<string, Reached>, { id, eventId, target, body }: Delivery): Promise<number | null> {
  const { secret, subscriptionId } = target;
  const seconds = Math.floor(Date.now() / 1_000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = [
    'Content-Type',
    'application/json',
    'Service-Signature',
    `t=${seconds},v1=${digest}`,
    'Service-Event-Id',
    `evt_${eventId.replaceAll('-', '')}`,
    'Service-Delivery-Id',
    id,
  ];
  return new Promise((resolve) => {
    const to = pools.get(subscriptionId);
    to?.pool.dispatch({ method: 'POST', path: to.path, headers, body }, new Answer(resolve));
  });
}

function poolsOf(targets: readonly Target[], caFile: string): ReadonlyMap<string, Reached> {
  // Made once: made for each connection it would cost more than the deliveries.
  const secureContext = createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, 'utf8')] });
  const options = {
    connections: 16,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 600_000,
    keepAliveMaxTimeout: 600_000,
  };
  return new Map(
    targets.map(({ subscriptionId, url }) => {
      const { origin, pathname } = new URL(url);
      return [subscriptionId, { pool: new Pool(origin, { ...options, connect: { secureContext } }), path: pathname }];
    }),
  );
}

async function main(): Promise<void> {
  const given = sideGiven();
  const pools = poolsOf(given.targets, given.caFile);
  const byCluster = new Map(given.targets.map((target) => [target.clusterId, target]));
  const database = new pg.Pool({ connectionString: given.databaseUrl, max: 10, idleTimeoutMillis: 0 });
  let connection: ChannelModel | undefined;

  const deliver = async (deliveries: readonly Delivery[], ack: () => void): Promise<number> => {
    const ids = deliveries.map(({ id }) => id);
    await database.query({
      ...insert,
      values: [
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(() => 'cluster.phase_changed'),
        deliveries.map(({ body }) => body),
        ids,
        deliveries.map(({ target }) => target.subscriptionId),
      ],
    });
    ack();
    const statuses = await Promise.all(deliveries.map((delivery) => post(pools, delivery)));
    const states = statuses.map((status) => (status !== null && status < 300 ? 'succeeded' : 'failed'));
    await database.query({ ...update, values: [ids, states, statuses] });
    return deliveries.length;
  };

  /** Resolves when so many events have an outcome that is committed. */
  const consume = async (events: number): Promise<void> => {
    connection = await connect(given.brokerUrl);
    const channel = await connection.createChannel();
    await channel.prefetch(perStatement * groupsAtOnce);
    const done = Promise.withResolvers<void>();
    let left = events;
    let gathered: ConsumeMessage[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      const messages = gathered;
      gathered = [];
      const deliveries = messages.map((message): Delivery => {
        const eventId = String(message.properties.messageId);
        const target = byCluster.get(String(message.properties.headers?.['cluster']));
        if (target === undefined) throw new Error('nobody is to be told of this event');
        // One event has one delivery here, so it may have its id.
        return { id: eventId, eventId, target, body: message.content.toString() };
      });
      deliver(deliveries, () => {
        for (const message of messages) channel.ack(message);
      }).then((count) => {
        left -= count;
        if (left === 0) done.resolve();
      }, done.reject);
    };
    await channel.consume(loopQueue, (message) => {
      if (message === null) return;
      gathered.push(message);
      if (gathered.length === perStatement) flush();
      else timer ??= setTimeout(flush, gatherMs);
    });
    await done.promise;
  };

  obey(async (order) => {
    if (order.order === 'go') await consume(order.events);
    else await connection?.close();
  });
}

if (process.env['SIDE_GIVEN'] !== undefined) await main();
