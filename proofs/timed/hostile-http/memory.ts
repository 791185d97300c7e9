import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Door } from '../../hostile-http/stage.ts';

/** What a process has taken of the machine's memory since it was last asked to begin anew, in MiB. */
export function watchMemory({ pid }: Door): () => number {
  const field = (name: string) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  };
  // The kernel forgets the highest it has seen.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const began = field('VmRSS');
  return () => field('VmHWM') - began;
}

export interface Stalled {
  /** In MiB, while the reader stood still, and until it had read everything. */
  readonly grewStalled: number;
  readonly grew: number;
  readonly received: number;
}

/** Asks for more than anybody can keep, stands still, and then reads it all, or hangs up. */
export async function stall(
  door: Door,
  token: string,
  bytes: number,
  stallMs: number,
  reads: boolean,
): Promise<Stalled> {
  const grew = watchMemory(door);
  const socket = connect(door.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/probe/api/v1/export?bytes=${bytes} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await wait(stallMs);
  const grewStalled = grew();
  let received = 0;
  let head = '';
  if (reads)
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.on('data', (data) => {
        if (head.includes('\r\n\r\n')) received += data.length;
        else {
          const before = head.length;
          head += data.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end !== -1) received += data.length - (end + 4 - before);
        }
        if (received >= bytes) resolve();
      });
    });
  socket.destroy();
  return { grewStalled, grew: grew(), received };
}
