import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Above the ports that the kernel gives to outgoing connections: one of those could be taken in the seconds until
 * a process that was told it has come up and listens.
 */
const lowest = 61_000;
const highest = 65_400;
/** A port is free until whoever was told it listens. One file per port, with the pid it was given to, keeps tests and proofs that run side by side apart. */
const claims = join(tmpdir(), 'wheelhouse-test-ports');
const mine = new Set<number>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (claim(port) && (await isFree(port))) return port;
  }
}

function claim(port: number): boolean {
  const file = join(claims, String(port));
  mkdirSync(claims, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    if (!mine.has(port) && isAbandoned(file)) rmSync(file, { force: true });
    return false;
  }
  if (mine.size === 0) process.once('exit', release);
  mine.add(port);
  return true;
}

function isAbandoned(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function release(): void {
  for (const port of mine) rmSync(join(claims, String(port)), { force: true });
}

/** Nobody listens there now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
