import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { awakeClock } from '../src/awake.ts';

async function told(child: ChildProcess): Promise<Readonly<Record<'awakeMs' | 'passedMs', number>>> {
  const [answer] = await once(child, 'message');
  return answer;
}

test('time in which a process is not let run does not count; time that it works or waits does', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/sleeper.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.kill('SIGSTOP');
  await wait(1_500);
  child.kill('SIGCONT');
  const { awakeMs, passedMs } = await told(child);
  await once(child, 'exit');
  expect(passedMs).toBeGreaterThan(1_400);
  expect(passedMs - awakeMs).toBeGreaterThan(1_300);

  const [awake, began] = [awakeClock(), process.cpuUsage()];
  await wait(20);
  while ((process.cpuUsage(began).user + process.cpuUsage(began).system) / 1_000 < 300);
  await wait(20);
  expect(awake()).toBeGreaterThan(300);
});
