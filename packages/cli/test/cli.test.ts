import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { exampleModule } from '@wheelhouse/example';
import { eventually, moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');
const exampleTable = join(import.meta.dirname, '../../../apps/server/test/example-table.ts');

type Environment = Readonly<Record<string, string>>;

function start(args: readonly string[], environment: Environment = {}) {
  const child = spawn(process.execPath, [main, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

const run = (args: readonly string[], environment?: Environment) => start(args, environment).ended;

describe('wheelhouse', () => {
  test('tells its commands and its version', async () => {
    for (const args of [['--help'], ['help'], []]) {
      const { code, stdout } = await run(args);
      expect(code).toBe(0);
      for (const name of ['serve', 'migrate', 'config', 'doctor']) expect(stdout).toContain(`  ${name}`);
    }
    const { code, stdout } = await run(['--version']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  test('refuses an unknown command with the list and the nearest name', async () => {
    const { code, stderr } = await run(['doctr']);
    expect(code).toBe(2);
    expect(stderr).toContain('there is no command "doctr"; there are serve, migrate, config, doctor');
    expect(stderr).toContain('Did you mean doctor?');
  });
});

describe("an operator's command", () => {
  test.each([
    [0, ['migrate', '--help']],
    [1, ['migrate', 'status']],
    [2, ['migrate', 'sideways']],
    [78, ['config', 'check']],
  ])("ends with the server's exit code %i", async (expected, args) => {
    const nobodyThere = { DATABASE_URL: 'postgresql://nobody:none@127.0.0.1:1/none' };
    expect((await run(args, nobodyThere)).code).toBe(expected);
  });

  test('passes signals on, and ends when the server has', async () => {
    const { child, ended, environment } = await startServing();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"msg":"stopped"') });
    await expect(fetch(`http://127.0.0.1:${environment['EXAMPLE_PORT']}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('ends as a shell would say it when the server was killed', async () => {
    const { child, ended } = await startServing();
    process.kill(Number(await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), 'SIGKILL');
    expect((await ended).code).toBe(128 + constants.signals.SIGKILL);
  });
});

async function startServing() {
  const [database, vhost] = await Promise.all([moduleDatabase([exampleModule]), testVhost()]);
  const environment: Environment = { ...(await testEnvironment([exampleModule], database, vhost)), LOG_LEVEL: 'info' };
  const { child, ended } = start(['serve', '--modules', exampleTable], environment);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await vhost.drop();
    await database.drop();
  });
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${environment['EXAMPLE_PORT']}/readyz`);
    expect(await answer.json()).toMatchObject({ status: 'ready', dependencies: { rabbitmq: 'ok' } });
  });
  return { child, ended, environment };
}
