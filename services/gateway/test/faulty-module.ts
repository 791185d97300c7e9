import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { faultyAnswers, type Step } from './faulty-answers.ts';

/** A request as it came. */
export interface SeenRequest {
  readonly fault: string;
  readonly method: string;
  /** Its X-Request-Id. */
  readonly id: string;
  /** Without those that belong to the connection. */
  readonly head: string;
}

/** A module that answers each path with the fault that it names, byte by byte. */
export interface FaultyModule {
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** Connections that are open now. */
  readonly open: () => number;
  readonly stop: () => Promise<void>;
}

const usual = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

export async function openFaultyModule(): Promise<FaultyModule> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const take = (socket: Socket, head: string): void => {
    const [, method = '', path = ''] = /^(\w+) ([^ ?]+)/.exec(head) ?? [];
    const [, fault = ''] = /\/api\/v1\/faults\/([\w-]+)$/.exec(path) ?? [];
    const answer = faultyAnswers[fault];
    // Out of its mind in what it tells of itself, too.
    if (answer === undefined) socket.write(usual(path === '/internal/routes' ? 'null' : '{}'));
    else {
      const [, id = ''] = /\r\nx-request-id: (\S+)/i.exec(head) ?? [];
      seen.push({ fault, method, id, head });
      void say(socket, answer.steps);
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let unread = '';
    socket.on('data', (chunk) => {
      unread += chunk.toString('latin1');
      const end = unread.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = unread.slice(0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (unread.length < end + 4 + length) return;
      unread = unread.slice(end + 4 + length);
      take(socket, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    seen,
    open: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function say(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (let at = 0; at < steps.length && !socket.destroyed; at += 1) {
    const step = steps[at];
    if (step === undefined) return;
    if (typeof step === 'number') await wait(step);
    else if (typeof step === 'string') socket.write(step, 'latin1');
    else if (step.does === 'close') socket.end();
    else if (step.does === 'reset') socket.resetAndDestroy();
    else {
      at = 0;
      // A reader that takes nothing is waited for.
      await wait(socket.writableNeedDrain ? 20 : 1);
    }
  }
}
