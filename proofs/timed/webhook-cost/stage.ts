import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import {
  type Broker,
  eventsExchange,
  makeIds,
  makeLog,
  openBroker,
  openDatabase,
  openKeyring,
  systemClock,
} from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { asOwner, eventually, moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { webhooksModule } from '@wheelhouse/webhooks';
import pg from 'pg';
import { ensureAuthority, ensureCertificate } from '../../../dev/engines/runtime/certificates.ts';
import { makeLane } from '../../../services/webhooks/src/lanes/store.ts';
import { loopExchange, loopQueue, loopTables } from '../../baseline/webhook-loop.ts';
import { bodyBytes, eventBody } from './event-body.ts';
import type { FirstBytes, ReceiverOrder, ReceiverReport } from './receiver.ts';
import { eventType, type SideGiven, type SideOrder, type Target } from './side.ts';
import type { SourceOrder, SourceReport } from './source.ts';

export type SideName = 'ours' | 'loop' | 'bare';

/** Everything around both sides: subscriptions, their server, the queues and who fills them. */
export interface Stage {
  readonly owner: pg.Pool;
  readonly pidOf: (side: SideName) => number;
  /** Lays so many events into a side's queue. */
  readonly fill: (side: 'ours' | 'loop', events: number) => Promise<void>;
  /** Lets a side go; resolves when all of its events have a committed outcome. */
  readonly go: (side: SideName, events: number) => Promise<void>;
  readonly rest: (side: SideName) => Promise<void>;
  /** How long ago it was last let go. */
  readonly idleMs: (side: SideName) => number;
  /** How many events each side was given in all. */
  readonly sent: () => Readonly<Record<SideName, number>>;
  readonly receiver: () => Promise<ReceiverReport>;
  /** Events written at a rate and delivered as they come; resolves when all are committed and have an outcome. */
  readonly flow: (order: SourceOrder) => Promise<SourceReport>;
  /** Of the events that flowed. */
  readonly firstBytes: () => Promise<FirstBytes>;
  readonly close: () => Promise<void>;
}

const tenants = 10;
const perTenant = 10;
const delayMs = 20;
const publishAtOnce = 500;
const pollMs = 50;
const patienceMs = 10 * 60_000;
const here = (file: string) => join(import.meta.dirname, '../..', file);
const programs: Readonly<Record<SideName, string>> = {
  ours: 'timed/webhook-cost/ours.ts',
  loop: 'baseline/webhook-loop.ts',
  bare: 'baseline/signed-post.ts',
};

export async function openStage(profile?: string): Promise<Stage> {
  const modules = [webhooksModule, platformModule];
  const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-webhook-cost-'));
  const database = await moduleDatabase(modules);
  const vhost = await testVhost();
  const children: ChildProcess[] = [];
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2, application_name: 'stage' });
  const usual = await testEnvironment(modules, database, vhost);
  const environment = {
    ...usual,
    PATH: process.env['PATH'],
    EXTERNAL_URL: 'https://wheelhouse.example.test',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: join(folder, 'ca.crt'),
    LOG_LEVEL: 'warn',
    CHECK_ANSWERS: 'false',
  };
  await ensureAuthority(folder, 'webhook-cost');
  await ensureCertificate(folder, { name: 'receiver', commonName: 'receiver', alternativeNames: 'IP:127.0.0.1' });
  await asOwner(database.ownerUrl, async (client) => {
    await client.query(loopTables);
    const role = new URL(database.url).username;
    await client.query(`GRANT USAGE ON SCHEMA loop TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA loop TO ${role}`);
  });
  const start = async (file: string, args: readonly string[], env: object, execArgv: readonly string[] = []) => {
    const child = fork(here(file), [...args], { env: { ...process.env, ...env }, execArgv: [...execArgv] });
    children.push(child);
    const [first] = (await once(child, 'message')) as [unknown];
    return { child, first };
  };
  const receiving = await start(
    'timed/webhook-cost/receiver.ts',
    [join(folder, 'receiver.crt'), join(folder, 'receiver.key'), String(delayMs), String(bodyBytes)],
    {},
  );
  const targets = await subscribe(database.url, usual['SECRETS_KEYS'] ?? '', Number(receiving.first));
  const given: SideGiven = {
    databaseUrl: database.url,
    brokerUrl: vhost.url,
    caFile: join(folder, 'ca.crt'),
    targets,
  };
  const env = { ...environment, SIDE_GIVEN: JSON.stringify(given) };
  const profiled = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const sides = {
    ours: (await start(programs.ours, [], env, profiled)).child,
    loop: (await start(programs.loop, [], env, profiled)).child,
    bare: (await start(programs.bare, [], env)).child,
  };
  const source = (await start('timed/webhook-cost/source.ts', [], env)).child;
  const broker = openBroker(vhost.url, 'stage', makeLog({ level: 'error' }));
  await eventually(() => {
    if (broker.trouble() !== undefined) throw new Error(broker.trouble());
  });
  const ask = async (child: ChildProcess, message: object | string): Promise<unknown> => {
    child.send(message);
    const [answer] = (await once(child, 'message')) as [unknown];
    return answer;
  };
  const order = (side: SideName, what: SideOrder) => ask(sides[side], what);
  // Each makes its queue when it is let go first.
  await declareLoop(vhost.url);
  await order('ours', { order: 'go', events: 0 });
  await eventually(() => queueIsThere(vhost.url, 'webhooks.events-of-platform'));
  await order('ours', { order: 'stop' });
  const fill = filler(broker, targets);
  const sent = { ours: 0, loop: 0, bare: 0 };
  const lastUsed = { ours: 0, loop: 0, bare: 0 };
  const receiver = (what: ReceiverOrder) => ask(receiving.child, what);
  return {
    owner,
    pidOf: (side) => sides[side].pid ?? 0,
    fill,
    go: async (side, events) => {
      await order(side, { order: 'go', events });
      sent[side] += events;
      if (side === 'ours') await outcomesWritten(owner, sent.ours);
    },
    rest: async (side) => {
      await order(side, { order: 'stop' });
      lastUsed[side] = performance.now();
    },
    idleMs: (side) => performance.now() - lastUsed[side],
    sent: () => sent,
    receiver: async () => (await receiver('report')) as ReceiverReport,
    flow: async (what) => {
      await receiver('note');
      // Its numbers follow those of the events that were laid into the queue.
      await owner.query('INSERT INTO platform.outbox_streams (type, head, confirmed) VALUES ($1, $2, $2)', [
        eventType,
        sent.ours,
      ]);
      await order('ours', { order: 'go', events: 0 });
      const report = (await ask(source, what)) as SourceReport;
      sent.ours += what.events;
      await outcomesWritten(owner, sent.ours);
      return report;
    },
    firstBytes: async () => (await receiver('times')) as FirstBytes,
    close: async () => {
      await broker.close();
      await owner.end();
      for (const child of children) {
        const exited = once(child, 'exit');
        if (profile === undefined) child.kill('SIGKILL');
        else child.disconnect();
        await exited;
      }
      await vhost.drop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function subscribe(url: string, keys: string, port: number): Promise<readonly Target[]> {
  const database = openDatabase({ url, connections: 2, applicationName: 'stage', log: makeLog({ level: 'error' }) });
  const keyring = openKeyring(keys);
  const makeId = makeIds(systemClock);
  const targets: Target[] = [];
  for (let tenant = 0; tenant < tenants; tenant += 1) {
    const tenantId = randomUUID();
    await database.tenant(tenantId, async (db) => {
      for (let index = 0; index < perTenant; index += 1) {
        const subscriptionId = makeId();
        const clusterId = randomUUID();
        const secret = `whsec_${randomBytes(32).toString('base64')}`;
        const target = `https://127.0.0.1:${port}/hooks/${tenant}/${index}`;
        const place = { tenantId, table: 'webhooks.subscriptions', rowId: subscriptionId };
        await db.query(
          `INSERT INTO webhooks.subscriptions (tenant_id, id, url, events, cluster_ids, description, state, secret, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, '', 'active', $6, $7, $7)`,
          [tenantId, subscriptionId, target, [eventType], [clusterId], keyring.seal(place, secret), systemClock.now()],
        );
        await makeLane(db, subscriptionId);
        // As it is when it has answered well for a while: what it was before is no part of what a delivery costs.
        await db.query('UPDATE webhooks.lanes SET is_fast = true, window_size = 16 WHERE subscription_id = $1', [
          subscriptionId,
        ]);
        targets.push({ tenantId, subscriptionId, clusterId, url: target, secret });
      }
    });
  }
  await database.end();
  return targets;
}

function filler(broker: Broker, targets: readonly Target[]): Stage['fill'] {
  const makeId = makeIds(systemClock);
  let seq = 0;
  const publish = (side: 'ours' | 'loop', index: number) => {
    const target = targets[index % targets.length];
    if (target === undefined) throw new Error('there is no target');
    const { tenantId, clusterId } = target;
    const id = makeId();
    if (side === 'ours') seq += 1;
    return broker.publish({
      exchange: side === 'ours' ? eventsExchange : loopExchange,
      key: eventType,
      body: eventBody(id, tenantId, systemClock.now()).body,
      id,
      headers: { tenant: tenantId, cluster: clusterId, source: 'platform', seq },
    });
  };
  return async (side, events) => {
    for (let from = 0; from < events; from += publishAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(publishAtOnce, events - from) }, (_, index) => publish(side, from + index)),
      );
  };
}

