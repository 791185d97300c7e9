import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exampleModule } from '@wheelhouse/example';
import { eventually, moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exitMeanings } from '../src/exit-codes.ts';
import { newHome } from './house.ts';
import { type Environment, fromSources, runOnTerminal } from './running.ts';

const { run, start } = fromSources;
const exampleTable = join(import.meta.dirname, '../../../apps/server/test/example-table.ts');

describe('wheelhouse', () => {
  test('tells its commands and its version', async () => {
    for (const args of [['--help'], ['help'], []]) {
      const { code, stdout } = await run(args);
      expect(code).toBe(0);
      for (const name of ['login', 'health', 'serve', 'migrate', 'doctor']) expect(stdout).toContain(`  ${name}`);
      for (const [number, means] of Object.entries(exitMeanings))
        expect(stdout).toMatch(new RegExp(`^ {2}${number} +${means}$`, 'm'));
    }
    const { code, stdout } = await run(['--version']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  test('refuses an unknown command with the list and the nearest name', async () => {
    const { code, stderr } = await run(['doctr']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^wheelhouse: unknown command "doctr"; expected one of login, .*, doctor, .*\. Did you mean doctor\?\n$/,
    );
    const { code: inner, stderr: said } = await run(['clusters', 'lst']);
    expect(inner).toBe(2);
    expect(said).toContain(
      'unknown command "clusters lst"; expected one of list, show, connect, register, deploy-access, remove. Did you mean clusters list?',
    );
  });

  test.each([
    [['health', '--wtch'], "unknown option '--wtch'"],
    [['clusters', 'show'], "missing required argument 'cluster'"],
    [['clusters', 'show', 'a', 'b'], 'too many arguments'],
    [['clusters', 'register', 'a'], "required option '--kubeconfig <file>' not specified"],
  ])('refuses %j as wrong usage', async (args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^wheelhouse: /) });
    expect(stderr).toContain(words);
  });

  test('shows the help of a command, of the server’s own too', async () => {
    expect((await run(['help', 'clusters', 'register'])).stdout).toContain('--kubeconfig <file>');
    expect((await run(['clusters', 'register', '--help'])).stdout).toContain('--kubeconfig <file>');
    expect((await run(['help', 'migrate'])).stdout).toContain('migrate');
  });

  test('says no control character that it was given', async () => {
    const { stdout } = await runOnTerminal(['\u001b[2Jx'], { NO_COLOR: '1' });
    expect(stdout).toContain('\\u001b[2Jx');
    expect(stdout).not.toContain('\u001b');
  });

  test('loads nothing of the commands to tell its version', async () => {
    const loaded = async (args: readonly string[]) => {
      const folder = newHome();
      await run(args, { NODE_V8_COVERAGE: folder });
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      return files.join('');
    };
    expect(await loaded(['--version'])).not.toMatch(/commander|packages\/sdk/);
    expect(await loaded(['--help'])).toMatch(/commander/);
    expect(await loaded(['--help'])).not.toMatch(/packages\/sdk|cli\/src\/commands/);
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
    const { serving, environment } = await startServing();
    serving.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"msg":"stopped"') });
    await expect(fetch(`http://127.0.0.1:${environment['EXAMPLE_PORT']}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('ends as a shell would say it when the server was killed', async () => {
    const { serving } = await startServing();
    const { pid } = serving;
    const { stdout: child } = await promisify(execFile)('pgrep', ['-P', String(pid)]);
    process.kill(Number(child), 'SIGKILL');
    expect((await serving.ended).code).toBe(128 + constants.signals.SIGKILL);
  });
});

async function startServing() {
  const [database, vhost] = await Promise.all([moduleDatabase([exampleModule]), testVhost()]);
  const environment: Environment = { ...(await testEnvironment([exampleModule], database, vhost)), LOG_LEVEL: 'info' };
  const serving = start(['serve', '--modules', exampleTable], environment);
  onTestFinished(async () => {
    serving.kill('SIGTERM');
    await serving.ended;
    await vhost.drop();
    await database.drop();
  });
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${environment['EXAMPLE_PORT']}/readyz`);
    expect(await answer.json()).toMatchObject({ status: 'ready', dependencies: { rabbitmq: 'ok' } });
  });
  return { serving, environment };
}
