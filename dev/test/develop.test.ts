import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '@wheelhouse/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf, shown, voiceOf } from '../develop/log-line.ts';
import { isServerSource, watchSources } from '../develop/watch.ts';

const line = (more: object) =>
  JSON.stringify({ level: 'info', time: '2026-11-15T12:00:00.000Z', module: 'auth', msg: 'listening', ...more });

function spoken(text: string, isColoured = false): string {
  const said: string[] = [];
  voiceOf((words) => said.push(words), isColoured).pass(text);
  return said.join('\n');
}

test('a line of the log becomes one short line with the name of its module', () => {
  expect(spoken(line({ address: 'http://127.0.0.1:1', reqId: 'r-1' }))).toMatch(
    /^\d\d:\d\d:\d\d auth {9}listening address=http:\/\/127.0.0.1:1$/,
  );
});

test('an error shows its stack, a warning only its cause', () => {
  const err = { type: 'Error', message: 'no such thing', stack: 'Error: no such thing\n    at here' };
  expect(spoken(line({ level: 'error', msg: 'failed', err }))).toMatch(
    /error: failed \(no such thing\)\n {22}Error.*\n.*at here/,
  );
  expect(spoken(line({ level: 'warn', msg: 'failed', err }))).toMatch(/warn: failed \(no such thing\)$/);
});

test('what is no line of the log is passed on as it is', () => {
  expect(entryOf('{ not json')).toBeUndefined();
  expect(spoken('Killed')).toMatch(/server {7}Killed$/);
});

test('colours change no word', () => {
  const entry = entryOf(line({ level: 'warn' }));
  if (entry === undefined) throw new Error('the line was not understood');
  expect(shown(entry, true)).not.toBe(shown(entry, false));
  expect(stripVTControlCharacters(shown(entry, true))).toBe(shown(entry, false));
});

test('the server is what it runs: not tests, the page or the documentation', () => {
  expect(['services/auth/src/module.ts', 'packages/kit/migrations/0001_kit.sql'].every(isServerSource)).toBe(true);
  expect(
    ['services/auth/test/a.ts', 'packages/kit/src/a.test.ts', 'services/auth/README.md', 'a/node_modules/b.ts'].some(
      isServerSource,
    ),
  ).toBe(false);
});

test('changes that come together are told once', async () => {
  const root = mkdtempSync(join(tmpdir(), 'watched-'));
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    rmSync(root, { recursive: true });
  });
  mkdirSync(join(root, 'src'));
  const told: (readonly string[])[] = [];
  watchSources(root, [join(root, 'src')], (paths) => told.push(paths), stop.signal);
  await eventually(() => {
    for (const name of ['one.ts', 'two.ts', 'notes.md']) writeFileSync(join(root, 'src', name), '');
    expect(told).toHaveLength(0);
  });
  await eventually(() => expect(told).toHaveLength(1));
  expect(told[0]?.toSorted()).toEqual(['src/one.ts', 'src/two.ts']);
});
