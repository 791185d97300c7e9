import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Holds an exclusive lock on a file while `work` runs. The kernel keeps it (flock) in a child
 * that lives as long as its standard input: a killed holder can never leave it locked.
 */
export async function withLock<T>(path: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const release = (await take(path, true)) ?? (onWait(), await take(path, false));
  if (release === undefined) throw new Error(`the lock ${path} could not be taken`);
  try {
    return await work();
  } finally {
    await release();
  }
}

function take(path: string, onlyIfFree: boolean): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve, reject) => {
    const flags = onlyIfFree ? ['--nonblock'] : [];
    const holder = spawn('flock', [...flags, path, 'sh', '-c', 'echo held; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((done) => holder.once('exit', () => done()));
    holder.once('error', reject);
    holder.stdout.once('data', () =>
      resolve(async () => {
        holder.stdin.end();
        await ended;
      }),
    );
    void ended.then(() => resolve(undefined));
  });
}
