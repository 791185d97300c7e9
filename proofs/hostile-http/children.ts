import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';

const children = new Set<ChildProcess>();

// Also when the proof is out of time: nothing of it is left running.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process of the proof's own. */
export function startChild(
  words: readonly string[],
  stdio: StdioOptions,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [...words], { env, stdio });
  children.add(child);
  return child;
}

export async function endChild(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.kill('SIGKILL')) await once(child, 'exit');
}
