import { setTimeout as wait } from 'node:timers/promises';
import { eventually, type Kube, makeNamespace, type Namespace, openKube } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterClient, ClusterUnreachable, KubernetesError } from '../src/index.ts';
import { counted } from './counted.ts';
import { allOf, Clients, failureOf } from './kube.ts';
import { type RealPods, realPods } from './real-pods.ts';

const clients = new Clients();
let kube: Kube;
let client: ClusterClient;
let namespace: Namespace;
let pods: RealPods;

beforeAll(async () => {
  kube = openKube();
  client = kube.client;
  namespace = await makeNamespace(client);
  pods = realPods(client, namespace);
});
afterEach(() => clients.close());
afterAll(async () => {
  await namespace.remove();
  await kube.close();
});

const logs = (pod: string, options = {}) => client.logs(namespace.name, pod, options);

describe('the log of a container', () => {
  test('is followed line by line, and one that says nothing is open at once', async () => {
    await Promise.all([pods.run('counting', { LINES_PER_SECOND: '50' }), pods.run('silent')]);
    await Promise.all([pods.whenReady('counting'), pods.whenReady('silent')]);
    const read: string[] = [];
    for await (const line of logs('counting', { follow: true })) {
      if (line.startsWith('line ')) read.push(line);
      if (read.length === 200) break;
    }
    expect(read).toEqual(Array.from({ length: 200 }, (_, index) => `line ${index + 1} of counting`));

    const leaving = new AbortController();
    let isOpen = false;
    const options = { follow: true, tailLines: 0, signal: leaving.signal, onOpen: () => (isOpen = true) };
    const waiting = failureOf(allOf(logs('silent', options)));
    await eventually(() => expect(isOpen).toBe(true));
    leaving.abort();
    expect(await waiting).toBe(leaving.signal.reason);
  });

  test('ends with it, and is read back by its end, by time and by bytes', async () => {
    const long = 'x'.repeat(100_000);
    await Promise.all([pods.run('ended', {}, ['one\ntwo\nthree']), pods.run('long', {}, [long, '\nnext'])]);
    await Promise.all([pods.whenEnded('ended'), pods.whenEnded('long')]);
    expect(await allOf(logs('ended', { follow: true }))).toEqual(['one', 'two', 'three']);
    expect(await allOf(logs('ended', { tailLines: 1 }))).toEqual(['three']);
    expect(await allOf(logs('ended', { limitBytes: 5 }))).toEqual(['one', 't']);
    const timed = await allOf(logs('ended', { timestamps: true }));
    expect(timed.every((line) => /^\d{4}-\d\d-\d\dT\S+Z (one|two|three)$/.test(line))).toBe(true);
    expect(await allOf(logs('ended', { sinceTime: new Date(Date.now() + 3_600_000).toISOString() }))).toEqual([]);
    expect(await allOf(logs('ended', { sinceSeconds: 3_600 }))).toHaveLength(3);
    // The fraction of a second is lost on the way to the kubelet.
    const [last] = timed.slice(-1).map((line) => line.split(' ')[0] ?? '');
    const sameSecond = timed.filter((line) => line.slice(0, 19) === last?.slice(0, 19)).length;
    expect(await allOf(logs('ended', { sinceTime: last?.replace(/\.\d+Z$/, '.999999999Z') }))).toHaveLength(sameSecond);
    const cut = await allOf(logs('long', { container: 'web' }));
    expect(cut.map(({ length }) => length)).toEqual([64 * 1024, 'next'.length]);
  });

  test('before its restart is there too', async () => {
    await pods.run('crashing', { CRASH_AFTER: '1s' });
    await pods.whenRestarted('crashing');
    expect(await allOf(logs('crashing', { previous: true, tailLines: 1 }))).toEqual(['crashed after 1s']);
    expect(await failureOf(allOf(logs('silent', { previous: true })))).toMatchObject({ status: 400 });
    expect(await failureOf(allOf(logs('nobody')))).toMatchObject({ status: 404, reason: 'NotFound' });
  });

  test('that floods stops where it is not read, and goes on without a gap', async () => {
    await pods.run('flooding', { LINES_PER_SECOND: '20000' });
    await pods.whenReady('flooding');
    const way = await counted(kube.access);
    const slow = clients.open(way.access);
    const lines = slow.logs(namespace.name, 'flooding', { follow: true });
    const read: string[] = [];
    const readTo = async (count: number) => {
      while (read.length < count) read.push((await lines.next()).value ?? '');
    };
    await readTo(1_000);
    const before = way.bytes();
    // Meanwhile it writes 80,000 lines, 2 MiB.
    await wait(4_000);
    expect(way.bytes() - before).toBeLessThan(512 * 1024);
    expect((await slow.version()).gitVersion).toMatch(/^v1\./);
    await readTo(80_000);
    expect(way.bytes() - before).toBeGreaterThan(1.5 * 1024 * 1024);
    await lines.return(undefined);
    await way.close();
    const counts = read.filter((line) => line.startsWith('line ')).map((line) => Number(line.split(' ')[1]));
    expect(counts.findIndex((count, index) => count !== index + 1)).toBe(-1);
    await pods.remove('flooding');
  });
});

