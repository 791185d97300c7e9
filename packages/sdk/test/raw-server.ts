import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers as a test says, one handler a request; the last one goes on. */
export interface RawServer {
  readonly baseUrl: string;
  readonly came: readonly IncomingMessage[];
  readonly close: () => Promise<void>;
}

export type Handler = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

export async function rawServer(...handlers: readonly [Handler, ...Handler[]]): Promise<RawServer> {
  const came: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    const handler = handlers[Math.min(came.length, handlers.length - 1)] ?? handlers[0];
    came.push(incoming);
    incoming.resume().once('end', () => handler(outgoing, incoming));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    came,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Handler {
  return (outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const refused = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  json(status, { error: { code, message: `it is ${code}`, request_id: 'r1' } }, headers);

export const cut: Handler = (outgoing) => outgoing.destroy();

/** Promises twice as much as it sends. */
export const cutInside: Handler = (outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '20' });
  outgoing.write('{"ok": true');
  setImmediate(() => outgoing.destroy());
};

export const silent: Handler = () => undefined;
