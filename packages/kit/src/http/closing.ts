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
  const answering = new Map<Socket, number>();
  server.on('connection', (socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = answering.get(socket);
      if (left !== undefined) answering.set(socket, left - 1);
    });
  });
  return {
    begin: () => {
      const began = performance.now();
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        if (performance.now() - began < lastWordMs) return;
        for (const [socket, answers] of answering) if (answers === 0) socket.destroy();
      }, sweepEvery);
      server.once('close', () => clearInterval(sweep));
    },
  };
}
