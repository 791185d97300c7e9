import { brokerAdmin } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../catalogue/index.ts';
import { processesOf } from '../runtime/daemon.ts';
import { groups } from '../runtime/engine.ts';
import { healthOf } from '../runtime/health.ts';
import { signal } from '../runtime/proc.ts';
import { cli, eventually, home, isPossible, kubectl, psql, setting } from './support.ts';

/** Every engine is killed with SIGKILL, all its processes at once; `up` must bring it back with its data. */

const possible = await isPossible('kubelet');
const nodeEngines = ['registry', 'node-network', 'containerd', 'kubelet'];

beforeAll(async () => {
  await psql(setting('MIGRATE_DATABASE_URL'), `CREATE TABLE kept (note text); INSERT INTO kept VALUES ('row')`);
  await kubectl(['create', 'configmap', 'kept', '--from-literal=note=object']);
  await brokerAdmin('PUT', '/queues/%2F/kept', { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  const message = {
    properties: { delivery_mode: 2 },
    routing_key: 'kept',
    payload: 'message',
    payload_encoding: 'string',
  };
  await brokerAdmin('POST', '/exchanges/%2F/amq.default/publish', message);
});

afterAll(async () => {
  await psql(setting('MIGRATE_DATABASE_URL'), 'DROP TABLE kept');
  await kubectl(['delete', 'configmap', 'kept']);
  await brokerAdmin('DELETE', '/queues/%2F/kept');
});

describe('kill -9, then `up`', () => {
  const running = engines.filter(({ daemons }) => daemons.length > 0);
  const mortal = running.filter((engine) => possible || !nodeEngines.includes(engine.name));
  // Dealt out, so that those killed together seldom need each other: each has to come back by itself.
  const rounds = [...Map.groupBy(mortal, (engine) => mortal.indexOf(engine) % 4).values()];

  test.for(rounds.map((round) => ({ round, names: round.map(({ name }) => name).join(', ') })))(
    '$names are healthy again',
    async ({ round }) => {
      for (const engine of round) {
        const pids = (await Promise.all(engine.daemons.map(({ name }) => processesOf(home, name)))).flat();
        expect(pids.length).toBeGreaterThan(0);
        for (const pid of pids) signal(pid, 'SIGKILL');
      }
      for (const engine of round)
        await eventually(async () => expect((await healthOf(home, engine)).state).not.toBe('healthy'));
      await cli(['up', ...groups]);
      for (const engine of round) expect(await healthOf(home, engine)).toEqual({ state: 'healthy' });
    },
  );

  test('PostgreSQL, etcd and durable messages of RabbitMQ are kept', async () => {
    expect(await psql(setting('MIGRATE_DATABASE_URL'), 'SELECT note FROM kept')).toBe('row');
    expect(await kubectl(['get', 'configmap', 'kept', '-o', 'jsonpath={.data.note}'])).toBe('object');
    const get = { count: 1, ackmode: 'ack_requeue_true', encoding: 'auto' };
    // Again if need be: a kept-alive connection of before the kill answers with its end.
    const got = await eventually(() => brokerAdmin('POST', '/queues/%2F/kept/get', get));
    expect(got).toMatchObject([{ payload: 'message' }]);
  });
});
