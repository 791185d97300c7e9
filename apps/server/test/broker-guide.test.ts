import { randomUUID } from 'node:crypto';
import { scaleDecisionExample } from '@wheelhouse/contracts';
import {
  type Database,
  environmentName,
  makeIds,
  makeLog,
  messageOutbox,
  modulesOf,
  openBroker,
  openDatabase,
  outbox,
  type RunningProcess,
  schemaOf,
  startProcess,
  systemClock,
} from '@wheelhouse/kit';
import { brokerAdmin, eventually, moduleDatabase, type TestDatabase, testEnvironment } from '@wheelhouse/testkit';
import { type ConfirmChannel, connect } from 'amqplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modules } from '../src/modules.ts';
import { type GuideBroker, guideBroker } from './guide-broker.ts';
import { toldBy } from './told-events.ts';

const all = modulesOf(modules);
const names = all.map(({ name }) => name);
const userOf = (module: string) => `wheelhouse-${module}`;
const log = makeLog({ level: 'fatal' });
let broker: GuideBroker;
let database: TestDatabase;
let db: Database;
const running: RunningProcess[] = [];

/** Every module in a process of its own, with its own user. */
beforeAll(async () => {
  broker = await guideBroker();
  database = await moduleDatabase(all);
  db = openDatabase({ url: database.url, connections: 2, applicationName: 'test', log });
  const common = await testEnvironment(all, database, { name: broker.vhost, url: '', drop: async () => undefined });
  const places = names.map((name) => [
    environmentName(name, 'URL'),
    `http://127.0.0.1:${common[environmentName(name, 'PORT')] ?? ''}`,
  ]);
  const settings = { EXTERNAL_URL: 'https://wheelhouse.example.test', FOLLOW_REVOCATIONS: 'false' };
  for (const module of all) {
    const own = { RABBITMQ_URL: broker.urlOf(userOf(module.name)) };
    const environment = { ...common, ...settings, ...Object.fromEntries(places), ...own };
    running.push(await startProcess({ modules: [module], peers: all, role: 'all', environment, version: 'test', log }));
  }
});
afterAll(async () => {
  for (const one of running) await one.stop();
  await db?.end();
  await database?.drop();
  await broker?.drop();
});

/** What the broker says to somebody who tries this; undefined: nothing against it. */
async function refusal(user: string, work: (channel: ConfirmChannel) => unknown) {
  const connection = await connect(broker.urlOf(user));
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  let said: string | undefined;
  channel.on('error', (error: Error) => (said = error.message));
  try {
    await work(channel);
    await channel.waitForConfirms();
  } catch (error) {
    said ??= String(error);
  }
  await connection.close().catch(() => undefined);
  return said;
}
const publish =
  (exchange: string, key = 'somebody', body: object = {}, messageId?: string) =>
  (channel: ConfirmChannel) =>
    channel.publish(exchange, key, Buffer.from(JSON.stringify(body)), messageId === undefined ? {} : { messageId });
const refused = expect.stringContaining('ACCESS-REFUSED') as string;

const queues = async () =>
  (await brokerAdmin('GET', `/queues/${broker.vhost}`)) as readonly {
    readonly name: string;
    readonly consumers?: number;
  }[];

