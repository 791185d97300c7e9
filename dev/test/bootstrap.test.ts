import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandResult, tryRun } from '../engines/runtime/shell.ts';

/**
 * dev/bootstrap on machines that are told apart by what stands on the PATH. Nothing is fetched: npm
 * only says what it was asked.
 */

const repository = join(import.meta.dirname, '../..');
const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { engines: { node: string } };
const least = engines.node.replace('>=', '');

interface Machine {
  readonly uname: readonly [system: string, processor: string];
  readonly node?: string;
  readonly openssl?: string;
}

async function bootstrapOn({ uname, node, openssl = 'OpenSSL 3.5.1' }: Machine): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-bootstrap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['dev', 'bin']) mkdirSync(join(folder, path));
  for (const file of ['dev/bootstrap', 'package.json', 'package-lock.json'])
    copyFileSync(join(repository, file), join(folder, file));
  const program = (name: string, ...lines: readonly string[]) => {
    writeFileSync(join(folder, 'bin', name), ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  program('uname', `case $1 in -s) echo ${uname[0]} ;; -m) echo ${uname[1]} ;; esac`);
  program('npm', `[ "$1" = pack ] && echo another >"$4/node.tgz" && echo node.tgz && exit; echo "npm $*"`);
  program('openssl', `echo "${openssl} 1 Jul 2026"`);
  program(
    'node',
    node === undefined ? 'exit 127' : `[ "$1" = --version ] && echo v${node} && exit; exec '${process.execPath}' "$@"`,
  );
  return tryRun(join(folder, 'dev/bootstrap'), [], {
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder, WHEELHOUSE_CACHE: join(folder, 'cache') },
  });
}

test.each([
  ['Darwin', 'arm64', least],
  ['Linux', 'aarch64', least],
  ['Linux', 'aarch64', '26.0.0'],
])('on %s %s the Node %s of the PATH is taken', async (system, processor, node) => {
  const { code, stdout } = await bootstrapOn({ uname: [system, processor], node });
  expect(code).toBe(0);
  expect(stdout).toBe(
    `bootstrap: Node v${node}, installing packages\nnpm ci --prefer-offline --loglevel=error\nbootstrap: ready. Next: npm run engines -- compose\n`,
  );
});

test.each([['20.19.2'], ['24.9.0'], [undefined]])('a Node %s there is refused, with one next step', async (node) => {
  const { code, stdout, stderr } = await bootstrapOn({ uname: ['Darwin', 'arm64'], ...(node && { node }) });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(
    `Node ${least} or newer is needed, and the one on the PATH is ${node ? `v${node}` : 'none'}.`,
  );
  expect(stderr.match(/Next step/g)).toHaveLength(1);
});

test("macOS' own openssl is refused: it cannot sign what the tests need", async () => {
  const machine = { uname: ['Darwin', 'arm64'], node: least, openssl: 'LibreSSL 3.3.6' } as const;
  const { code, stderr } = await bootstrapOn(machine);
  expect(code).toBe(1);
  expect(stderr).toContain('brew install openssl@3');
});

test('on Linux x86-64 the pinned Node is fetched, whatever the PATH has, and refused if it is not the one of the lock', async () => {
  const { code, stdout, stderr } = await bootstrapOn({ uname: ['Linux', 'x86_64'], node: '20.19.2' });
  expect(stdout).toContain('bootstrap: fetching Node 24.');
  expect(stderr).toContain('do not use it');
  expect(code).toBe(1);
});
