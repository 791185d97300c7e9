import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Door } from './stage.ts';

/** Bytes that a process has read, from sockets too. */
function bytesRead({ pid }: Door): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

export interface Endless {
  /** Read of each socket, in bytes: of the one alone that took most, and all at once on average. */
  readonly worstAlone: number;
  readonly average: number;
  readonly statuses: readonly number[];
}

const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);

const patienceMs = 30_000;

/** Sends chunks until it is answered or hung up on, or all are sent; answers with the status. */
async function sendChunks({ port }: Door, token: string, most: number, linger: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let status = 0;
  let closed = false;
  socket.on('error', () => undefined);
  socket.once('close', () => {
    closed = true;
  });
  socket.on('data', (data) => {
    status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0);
  });
  socket.write(
    `POST /api/probe/api/v1/things HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (let sent = 0; sent < most && !closed && status === 0; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([drained(socket), wait(2_000)]);
  // All may have gone into the machine's own buffers before a word could come back.
  const heardBy = performance.now() + (linger === 0 ? 0 : patienceMs);
  while (!closed && status === 0 && performance.now() < heardBy) await wait(5);
  const until = performance.now() + linger;
  while (!closed && performance.now() < until) await wait(20);
  socket.destroy();
  return status;
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
}

/** Bodies without a length, some alone and then all at once. */
export async function sendEndless(
  door: Door,
  token: string,
  {
    sockets,
    alone,
    most,
    linger,
  }: { readonly sockets: number; readonly alone: number; readonly most: number; readonly linger: number },
): Promise<Endless> {
  const statuses: number[] = [];
  let worstAlone = 0;
  for (let turn = 0; turn < alone; turn += 1) {
    const before = bytesRead(door);
    statuses.push(await sendChunks(door, token, most, linger));
    worstAlone = Math.max(worstAlone, bytesRead(door) - before);
  }
  const before = bytesRead(door);
  statuses.push(...(await Promise.all(Array.from({ length: sockets }, () => sendChunks(door, token, most, linger)))));
  return { worstAlone, average: (bytesRead(door) - before) / sockets, statuses };
}
