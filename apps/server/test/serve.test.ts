import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleModule } from '@wheelhouse/example';
import { brokerAdmin, call, caller, engineSetting, eventually, freePort } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../src/exit-codes.ts';
import {
  changedUrl,
  type Environment,
  exampleTable,
  type Ground,
  ground,
  run,
  start,
  twoModulesTable,
} from './support.ts';
import { modules as twoModules } from './two-modules-table.ts';

let house: Ground;
let base: string;

beforeAll(async () => {
  house = await ground(twoModules);
  base = `http://127.0.0.1:${house.environment['EXAMPLE_PORT']}`;
});
afterAll(() => house.drop());

const serveExample = (changes: Environment = {}) =>
  start(['serve', '--modules', exampleTable], { ...house.environment, ...changes });

const get = (path: string, from = base) => call(from, undefined, 'GET', path, { headers: { connection: 'close' } });

const ready = (from = base) =>
  eventually(async () => {
    const { body } = await get('/readyz', from);
    expect(body).toMatchObject({ status: 'ready', dependencies: { postgresql: 'ok', schema: 'ok', rabbitmq: 'ok' } });
  });

describe('a gateway alone', () => {
  test('needs neither database nor broker, says what it lacks, and stops', async () => {
    const [port, admin] = [await freePort(), await freePort()];
    const server = start(['serve', '--target', 'gateway'], {
      VALKEY_URL: engineSetting('VALKEY_URL'),
      AUTH_JWT_ACCESS_SECRET: 'x'.repeat(32),
      PORT: String(port),
      ADMIN_PORT: String(admin),
      AUTH_URL: `http://127.0.0.1:${await freePort()}`,
      DRAIN_SECONDS: '0',
    });
    await eventually(async () => {
      const { body } = await get('/readyz', `http://127.0.0.1:${admin}`);
      expect(body).toMatchObject({ status: 'not_ready', dependencies: { valkey: 'ok' } });
      expect(body.dependencies.auth).toContain('auth');
    });
    const refused = await get('/api/auth/api/v1/me', `http://127.0.0.1:${port}`);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthenticated']);
    const dead = await get('/api/auth/healthz', `http://127.0.0.1:${port}`);
    expect([dead.status, dead.body.error.code, dead.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });
});

describe('a serving process', () => {
  test('answers, says where, and stops gracefully when asked', async () => {
    const server = serveExample({ DRAIN_SECONDS: '3' });
    await ready();
    expect((await get('/healthz')).body).toEqual({ status: 'ok' });
    const lines = server
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ module: 'example', address: base, msg: 'listening' }));

    const anna = await caller();
    const body = { title: 'kept', body: 'text' };
    expect((await call(base, anna, 'POST', '/api/v1/notes', { body })).status).toBe(201);

    server.signal('SIGTERM');
    const draining = await eventually(async () => {
      const answer = await get('/readyz');
      expect(answer.status).toBe(503);
      return answer;
    });
    expect(draining.body.status).toBe('stopping');
    expect((await get('/healthz')).status).toBe(200);
    const { code, stdout } = await server.ended;
    expect(code).toBe(exitCodes.ok);
    expect(stdout).toContain('"msg":"stopped"');
  });

  test('is not ready before auth has said who was revoked, or has kept it waiting for a second', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => silent.close().closeAllConnections());
    const { port } = silent.address() as AddressInfo;
    serveExample({ FOLLOW_REVOCATIONS: 'true', AUTH_URL: `http://127.0.0.1:${port}` });
    const first = await eventually(() => get('/readyz'));
    expect([first.status, first.body.status]).toEqual([503, 'starting']);
    await ready();
  });

  test('stops also when it is asked before it has reached the broker', async () => {
    const server = serveExample({ DRAIN_SECONDS: '0' });
    await eventually(async () => expect(server.output()).toContain('"msg":"started"'));
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });

  test('takes SIGINT and one told twice as one wish, and ends at once when asked again', async () => {
    const server = serveExample({ DRAIN_SECONDS: '60' });
    await ready();
    server.signal('SIGINT');
    server.signal('SIGTERM');
    await eventually(async () => expect((await get('/readyz')).body.status).toBe('stopping'));
    await eventually(() => {
      server.signal('SIGINT');
      expect(server.output()).toContain('exiting immediately');
    });
    expect((await server.ended).code).toBe(exitCodes.failed);
  });

  test('in the worker role has no port but that for health and figures', async () => {
    const own = await ground([exampleModule]);
    onTestFinished(own.drop);
    const server = start(['serve', '--modules', exampleTable, '--role', 'worker'], own.environment);
    await eventually(() => brokerAdmin('GET', `/queues/${own.vhost.name}/example.activity`));
    await eventually(() => expect(server.output()).toContain('"msg":"started"'));
    expect(server.output()).not.toContain('"msg":"listening"');
    const [, admin = ''] = /"admin":"([^"]+)"/.exec(server.output()) ?? [];
    expect(await get('/readyz', admin)).toMatchObject({ status: 200, body: { dependencies: { schema: 'ok' } } });
    const figures = await (await fetch(`${admin}/metrics`)).text();
    expect(figures).toContain('wheelhouse_messages_held{module="example"');
    await expect(get('/healthz', `http://127.0.0.1:${own.environment['EXAMPLE_PORT']}`)).rejects.toThrow(
      'fetch failed',
    );
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });

  test('with several modules listens on loopback only, whatever HOST says', async () => {
    const server = start(['serve', '--modules', twoModulesTable], { ...house.environment, HOST: '0.0.0.0' });
    await ready();
    const second = house.environment['SECOND_ONE_PORT'];
    expect((await get('/healthz', `http://127.0.0.1:${second}`)).status).toBe(200);
    await expect(get('/healthz', `http://127.0.0.2:${second}`)).rejects.toThrow('fetch failed');
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });

  test('with one target listens where HOST says', async () => {
    const args = ['serve', '--modules', twoModulesTable, '--target', 'second-one'];
    const PORT = String(await freePort());
    const { SECOND_ONE_PORT: _, ...environment } = house.environment;
    const server = start(args, { ...environment, HOST: '0.0.0.0', PORT });
    await ready(`http://127.0.0.2:${PORT}`);
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });
});

describe('a process that must not serve', () => {
  test('refuses as the owner of the tables and says why', async () => {
    const args = ['serve', '--modules', exampleTable];
    const { code, stdout } = await run(args, { ...house.environment, DATABASE_URL: house.database.ownerUrl });
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toMatch(/refusing to serve: wheelhouse_owner owns \d+ tables; DATABASE_URL must use the app role/);
  });

  test('fails with a wrong password and with a port that is taken', async () => {
    const DATABASE_URL = changedUrl(house.database.url, (url) => (url.password = 'not-the-password'));
    const refused = await run(['serve', '--modules', exampleTable], { ...house.environment, DATABASE_URL });
    expect(refused.code).toBe(exitCodes.failed);
    expect(refused.stdout).toContain('password authentication failed');
    expect(refused.stdout).not.toContain('not-the-password');

    const first = serveExample();
    await ready();
    const second = await run(['serve', '--modules', exampleTable], house.environment);
    expect(second.code).toBe(exitCodes.failed);
    expect(second.stdout).toContain('EADDRINUSE');
    first.signal('SIGTERM');
    expect((await first.ended).code).toBe(exitCodes.ok);
  });
});
