import { createServer as createHttp, type RequestListener } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Pem } from '../../dev/engines/runtime/certificates.ts';

/** Somebody who listens: how often they were called, and what they were told. */
export interface Listener {
  readonly port: number;
  readonly connections: () => number;
  /** Requests with the credential they came with, and bytes where no request was understood. */
  readonly heard: () => string;
  readonly stop: () => Promise<void>;
}

type Hear = (text: string) => void;

async function listening(make: (hear: Hear) => Server, host: string, port = 0): Promise<Listener> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = make((text) => heard.push(text));
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    connections: () => connections,
    heard: () => heard.join('\n'),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes what comes, byte for byte, and says these bytes or nothing. */
export function rawListener(host: string, said?: Buffer, port?: number): Promise<Listener> {
  const make = (hear: Hear) =>
    createServer((socket) => {
      socket.on('data', (chunk: Buffer) => hear(chunk.toString('latin1')));
      if (said !== undefined) socket.end(said);
    });
  return listening(make, host, port);
}

/** The same behind TLS that is as it should be. */
export function rawTlsListener({ certificate: cert, key }: Pem, said: Buffer): Promise<Listener> {
  const make = (hear: Hear) =>
    createTls({ cert, key, ALPNProtocols: ['h2'] }, (socket) => {
      socket.on('data', (chunk: Buffer) => hear(chunk.toString('latin1'))).on('error', () => undefined);
      socket.write(said);
    });
  return listening(make, '127.0.0.1');
}

export type Answers = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** An API server of our own making. */
export function apiListener({ certificate: cert, key }: Pem, answers: Answers): Promise<Listener> {
  const make = (hear: Hear) =>
    // Whoever comes with an older protocol is heard too.
    createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
      hear(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
      response.on('error', () => undefined);
      answers(request, response);
    }).on('sessionError', () => undefined);
  return listening(make, '127.0.0.1');
}

/** One that has never heard of HTTP/2. */
export function oldListener({ certificate: cert, key }: Pem): Promise<Listener> {
  return listening((hear) => createHttps({ cert, key }, plausibleOld(hear)), '127.0.0.1');
}

/** And one that has never heard of TLS. */
export function plainListener(): Promise<Listener> {
  return listening((hear) => createHttp(plausibleOld(hear)), '127.0.0.1');
}

/** What a reader that does not look closely takes for a working cluster, whatever it asks. */
const plausibleBody = JSON.stringify({
  gitVersion: 'v1.36.4',
  metadata: { resourceVersion: '1' },
  items: [],
  status: { allowed: true },
});
const json = { 'content-type': 'application/json' };

function plausibleOld(hear: Hear): RequestListener {
  return (request, response) => {
    hear(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(200, json).end(plausibleBody);
  };
}

export const plausible: Answers = ({ method }, response) => {
  response.writeHead(method === 'POST' ? 201 : 200, json);
  response.end(plausibleBody);
};

export const never: Answers = () => undefined;

export function says(status: number, type: string, text: string): Answers {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  };
}

export function redirects(status: number, to: string): Answers {
  return ({ url }, response) => {
    response.writeHead(status, { location: `${to}${url}` });
    response.end();
  };
}

/** An answer that does not come to an end. */
export const endless: Answers = (_request, response) => {
  response.writeHead(200, json);
  response.write('{"items":["');
  const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 2);
  response.on('close', () => clearInterval(more));
};
