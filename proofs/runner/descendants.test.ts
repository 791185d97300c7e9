import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { descendants } from './descendants.ts';

test('descendants are those this process started, and those they started', async () => {
  const shell = spawn('bash', ['-c', 'sleep 60 & echo $!; wait']);
  const [told] = (await once(shell.stdout, 'data')) as [Buffer];
  const grandchild = Number(told.toString());
  expect(descendants()).toEqual(expect.arrayContaining([shell.pid, grandchild]));
  expect(descendants()).not.toContain(process.pid);
  for (const pid of descendants(shell.pid)) process.kill(pid, 'SIGKILL');
  await once(shell, 'exit');
  expect(descendants()).not.toContain(grandchild);
});
