import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Above the ports that the kernel gives to connections going out: one of those could be taken in the seconds until
 * a process that was told it has come up and listens.
 */
const lowest = 61_000;
const each = 1_100;
const ranges = 4;
const given = new Set<number>();

/** Files that run beside each other have ranges of their own: a port is free until whoever was told it listens. */
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % ranges) * each;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, first + each);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
