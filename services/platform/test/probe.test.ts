import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressGuard } from '@wheelhouse/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureAuthority, ensureCertificate } from '../../../dev/engines/runtime/certificates.ts';
import { probe } from '../src/clusters/probe.ts';

/** What stands at an address that somebody named, and is no API server. */
const folder = mkdtempSync(join(tmpdir(), 'probe-'));
const sessions = new Set<ServerHttp2Session>();
let server: Http2SecureServer;
let certificateAuthority: string;
let answer: (stream: ServerHttp2Stream) => void;

beforeAll(async () => {
  await ensureAuthority(folder, 'probe test');
  const identity = { name: 'server', commonName: 'server', alternativeNames: 'IP:127.0.0.1' };
  const { certificate: cert, key } = await ensureCertificate(folder, identity);
  certificateAuthority = readFileSync(join(folder, 'ca.crt'), 'utf8');
  server = createSecureServer({ cert, key });
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => {
    stream.on('error', () => stream.destroy());
    answer(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  for (const session of sessions) session.destroy();
  server.close();
  await once(server, 'close');
  rmSync(folder, { recursive: true, force: true });
});

function look(signal = new AbortController().signal) {
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  const access = { server: `https://127.0.0.1:${port}`, certificateAuthority, token: 'shown' };
  const rights = [{ group: '', resource: 'pods', verb: 'list' }];
  return probe({ access, rights, guard: addressGuard(['127.0.0.1/32']), signal });
}

const say = (status: number, body: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': status, location: 'https://192.0.2.1/' });
  stream.end(body);
};

test.each([
  ['something else in JSON', say(200, '{"hello":"world"}'), 'not_kubernetes'],
  ['nothing', say(200, 'null'), 'not_kubernetes'],
  ['a page', say(200, '<html>'), 'protocol'],
  ['that it has moved', say(302, ''), 'not_kubernetes'],
  ['that it knows no such path', say(404, ''), 'not_kubernetes'],
  ['that it is full', say(429, '{}'), 'server_error'],
  ['that it is not well', say(503, '{"kind":"Status","message":"etcd is away"}'), 'server_error'],
  ['that nobody is known', say(401, ''), 'unauthorized'],
  ['half of an answer', (stream: ServerHttp2Stream) => stream.close(2), 'connection_lost'],
])('whoever says %s is not reached', async (_what, saying, reason) => {
  answer = saying;
  expect(await look()).toMatchObject({ reached: false, reason });
});

test('whoever lets us in and then says nothing is given eight seconds', async () => {
  answer = () => undefined;
  const began = performance.now();
  expect(await look()).toMatchObject({ reached: false, reason: 'timeout' });
  expect(performance.now() - began).toBeGreaterThan(7_900);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('whoever says neither yes nor no to a right has not granted it', async () => {
  answer = say(200, '{"gitVersion":"v1.36.4","status":{"allowed":"yes"}}');
  expect(await look()).toEqual({ reached: true, version: 'v1.36.4', rights: { '/pods list': false } });
});

test('a look is over at once when we stop', async () => {
  answer = () => undefined;
  const stopping = new AbortController();
  const looking = look(stopping.signal);
  setTimeout(() => stopping.abort(), 200);
  const began = performance.now();
  await looking.catch(() => undefined);
  expect(performance.now() - began).toBeLessThan(2_000);
});