/** Every event has been told to its lane, and no lane has anything left to do. */
async function outcomesWritten(owner: pg.Pool, told: number): Promise<void> {
  for (const until = performance.now() + patienceMs; ; ) {
    const { rows } = await owner.query<{ told: number; busy: number }>(
      `SELECT sum(arrivals)::integer AS told, count(*) FILTER (WHERE next_due_at IS NOT NULL OR lease_until IS NOT NULL)::integer AS busy
       FROM webhooks.lanes`,
    );
    if (rows[0]?.told === told && rows[0].busy === 0) return;
    if (performance.now() > until)
      throw new Error(`${rows[0]?.told} of ${told} events told, ${rows[0]?.busy} lanes busy`);
    await wait(pollMs);
  }
}

async function declareLoop(url: string): Promise<void> {
  const { connect } = await import('amqplib');
  const connection = await connect(url);
  const channel = await connection.createChannel();
  await channel.assertExchange(loopExchange, 'topic', { durable: true });
  await channel.assertQueue(loopQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(loopQueue, loopExchange, '#');
  await connection.close();
}

async function queueIsThere(url: string, queue: string): Promise<void> {
  const { connect } = await import('amqplib');
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    await channel.checkQueue(queue);
  } finally {
    await connection.close().catch(() => undefined);
  }
}
