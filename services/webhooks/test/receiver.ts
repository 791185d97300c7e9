import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Pem } from '../../../dev/engines/runtime/certificates.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: readonly Received[];
  /** How many connections were opened to it. */
  readonly connections: () => number;
  /** Every connection that is open, without a farewell. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

export type Respond = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** A subscriber's server over HTTPS, which answers as the test says once it has the whole body. */
export async function startReceiver(pem: Pem, respond: Respond, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const server = createHttpsServer({ cert: pem.certificate, key: pem.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString() });
      respond(response, request, received.length);
    });
  });
  return listening(server, received, host, port);
}

/** One that speaks TLS and then says what it likes, once something was said to it. */
export async function startTlsTalker(pem: Pem, talk: (socket: TLSSocket) => void): Promise<Receiver> {
  const server = createTlsServer({ cert: pem.certificate, key: pem.key }, (socket) => {
    socket.on('error', () => undefined).once('data', () => talk(socket));
  });
  return listening(server, []);
}

/** One that does not even speak TLS. */
export async function startTcpTalker(talk: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).resume();
    talk(socket);
  });
  return listening(server, []);
}

async function listening(
  server: Server,
  received: readonly Received[],
  host = '127.0.0.1',
  wanted = 0,
): Promise<Receiver> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}/hooks?from=wheelhouse`,
    received,
    connections: () => connections,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