describe('an application behind a Service', () => {
  const get = (service: string, path: string, timeoutMs = 10_000) =>
    client.proxyGet(namespace.name, service, 80, path, { timeoutMs });

  beforeAll(async () => {
    await pods.run('greeting', { GREETING: 'good morning', PORT: '8081' });
    await pods.expose('greeting', 'greeting', 8081);
    await pods.expose('refused', 'greeting', 9999);
    await pods.expose('lonely', 'nobody', 8081);
    await pods.whenReady('greeting');
    await eventually(() => get('greeting', '/'));
  });

  test('answers what it says, whatever the status', async () => {
    expect(await get('greeting', '/')).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: 'good morning',
    });
    expect(await client.proxyGet(namespace.name, 'greeting', 'http', '/')).toMatchObject({ body: 'good morning' });
    expect(await get('greeting', '/fail')).toMatchObject({ status: 500, body: 'failed as asked\n' });
    expect(await get('greeting', '/answer?status=404&body=gone')).toMatchObject({ status: 404, body: 'gone' });
    expect(await get('greeting', '/answer?status=503&type=application/json&body={"kind":"Status"}')).toMatchObject({
      status: 503,
      body: '{"kind":"Status"}',
    });
    expect(await get('greeting', '/answer?status=302&location=http://elsewhere.example/')).toMatchObject({
      status: 302,
      body: '',
    });
    expect(await get('greeting', `/answer?body=${'x'.repeat(6_000)}`)).toMatchObject({ body: 'x'.repeat(4_096) });
  });

  test.for([
    ['lonely', 503, 'no endpoints available for service'],
    ['refused', 503, 'error trying to reach service'],
    ['absent', 404, 'services "absent" not found'],
  ] as const)('that was not asked says nothing: %s', async ([service, status, message]) => {
    // The endpoints of a new Service come a moment after it.
    await eventually(async () => {
      const error = await failureOf(get(service, '/'));
      expect(error).toBeInstanceOf(KubernetesError);
      expect(error).toMatchObject({ status });
      expect(String(error)).toContain(message);
    });
  });

  test('that has no such port was not asked either', async () => {
    const error = await failureOf(client.proxyGet(namespace.name, 'greeting', 81, '/'));
    expect(error).toMatchObject({ status: 503, reason: 'ServiceUnavailable' });
  });

  test('that takes too long has not answered', async () => {
    const error = await failureOf(get('greeting', '/answer?after=30s', 500));
    expect(error).toBeInstanceOf(ClusterUnreachable);
    expect(error).toMatchObject({ code: 'timeout' });
    expect(await get('greeting', '/answer?after=500ms')).toMatchObject({ status: 200 });
  });

  test('is asked by nobody who may not', async () => {
    const { token } = await kube.serviceAccount([{ group: '', resource: 'services', verb: 'get' }]);
    const { clientCertificate: _, ...rest } = kube.access;
    const stranger = clients.open({ ...rest, token });
    const error = await failureOf(stranger.proxyGet(namespace.name, 'greeting', 80, '/'));
    expect(error).toMatchObject({ status: 403, reason: 'Forbidden' });
    expect(await failureOf(allOf(stranger.logs(namespace.name, 'greeting')))).toMatchObject({ status: 403 });
  });

  test('that speaks like an API server is taken for one that was not reached', async () => {
    const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'mine', code: 404 });
    const path = `/answer?status=404&type=application/json&body=${encodeURIComponent(body)}`;
    expect(await failureOf(get('greeting', path))).toMatchObject({ status: 404 });
  });
});