describe('with a user of its own, every module', () => {
  test('sets up what it listens to', async () => {
    await eventually(async () => {
      for (const { addresses } of running) {
        const [address = ''] = Object.values(addresses);
        const ready: unknown = await (await fetch(`${address}/readyz`)).json();
        expect(ready).toMatchObject({ dependencies: { rabbitmq: 'ok' } });
      }
    });
    const made = await eventually(async () => {
      const found = await queues();
      expect(found.filter(({ consumers = 0 }) => consumers === 0)).toEqual([]);
      return found.map(({ name }) => name);
    });
    for (const name of names) expect(made.some((queue) => queue.startsWith(`${name}.`))).toBe(true);
    expect(made).toEqual(expect.arrayContaining(['analysis.decisions', 'analysis.decisions.dead']));
  });

  test.each(names)('can tell of all that its code tells of: %s', async (name) => {
    const schema = schemaOf(name);
    const makeId = makeIds(systemClock);
    const emit = outbox(schema, makeId, systemClock) as (...given: readonly unknown[]) => Promise<string>;
    const told = [...toldBy(name), ...(name === 'action-agent' ? ['action.outcomes'] : [])];
    await db.tenant(randomUUID(), async (tenant) => {
      for (const type of toldBy(name)) await emit(tenant, type, {});
      const message = { exchange: 'action.outcomes', routingKey: randomUUID(), id: randomUUID(), body: {} };
      if (name === 'action-agent') await messageOutbox(schema, makeId, systemClock)(tenant, message);
    });
    await eventually(async () => {
      const streams = await db.look<{ type: string; head: number; confirmed: number }>(
        `SELECT type, head, confirmed FROM ${schema}.outbox_streams`,
      );
      expect(streams.map(({ type }) => type)).toEqual(expect.arrayContaining(told));
      expect(streams.filter(({ head, confirmed }) => head !== confirmed)).toEqual([]);
    });
  });

  test('cannot tell of what is another’s', async () => {
    const shared = new Set(['internal.audit']);
    for (const name of names)
      for (const other of names.filter((one) => one !== name)) {
        expect(await refusal(userOf(name), publish('platform.heads', other))).toEqual(refused);
        for (const type of toldBy(other).filter((one) => !shared.has(one)))
          expect([name, type, await refusal(userOf(name), publish('platform.events', type))]).toEqual([
            name,
            type,
            refused,
          ]);
      }
  });

  test('cannot read or delete another’s queues; only the action agent reads decisions, and only agent-analysis sends them', async () => {
    const others = (await queues()).map(({ name }) => name);
    for (const name of names.filter((one) => one !== 'action-agent')) {
      const sends = await refusal(userOf(name), publish('analysis.decisions'));
      expect(sends).toEqual(name === 'agent-analysis' ? undefined : refused);
      const queue = others.find((one) => !one.startsWith(`${name}.`) && !one.startsWith('platform.')) ?? '';
      expect(await refusal(userOf(name), (channel) => channel.get(queue))).toEqual(refused);
      expect(await refusal(userOf(name), (channel) => channel.deleteQueue(queue))).toEqual(refused);
    }
  });
});

describe('whoever sends decisions', () => {
  test('is heard', async () => {
    const id = randomUUID();
    await eventually(() => brokerAdmin('GET', `/exchanges/${broker.vhost}/analysis.decisions`));
    const decision = { ...scaleDecisionExample, tenant_id: randomUUID() };
    expect(await refusal('decisions', publish('analysis.decisions', 'any', decision, id))).toBeUndefined();
    // The cluster is nobody's, so the decision is kept with the reason.
    await eventually(async () =>
      expect(await db.look('SELECT reason FROM action_agent.held_messages WHERE message_id = $1', [id])).toMatchObject([
        { reason: expect.stringContaining('wrong_cluster') as string },
      ]),
    );
  });

  const decisions = 'analysis.decisions';
  const elsewhere = ['platform.events', 'platform.heads', 'action.outcomes', `${decisions}.dead`, 'amq.topic', ''];
  test.each<[string, (channel: ConfirmChannel) => unknown]>([
    ...elsewhere.map((exchange): [string, (channel: ConfirmChannel) => unknown] => [
      `publish to "${exchange}"`,
      publish(exchange, decisions),
    ]),
    ['read', (channel) => channel.consume(decisions, () => undefined)],
    ['fetch', (channel) => channel.get(decisions)],
    ['purge', (channel) => channel.purgeQueue(decisions)],
    ['declare a queue', (channel) => channel.assertQueue('mine')],
    ['declare a queue without a name', (channel) => channel.assertQueue('', { exclusive: true })],
    ['declare an exchange', (channel) => channel.assertExchange('mine', 'topic')],
    ['declare the exchange of decisions', (channel) => channel.assertExchange(decisions, 'topic', { durable: true })],
    ['delete the queue', (channel) => channel.deleteQueue(decisions)],
    ['delete the exchange', (channel) => channel.deleteExchange(decisions)],
    ['bind the queue', (channel) => channel.bindQueue(decisions, 'platform.events', '#')],
    ['unbind the queue', (channel) => channel.unbindQueue(decisions, decisions, '#')],
    ['bind the exchange', (channel) => channel.bindExchange(decisions, 'platform.events', '#')],
  ])('cannot %s', async (_what, work) => {
    expect(await refusal('decisions', work)).toEqual(refused);
  });
});

test('one user for all of Wheelhouse is enough', async () => {
  const opened = openBroker(broker.urlOf('wheelhouse'), 'test', log);
  await eventually(() => expect(opened.trouble()).toBeUndefined());
  await opened.close();
  expect(broker.users.toSorted()).toEqual(['decisions', 'wheelhouse', ...names.map(userOf)].toSorted());
});
