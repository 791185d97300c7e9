import { createHash } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { startNameServer } from '../../services/webhooks/test/name-server.ts';
import { type Fault, type FaultOrder, faults, type ReceiverOrder, type ReceiverWord } from './receiver-words.ts';

/**
 * Subscribers' servers, a program of its own: one HTTPS server for all endpoints, told apart by the names they are
 * called by. It keeps its own log, and is told over IPC which of them turn bad.
 */

const order = JSON.parse(process.argv[2] ?? '{}') as ReceiverOrder;
const log = openSync(order.logFile, 'a');
const context = createSecureContext({ cert: order.certificate, key: order.key });
const faulty = new Map<string, Fault>();
const met = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
const open = new Map<string, Set<TLSSocket>>();
/** What lies below TLS, by the other side's port; and those of them whose handshake has not ended. */
const below = new Map<number | undefined, Socket>();
const securing = new Map<number | undefined, Socket>();
const dripEveryMs = 1_500;
const say = (word: ReceiverWord) => process.send?.(word);
const nameOf = ({ headers }: IncomingMessage) => (headers.host ?? '').replace(/:\d+$/, '');

function handshake(name: string, done: (error: Error | null, context?: SecureContext) => void): void {
  // It never comes to an end.
  if (faulty.get(name) === 'stall TLS') met['stall TLS'] += 1;
  else done(null, context);
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const at = performance.timeOrigin + performance.now();
  const hash = createHash('sha256');
  request.on('error', () => undefined).on('data', (chunk: Buffer) => hash.update(chunk));
  request.on('end', () => {
    const name = nameOf(request);
    const fault = faulty.get(name);
    const { 'service-event-id': event, 'service-attempt': attempt } = request.headers;
    const line = [at.toFixed(3), name, request.url, event, attempt, hash.digest('base64url'), fault ?? 'answered'];
    writeSync(log, `${line.join('\t')}\n`);
    if (fault === undefined) setTimeout(() => response.end('ok'), order.answerAfterMs);
    else turnBad(fault, request, response);
  });
}

function turnBad(fault: Fault, { socket }: IncomingMessage, response: ServerResponse): void {
  met[fault] += 1;
  if (fault === 'reset') below.get(socket.remotePort)?.resetAndDestroy();
  if (fault !== 'drip') return;
  response.on('close', () => clearInterval(dripping));
  const head = Buffer.from('HTTP/1.1 200 OK\r\n');
  let sent = 0;
  const dripping = setInterval(() => {
    socket.write(head.subarray(sent, sent + 1));
    sent += 1;
  }, dripEveryMs);
}

const server = createServer({ SNICallback: handshake, cert: order.certificate, key: order.key }, receive);
// As long as whoever sends keeps them: otherwise both close one at the same moment.
server.keepAliveTimeout = 65_000;
server.on('tlsClientError', () => undefined);
server.on('connection', (socket: Socket) => {
  const { remotePort } = socket;
  below.set(remotePort, socket);
  securing.set(remotePort, socket);
  socket
    .on('error', () => undefined)
    .on('close', () => {
      below.delete(remotePort);
      securing.delete(remotePort);
    });
});
server.on('secureConnection', (socket: TLSSocket) => {
  const name = String(socket.servername);
  securing.delete(socket.remotePort);
  const sockets = open.get(name) ?? new Set();
  open.set(name, sockets.add(socket));
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => say({ port: (server.address() as AddressInfo).port }));

if (order.nameServer !== undefined)
  await startNameServer(
    (name, family) => {
      if (faulty.get(name) === 'black-hole DNS') {
        met['black-hole DNS'] += 1;
        return 'silence';
      }
      return family === 4 ? ['127.0.0.1'] : [];
    },
    order.nameServer,
    53,
  );

/** Whoever hangs on one that is well again need not wait for the end of it. */
function letGo(names: Iterable<string>): void {
  for (const name of names) for (const socket of open.get(name) ?? []) socket.destroy();
  for (const socket of securing.values()) socket.destroy();
}

process.on('message', ({ faulty: now }: FaultOrder) => {
  letGo(faulty.keys());
  faulty.clear();
  for (const [name, fault] of now) {
    faulty.set(name, fault);
    // Otherwise nobody would ask for a connection.
    if (fault === 'stall TLS' || fault === 'black-hole DNS') letGo([name]);
  }
  say({ met });
});
process.on('disconnect', () => process.exit());
