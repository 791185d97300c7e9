import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { ensureAuthority, ensureCertificate } from '../../../dev/engines/runtime/certificates.ts';
import type { ClusterAccess } from '../src/index.ts';

/** A server that answers as a test says, for what no API server can be brought to do. */
export interface RawServer {
  readonly access: ClusterAccess;
  readonly came: readonly Http2ServerRequest[];
  readonly sessions: readonly ServerHttp2Session[];
  readonly close: () => Promise<void>;
}

export type Handler = (answer: Http2ServerResponse, request: Http2ServerRequest) => void;

/** One handler a request; the last one goes on. */
export async function rawServer(...handlers: readonly [Handler, ...Handler[]]): Promise<RawServer> {
  const came: Http2ServerRequest[] = [];
  const sessions: ServerHttp2Session[] = [];
  const { authority, certificate, key, remove } = await certificates();
  const server = createSecureServer({ cert: certificate, key, maxSessionMemory: 1_000 }, (request, answer) => {
    const handler = handlers[Math.min(came.length, handlers.length - 1)] ?? handlers[0];
    came.push(request);
    request.resume().once('end', () => handler(answer, request));
  });
  const sockets: Socket[] = [];
  server.on('secureConnection', (socket) => sockets.push(socket));
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    access: { server: `https://127.0.0.1:${port}`, certificateAuthority: authority },
    came,
    sessions,
    close: async () => {
      for (const session of sessions) session.destroy();
      // A session waits for what it has written to arrive, and nobody reads that any more.
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await remove();
    },
  };
}

/** One that speaks TLS and agrees to this protocol, or to none. */
export async function tlsServer(protocol: string | undefined): Promise<Pick<RawServer, 'access' | 'close'>> {
  const { authority, certificate, key, remove } = await certificates();
  const agreed = protocol === undefined ? {} : { ALPNProtocols: [protocol] };
  const server = createServer({ cert: certificate, key, ...agreed }, (socket) => socket.on('error', () => undefined));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    access: { server: `https://127.0.0.1:${port}`, certificateAuthority: authority },
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await remove();
    },
  };
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Handler {
  return (answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(body === undefined ? 'no JSON' : `${JSON.stringify(body)}\n`);
  };
}

async function certificates() {
  const folder = await mkdtemp(join(tmpdir(), 'raw-server-'));
  await ensureAuthority(folder, 'raw server');
  const pem = await ensureCertificate(folder, {
    name: 'server',
    commonName: 'server',
    alternativeNames: 'IP:127.0.0.1',
  });
  const authority = await readFile(join(folder, 'ca.crt'), 'utf8');
  return { authority, ...pem, remove: () => rm(folder, { recursive: true }) };
}
