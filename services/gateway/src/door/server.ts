import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@wheelhouse/contracts';
import type { GatewaySettings } from '../config.ts';

/** What cannot be read as a request is still answered in the specified words, and counted. */
export interface Unread {
  readonly address: string | undefined;
  readonly code: ErrorCode;
  readonly message: string;
  /** Says it, unless the request has been answered meanwhile, and ends the connection. */
  readonly say: (answer: string) => void;
}

export interface ServerHandlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly unread: (unread: Unread) => void;
}

const headersMs = 10_000;
const requestMs = 60_000;
/** Longer than load balancers keep an idle connection. */
const keepAliveMs = 65_000;
/** How often late callers are looked for. Each look goes over all connections: a millisecond for five thousand. */
const checkMs = 50;
/** Beyond the longest an answer may stand still: then it is the reader who stands still. */
const stalledMs = 15_000;

/** Requests that ask before they send their body. */
const askFirst = new WeakSet<IncomingMessage>();

export function makeServer(settings: GatewaySettings, { request, unread }: ServerHandlers): Server {
  const options = {
    maxHeaderSize: 16 * 1024,
    // We say so ourselves, in the specified words.
    requireHostHeader: false,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
  };
  const { TLS_CERT: cert, TLS_KEY: key } = settings;
  const server: Server =
    cert === undefined || key === undefined ? createServer(options) : createTlsServer({ ...options, cert, key });
  server.timeout = Math.max(settings.FIRST_BYTE_SECONDS, settings.IDLE_SECONDS) * 1_000 + stalledMs;
  // What stands behind the usual number would be left out, a length or a second credential too; the size is the limit.
  server.maxHeadersCount = 0;
  const answering = new WeakMap<Socket, ServerResponse>();
  const begin = (asked: IncomingMessage, response: ServerResponse): void => {
    answering.set(asked.socket, response);
    request(asked, response);
  };
  // One at a time on a connection: what was sent behind a request whose answer ends it is never begun.
  const inTurn = (asked: IncomingMessage, response: ServerResponse): void => {
    if (response.socket === null) response.once('socket', () => begin(asked, response));
    else begin(asked, response);
  };
  server.on('request', inTurn);
  server.on('checkContinue', (asked: IncomingMessage, response: ServerResponse) => {
    askFirst.add(asked);
    inTurn(asked, response);
  });
  server.on('checkExpectation', inTurn);
  const refused = new WeakSet<Socket>();
  const refuse = (socket: Socket, code: ErrorCode, message: string): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const underWay = () => answering.get(socket);
    const say = (answer: string): void => sayLast(socket, underWay(), answer);
    afterOthers(socket, underWay, () => unread({ address: socket.remoteAddress, code, message, say }));
  };
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    if (wasNeverUsed(error, socket)) socket.destroy();
    else if (socket.writable) refuse(socket, 'invalid_request', whyUnread(error.code ?? ''));
    else socket.destroySoon();
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuse(socket, 'method_not_allowed', 'This server is not a proxy.');
  });
  return server;
}

export function welcomeBody(request: IncomingMessage, response: ServerResponse): void {
  if (askFirst.has(request)) response.writeContinue();
}

/** What was asked before, and whole, is answered before. */
function afterOthers(socket: Socket, underWay: () => ServerResponse | undefined, then: () => void): void {
  const before = underWay();
  if (before?.req.complete === true && !before.writableFinished)
    before.once('finish', () => afterOthers(socket, underWay, then));
  else if (socket.writable) then();
}

/** Who is still sending is cut off when we hang up, and would not hear why: they have a moment to read it. */
const momentMs = 1_000;
const told = new WeakSet<ServerResponse>();

export function endAfterAMoment(response: ServerResponse, body: string | Buffer): void {
  told.add(response);
  response.write(body);
  const end = setTimeout(() => response.end(), momentMs);
  response.once('close', () => clearTimeout(end));
}

function sayLast(socket: Socket, underWay: ServerResponse | undefined, answer: string): void {
  if (!socket.writable || (underWay !== undefined && told.has(underWay))) return;
  if (underWay?.headersSent !== true || underWay.req.complete) socket.end(answer, () => socket.destroy());
  else if (underWay.writableEnded) socket.destroySoon();
  // Never a complete-looking answer that is not one.
  else socket.destroy();
}

/**
 * Browsers open connections in advance. An answer on one that was never used could be taken for the answer to a request
 * that is just being sent there; if the connection is closed without one, the browser sends that request again.
 */
function wasNeverUsed({ code }: { readonly code?: string }, socket: Socket): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
}

function whyUnread(code: string): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KiB.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'This is not a well-formed HTTP/1.1 request.';
}

/** The whole answer, and the end of the connection: what follows on it cannot be told apart from what went before. */
export function rawAnswer({ code, message }: Unread, id: string, headers: Readonly<Record<string, string>>): string {
  const { status } = errorCatalogue[code];
  const body = JSON.stringify({ error: { code, message, request_id: id } });
  const lines = Object.entries({
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
