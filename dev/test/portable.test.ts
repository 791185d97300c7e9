import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../engines/runtime/lock.ts';
import { signal, startByPs } from '../engines/runtime/proc.ts';

/** What stands in for Linux' own ways where there are none: run here too, so that it is run at all. */

const lockModule = join(import.meta.dirname, '../engines/runtime/lock.ts');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-portable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a process is known by its pid and start without /proc, and one that ended is not', async () => {
  const child = spawn('sleep', ['60']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const pid = child.pid ?? 0;
  const started = await startByPs(pid);
  expect(started).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  expect(await startByPs(pid)).toBe(started);
  child.kill();
  await ended;
  expect(await startByPs(pid)).toBeUndefined();
});

test('one at a time holds a lock, and the next is told that it waits', async () => {
  const path = join(newFolder(), 'lock');
  const seen: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = withLock(
    path,
    () => seen.push('the first waits'),
    async () => {
      held.resolve();
      await expect.poll(() => seen).toEqual(['the second waits']);
      seen.push('the first is through');
    },
  );
  await held.promise;
  await withLock(
    path,
    () => seen.push('the second waits'),
    async () => void seen.push('the second has it'),
  );
  await first;
  expect(seen).toEqual(['the second waits', 'the first is through', 'the second has it']);
});

test('a holder that is killed leaves nothing locked', async () => {
  const path = join(newFolder(), 'lock');
  const hold = `const { withLock } = await import(${JSON.stringify(lockModule)});
    await withLock(${JSON.stringify(path)}, () => {}, async () => { console.log('held'); await new Promise((r) => setTimeout(r, 60000)); });`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', hold], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  signal(holder.pid ?? 0, 'SIGKILL');
  await expect(
    withLock(
      path,
      () => undefined,
      async () => 'free',
    ),
  ).resolves.toBe('free');
});
