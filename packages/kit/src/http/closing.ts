import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const sweepEvery = 50;
/** How long a connection that has asked nothing yet may still ask something. */
const lastWordMs = 500;

/**
 * Closes connections as they fall idle while a server stops. Node closes those that are idle at that
 * moment only: one whose answer was just under way is kept alive, and one on which nothing was asked yet
 * (browsers open such ones ahead) counts as busy, and either holds the stop up for a minute.
 */
export function closesIdle(server: Server): { readonly begin: () => void } {
  const sockets = new Set<Socket>();
  /** Answers end in the order they were asked for: when the last has, all have. */
  const last = new WeakMap<Socket, ServerResponse>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => last.set(socket, response));
  return {
    begin: () => {
      const began = performance.now();
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        if (performance.now() - began < lastWordMs) return;
        for (const socket of sockets) if (last.get(socket)?.closed !== false) socket.destroy();
      }, sweepEvery);
      server.once('close', () => clearInterval(sweep));
    },
  };
}
