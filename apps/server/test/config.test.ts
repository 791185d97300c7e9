import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../src/exit-codes.ts';
import { type Environment, exampleTable, run, without } from './support.ts';

const secret = 'a-secret-that-must-never-be-printed-anywhere';
const good: Environment = {
  DATABASE_URL: `postgresql://wheelhouse_app:${secret}@127.0.0.1:5432/wheelhouse`,
  RABBITMQ_URL: `amqp://wheelhouse:${secret}@127.0.0.1:5672`,
  AUTH_JWT_ACCESS_SECRET: secret,
  SECRETS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

const check = (environment: Environment) => run(['config', 'check', '--modules', exampleTable], environment);

describe('config check', () => {
  test('shows what is set, defaulted or from a file, and never a secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'rabbitmq-url');
    await writeFile(file, `${good['RABBITMQ_URL']}\n`);
    const { code, stdout, stderr } = await check({
      ...without(good, 'RABBITMQ_URL'),
      RABBITMQ_URL_FILE: file,
      DRAIN_SECONDS: '7',
    });
    expect({ code, stderr }).toEqual({ code: exitCodes.ok, stderr: '' });
    expect(stdout).toMatch(/^DATABASE_URL +set$/m);
    expect(stdout).toMatch(/^DATABASE_CONNECTIONS +default 20$/m);
    expect(stdout).toMatch(/^MIGRATE_DATABASE_URL +not set$/m);
    expect(stdout).toMatch(new RegExp(`^RABBITMQ_URL +the file ${file}$`, 'm'));
    expect(stdout).toMatch(/^DRAIN_SECONDS +set$/m);
    expect(stdout).toMatch(/^EXAMPLE_PORT +default 8070$/m);
    expect(stdout).not.toContain(secret);
  });

  test('tells every fault at once', async () => {
    const { code, stdout, stderr } = await check({
      ...without(good, 'RABBITMQ_URL'),
      DATABASE_CONNECTIONS: 'many',
      DRAIN_SECONDS: '9000',
    });
    expect(code).toBe(exitCodes.configuration);
    expect(stderr).toContain('RABBITMQ_URL is missing');
    expect(stderr).toContain('DATABASE_CONNECTIONS is "many"; it must be a number');
    expect(stderr).toContain('DRAIN_SECONDS is 9000; it must be from 0 to 300');
    expect(stdout + stderr).not.toContain(secret);
  });

  test('warns of a name that is one slip away from a setting', async () => {
    const { code, stderr } = await check({ ...good, DATABASE_CONECTIONS: '5', EXAMPLE_PROT: '8070' });
    expect(code).toBe(exitCodes.ok);
    expect(stderr).toContain('warning: DATABASE_CONECTIONS is not a setting; did you mean DATABASE_CONNECTIONS?');
    expect(stderr).toContain('warning: EXAMPLE_PROT is not a setting; did you mean EXAMPLE_PORT?');
  });

  test('names a secret file that cannot be read', async () => {
    const { code, stderr } = await check({ ...without(good, 'DATABASE_URL'), DATABASE_URL_FILE: '/no/such/file' });
    expect(code).toBe(exitCodes.configuration);
    expect(stderr).toMatch(/DATABASE_URL .*\/no\/such\/file/);
  });
});

describe('serve', () => {
  test('with invalid settings tells them all and exits 78', async () => {
    const { code, stderr } = await run(['serve', '--modules', exampleTable], { DRAIN_SECONDS: 'x' });
    expect(code).toBe(exitCodes.configuration);
    for (const name of ['DATABASE_URL', 'RABBITMQ_URL', 'AUTH_JWT_ACCESS_SECRET', 'DRAIN_SECONDS'])
      expect(stderr).toContain(name);
  });
});
