import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A program of its own: subscribers' server over HTTPS, which answers after a while and keeps its own log. */
export interface ReceiverReport {
  /** Requests, and different events among them. */
  readonly received: number;
  readonly distinct: number;
  /** Requests whose body was not the event that their header named, or had another size. */
  readonly wrong: number;
  /** TLS connections that were opened to it. */
  readonly connections: number;
}

/** When the head of the first request of each event was here: event id and milliseconds. */
export type FirstBytes = readonly (readonly [string, number])[];

/** What there is in all; to note times from now on; those noted. */
export type ReceiverOrder = 'report' | 'note' | 'times';

const [certificate = '', key = '', delayMs = '20', bodyBytes = '1024'] = process.argv.slice(2);
const keepMs = 600_000;

const seen = new Set<string>();
const times = new Map<string, number>();
let isNoting = false;
let received = 0;
let wrong = 0;
let connections = 0;

const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
  const at = performance.timeOrigin + performance.now();
  const id = String(request.headers['service-event-id']);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received += 1;
    if (isNoting && !seen.has(id)) times.set(id, at);
    seen.add(id);
    const body = Buffer.concat(chunks);
    if (body.length !== Number(bodyBytes) || !body.includes(id)) wrong += 1;
    setTimeout(() => response.writeHead(204).end(), Number(delayMs));
  });
});
server.on('secureConnection', () => {
  connections += 1;
});
server.keepAliveTimeout = keepMs;
server.headersTimeout = keepMs;
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('disconnect', () => process.exit());
process.on('message', (order: ReceiverOrder) => {
  if (order === 'note') isNoting = true;
  const report: ReceiverReport = { received, distinct: seen.size, wrong, connections };
  process.send?.(order === 'times' ? [...times] : report);
});
