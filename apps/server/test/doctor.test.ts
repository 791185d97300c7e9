import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { exampleModule } from '@wheelhouse/example';
import { engineSetting, freePort, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ownValkey } from '../../../services/gateway/test/own-valkey.ts';
import { findingsOf } from '../src/commands/doctor.ts';
import { exitCodes } from '../src/exit-codes.ts';
import { changedUrl, type Environment, exampleTable, type Ground, ground, run } from './support.ts';

let well: Ground;
/** What a gateway without other modules needs. */
const gatewayAlone = { VALKEY_URL: engineSetting('VALKEY_URL'), AUTH_JWT_ACCESS_SECRET: 'x'.repeat(32) };

beforeAll(async () => {
  well = await ground([exampleModule]);
});
afterAll(() => well.drop());

const doctor = (changes: Environment = {}) =>
  run(['doctor', '--modules', exampleTable], { ...well.environment, ...changes });

/** A port that takes connections and says nothing, as a firewall that drops packets would look. */
async function mutePort(): Promise<{ readonly port: number; readonly firstCalledAt: () => number }> {
  const sockets = new Set<Socket>();
  let firstCalledAt = Number.NaN;
  const server = createServer((socket) => {
    if (sockets.size === 0) firstCalledAt = performance.now();
    sockets.add(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return { port, firstCalledAt: () => firstCalledAt };
}

describe('the doctor', () => {
  test('finds everything well', async () => {
    const { code, stdout, stderr } = await doctor({ MIGRATE_DATABASE_URL: well.database.ownerUrl });
    expect({ code, stderr }).toEqual({ code: exitCodes.ok, stderr: '' });
    for (const name of ['settings', 'postgresql', 'app role', 'schema', 'clock', 'owner role', 'rabbitmq'])
      expect(stdout).toMatch(new RegExp(`^ok +${name} `, 'm'));
  });

  test('asks Valkey where the gateway runs, and nothing else where it runs alone', async () => {
    const gateway = (changes: Environment) => run(['doctor', '--target', 'gateway'], { ...gatewayAlone, ...changes });
    const good = await gateway({});
    expect(good.stdout).toMatch(/^ok +valkey +at 127.0.0.1/m);
    expect(good.stdout).not.toMatch(/postgresql|rabbitmq/);
    expect(good.code).toBe(exitCodes.ok);
    const password = changedUrl(engineSetting('VALKEY_URL'), (url) => (url.password = 'not-the-password'));
    const bad = await gateway({ VALKEY_URL: password });
    expect(bad.stdout).toMatch(/^wrong +valkey +WRONGPASS/m);
    expect(bad.stdout).toContain('next step: correct the password in VALKEY_URL');
    const gone = await gateway({ VALKEY_URL: `redis://127.0.0.1:${await freePort()}` });
    expect(gone.stdout).toContain('next step: start Valkey');
    expect([bad.code, gone.code]).toEqual([exitCodes.failed, exitCodes.failed]);
  });

  test('finds a proxy that must be there and is not trusted', async () => {
    const gateway = (changes: Environment) => run(['doctor', '--target', 'gateway'], { ...gatewayAlone, ...changes });
    const EXTERNAL_URL = 'https://wheelhouse.example.com';
    const forgotten = await gateway({ EXTERNAL_URL });
    expect(forgotten.stdout).toMatch(/^wrong +proxies +.*all callers share its address/m);
    expect(forgotten.stdout).toContain("next step: set TRUSTED_PROXIES to the proxy's CIDR");
    expect(forgotten.code).toBe(exitCodes.failed);
    const trusted = await gateway({ EXTERNAL_URL, TRUSTED_PROXIES: '10.0.0.0/8' });
    expect([trusted.code, /^ok +proxies +10\.0\.0\.0\/8$/m.test(trusted.stdout)]).toEqual([exitCodes.ok, true]);
  });

  test('tells that a Valkey answers and cannot count', async () => {
    const full = await ownValkey();
    onTestFinished(() => full.remove());
    await full.ask('CONFIG', 'SET', 'maxmemory', '1');
    const { code, stdout } = await run(['doctor', '--target', 'gateway'], { ...gatewayAlone, VALKEY_URL: full.url });
    expect(stdout).toMatch(/^wrong +valkey +Valkey cannot count requests: OOM/m);
    expect(stdout).toContain('next step: give Valkey more memory');
    expect(code).toBe(exitCodes.failed);
  });

  test('names a wrong database password, and skips what needs the database', async () => {
    const DATABASE_URL = changedUrl(well.database.url, (url) => (url.password = 'not-the-password'));
    const { code, stdout } = await doctor({ DATABASE_URL });
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toMatch(/^wrong +postgresql +password authentication failed for user "wheelhouse_app"$/m);
    expect(stdout).toContain('next step: correct the user and password in DATABASE_URL');
    expect(stdout).toMatch(/^skipped +schema /m);
    expect(stdout).toMatch(/^ok +rabbitmq /m);
    expect(stdout).not.toContain('not-the-password');
  });

  test('names a wrong RabbitMQ port', async () => {
    const port = await freePort();
    const RABBITMQ_URL = changedUrl(well.vhost.url, (url) => (url.port = String(port)));
    const { code, stdout } = await doctor({ RABBITMQ_URL });
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toMatch(new RegExp(`^wrong +rabbitmq +.*ECONNREFUSED 127.0.0.1:${port}$`, 'm'));
    expect(stdout).toContain('next step: start RabbitMQ, or correct the host and port in RABBITMQ_URL');
    expect(stdout).toMatch(/^ok +postgresql /m);
  });

  test.each([
    ['password', (url: URL) => (url.password = 'wrong'), 'correct the user and password in RABBITMQ_URL'],
    ['vhost', (url: URL) => (url.pathname = '/no-such-vhost'), 'create the vhost in RABBITMQ_URL'],
    ['protocol', (url: URL) => (url.port = new URL(engineSetting('DATABASE_URL')).port), 'is the AMQP port'],
  ])('names a wrong RabbitMQ %s', async (_what, change, next) => {
    const { code, stdout } = await doctor({ RABBITMQ_URL: changedUrl(well.vhost.url, change) });
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toContain(next);
  });

  test('names a schema that is behind, and a role that owns the tables', async () => {
    const empty = await ground([exampleModule], 'empty');
    onTestFinished(empty.drop);
    const behind = await doctor({ DATABASE_URL: empty.database.url });
    expect(behind.code).toBe(exitCodes.failed);
    expect(behind.stdout).toMatch(
      /^wrong +schema +\d+ of \d+ migrations are pending\n +next step: wheelhouse migrate up$/m,
    );

    const owner = await doctor({ DATABASE_URL: well.database.ownerUrl });
    expect(owner.code).toBe(exitCodes.failed);
    expect(owner.stdout).toMatch(/^wrong +app role +wheelhouse_owner owns \d+ tables/m);
    expect(owner.stdout).toContain('next step: name the app role in DATABASE_URL');
  });

  test('goes on past settings that are missing', async () => {
    const { code, stdout } = await doctor({ RABBITMQ_URL: '' });
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toMatch(/^wrong +settings +RABBITMQ_URL is missing/m);
    expect(stdout).toMatch(/^skipped +rabbitmq /m);
    expect(stdout).toMatch(/^ok +schema /m);
  });

  test('waits for nobody longer than 5 seconds', async () => {
    const mute = await mutePort();
    const port = String(mute.port);
    const { code, stdout } = await doctor({
      DATABASE_URL: changedUrl(well.database.url, (url) => (url.port = port)),
      RABBITMQ_URL: changedUrl(well.vhost.url, (url) => (url.port = port)),
    });
    // From the first call on: how long a process takes to start is the machine's affair.
    expect(performance.now() - mute.firstCalledAt()).toBeLessThan(8_000);
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toMatch(/^wrong +postgresql +no response within 5 seconds$/m);
    expect(stdout).toMatch(/^wrong +rabbitmq /m);
  });

  test('names clocks that are apart', async () => {
    const clock = movableClock(new Date(Date.now() + 10_000));
    const findings = await findingsOf([exampleModule], well.environment, clock);
    const verdict = findings.find(({ name }) => name === 'clock')?.verdict;
    expect(verdict).toMatchObject({ state: 'wrong', next: expect.stringContaining('NTP') });
  });
});
