import { randomBytes } from 'node:crypto';
import { exampleModule } from '@wheelhouse/example';
import { asOwner, call, eventually, freePort, startRelay } from '@wheelhouse/testkit';
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

/** A process as those who operate it see it: what it waits for, and what it says of itself. */

const at = (port: number | string) => `http://127.0.0.1:${port}`;
const ask = (admin: string, path = '/readyz') =>
  call(admin, undefined, 'GET', path, { headers: { connection: 'close' } });
const serve = (environment: Environment, ...words: readonly string[]) =>
  start(['serve', '--modules', exampleTable, ...words], environment);
const waits = (output: string) => output.split('\n').filter((line) => line.includes('"waiting: '));

async function withAdmin(given: Ground): Promise<{ readonly environment: Environment; readonly admin: string }> {
  const port = await freePort();
  return { environment: { ...given.environment, ADMIN_PORT: String(port) }, admin: at(port) };
}

describe('a process that is started before what it needs', () => {
  test('waits for the schema, alive and not ready, says so once, and then serves', async () => {
    const own = await ground([exampleModule], 'empty');
    onTestFinished(own.drop);
    const { environment, admin } = await withAdmin(own);
    const server = serve(environment);
    await eventually(async () =>
      expect(await ask(admin)).toMatchObject({
        status: 503,
        body: { status: 'starting', dependencies: { postgresql: 'ok', schema: expect.stringContaining('migrate up') } },
      }),
    );
    expect((await ask(admin, '/healthz')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(waits(server.output())).toEqual([
      expect.stringContaining('the schema is outdated: run wheelhouse migrate up'),
    ]);
    const migrated = await run(['migrate', 'up', '--modules', exampleTable], {
      ...environment,
      MIGRATE_DATABASE_URL: own.database.ownerUrl,
    });
    expect(migrated.code).toBe(exitCodes.ok);
    await eventually(async () => expect(await ask(admin)).toMatchObject({ status: 200, body: { status: 'ready' } }));
    expect(waits(server.output())).toHaveLength(1);
    const levels = server
      .output()
      .split('\n')
      .filter((line) => /"level":"(warn|error)"/.test(line));
    expect(levels.filter((line) => !line.includes('FOLLOW_REVOCATIONS'))).toHaveLength(1);
  });

  test('waits for PostgreSQL, and migrates when it is there', async () => {
    const own = await ground([exampleModule], 'empty');
    onTestFinished(own.drop);
    const { environment, admin } = await withAdmin(own);
    const port = await freePort();
    const there = (url: string) => changedUrl(url, (changed) => (changed.port = String(port)));
    const server = serve({
      ...environment,
      DATABASE_URL: there(own.database.url),
      MIGRATE_DATABASE_URL: there(own.database.ownerUrl),
    });
    await eventually(async () => {
      const { status, body } = await ask(admin);
      expect([status, body.status]).toEqual([503, 'starting']);
      expect(body.dependencies.postgresql).toContain('ECONNREFUSED');
    });
    const relay = await startRelay(new URL(own.database.url).host, `127.0.0.1:${port}`);
    onTestFinished(() => relay.close());
    await eventually(async () => expect(await ask(admin)).toMatchObject({ status: 200, body: { status: 'ready' } }));
    expect(waits(server.output())).toEqual([expect.stringContaining('PostgreSQL does not respond')]);
  });

  test('stops when it is asked to meanwhile', async () => {
    const own = await ground([exampleModule], 'empty');
    onTestFinished(own.drop);
    const server = serve(own.environment);
    await eventually(() => expect(waits(server.output())).toHaveLength(1));
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
  });
});

describe('a running process', () => {
  let house: Ground;
  beforeAll(async () => {
    house = await ground(twoModules);
  });
  afterAll(() => house.drop());

  const processes = () =>
    asOwner(house.database.ownerUrl, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>('SELECT * FROM kit.processes');
      return rows;
    });

  test('has a role for each module, tells of all of them in one place, and says that it lives until it stops', async () => {
    const { environment, admin } = await withAdmin(house);
    const args = ['serve', '--modules', twoModulesTable, '--target', 'all,second-one:worker'];
    const server = start(args, environment);
    await eventually(async () => expect(await ask(admin)).toMatchObject({ status: 200 }));
    expect((await ask(at(environment['EXAMPLE_PORT'] ?? ''), '/healthz')).status).toBe(200);
    await expect(ask(at(environment['SECOND_ONE_PORT'] ?? ''), '/healthz')).rejects.toThrow('fetch failed');
    const figures = await (await fetch(`${admin}/metrics`)).text();
    for (const module of ['example', 'second-one'])
      expect(figures).toContain(`wheelhouse_messages_held{module="${module}"`);
    await eventually(async () =>
      expect(await processes()).toMatchObject([
        {
          roles: { example: 'all', 'second-one': 'worker' },
          status: 'ready',
          troubles: {},
          outbox_waiting: '0',
          messages_given_up: '0',
        },
      ]),
    );
    server.signal('SIGTERM');
    expect((await server.ended).code).toBe(exitCodes.ok);
    expect(await processes()).toEqual([]);
  });

  test('refuses another key under the id of a known one, and takes it under an id of its own', async () => {
    const { environment, admin } = await withAdmin(house);
    const known = environment['SECRETS_KEYS'] ?? '';
    const first = start(['serve', '--modules', twoModulesTable], environment);
    await eventually(async () => expect(await ask(admin)).toMatchObject({ status: 200 }));
    first.signal('SIGTERM');
    await first.ended;
    const another = randomBytes(32).toString('base64');
    const wrong = await run(['serve', '--modules', twoModulesTable], {
      ...environment,
      SECRETS_KEYS: `test:${another}`,
    });
    expect(wrong.code).toBe(exitCodes.failed);
    expect(wrong.stdout).toContain('refusing to serve: SECRETS_KEYS: the key with the id test is not the one');
    expect(wrong.stdout).not.toContain(another);
    const asked = await run(['doctor', '--modules', twoModulesTable], {
      ...environment,
      SECRETS_KEYS: `test:${another}`,
    });
    expect(asked.stdout).toMatch(/wrong +keys +SECRETS_KEYS: the key with the id test/);
    const both = start(['serve', '--modules', twoModulesTable], {
      ...environment,
      SECRETS_KEYS: `new:${another},${known}`,
    });
    await eventually(async () => expect(await ask(admin)).toMatchObject({ status: 200 }));
    both.signal('SIGTERM');
    expect((await both.ended).code).toBe(exitCodes.ok);
  });

  test('says which port is taken, and what to do', async () => {
    const { environment, admin } = await withAdmin(house);
    const relay = await startRelay(new URL(house.database.url).host, new URL(admin).host);
    onTestFinished(() => relay.close());
    const taken = await run(['serve', '--modules', twoModulesTable], environment);
    expect(taken.code).toBe(exitCodes.failed);
    expect(taken.stdout).toContain(`port ${new URL(admin).port} is taken. Next step: set ADMIN_PORT`);
  });
});
