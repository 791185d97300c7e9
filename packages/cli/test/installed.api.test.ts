import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packCli } from '../../../dev/cli-package/pack.ts';
import { type CliHouse, newHome, openCliHouse } from './house.ts';
import { begin, type Environment } from './running.ts';

/** The CLI as the installation serves it, installed as somebody without a clone would. */
let house: CliHouse;
const dist = mkdtempSync(join(tmpdir(), 'wheelhouse-dist-'));
const other = '9.9.9';

beforeAll(async () => {
  await writeFile(join(dist, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await packCli(join(dist, 'cli'), other);
  house = await openCliHouse({ DASHBOARD_DIR: dist });
});
afterAll(async () => {
  await house.close();
  await rm(dist, { recursive: true });
});

async function installed(): Promise<{ readonly program: string; readonly home: string }> {
  const home = newHome();
  const args = ['install', '--global', '--prefix', join(home, 'npm'), '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', [...args, `${house.url}/cli`], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      npm_config_cache: join(home, 'cache'),
      npm_config_update_notifier: 'false',
    },
  });
  return { program: join(home, 'npm/bin/wheelhouse'), home };
}

const run = (program: readonly string[], environment: Environment) => begin(program, environment).ended;

test('npm installs it from the address of the installation, and it is of that version', async () => {
  const { program } = await installed();
  expect(await run([program, '--version'], {})).toMatchObject({ code: 0, stdout: `${other}\n` });
  const token = await house.withToken(['read']);
  const told = await run([program, 'clusters', 'list', '--json'], { ...token, HOME: newHome() });
  expect(told).toMatchObject({ code: 0 });
  expect(JSON.parse(told.stdout)).toMatchObject({ data: [] });
});

test('a checksum stands beside it, and a plain node runs what is inside', async () => {
  const get = async (path: string) => Buffer.from(await (await fetch(`${house.url}${path}`)).arrayBuffer());
  const packed = await get('/cli/wheelhouse.tgz');
  expect(await get('/cli')).toEqual(packed);
  const hash = createHash('sha256').update(packed).digest('hex');
  expect((await get('/cli/wheelhouse.tgz.sha256')).toString()).toBe(`${hash}  wheelhouse.tgz\n`);
  const folder = newHome();
  await writeFile(join(folder, 'wheelhouse.tgz'), packed);
  await promisify(execFile)('tar', ['xzf', 'wheelhouse.tgz'], { cwd: folder });
  const program = join(folder, 'package/wheelhouse.mjs');
  expect(await run([process.execPath, program, '--version'], {})).toMatchObject({ stdout: `${other}\n` });
  expect(await readFile(program, 'utf8')).not.toContain(process.cwd());
});

test('another version than the installation’s says so once, with the command that mends it', async () => {
  const { program, home } = await installed();
  const environment = { ...(await house.withToken(['read'])), HOME: home };
  const first = await run([program, 'clusters', 'list'], environment);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).toContain(`this is version ${other}, and ${house.url} runs 0.0.0`);
  expect(first.stderr).toContain(`next: npm install -g ${house.url}/cli`);
  expect((await run([program, 'clusters', 'list'], environment)).stderr).not.toContain('version');
});
