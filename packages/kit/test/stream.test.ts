import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@wheelhouse/testkit';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { holderOf } from './fixtures/principal.ts';
import { Refusal } from '../src/http/refusal.ts';
import { mostStreams, OpenStreams, resumeAfter, sendStream, type StreamEvent } from '../src/http/stream.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

type Source = (signal: AbortSignal, request: IncomingMessage) => AsyncIterable<StreamEvent>;
const calm = 60_000;
/** A server of one stream, refusals answered; `deaf`: its signal never comes. `ends` tells what sendStream came to. */
async function serve(source: Source, { streams = new OpenStreams(), heartbeatMs = calm, deaf = false } = {}) {
  const ends: Promise<unknown>[] = [];
  const responses: ServerResponse[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    try {
      const taken = streams.take(holderOf(request.headers.authorization ?? ''), response);
      const signal = deaf ? new AbortController().signal : taken;
      await sendStream(response, source(signal, request), { heartbeatMs, signal });
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) response.writeHead(error.status, error.headers).end(error.message);
      return error;
    }
  }
  const server = createServer((request, response) => {
    responses.push(response);
    ends.push(handle(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, ends: () => Promise.all(ends), responses };
}

async function connect(url: string, headers: Readonly<Record<string, string>> = {}) {
  const request = get(url, { headers, agent: false });
  cleanUp.push(async () => request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => undefined);
  let received = '';
  response.setEncoding('utf8');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => received,
    leave: () => request.destroy(),
    /** Reads from now on; tells how the answer ended. */
    read: () =>
      new Promise<'ended' | 'cut'>((resolve) => {
        response.on('data', (chunk: string) => {
          received += chunk;
        });
        response.on('end', () => resolve('ended'));
        response.on('error', () => resolve('cut'));
      }),
  };
}

const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
const eventOf = (number: number, event = 'changed'): StreamEvent => ({ id: String(number), event, data: { number } });

/** A snapshot, then silence until it is told to end. */
function quiet(count = { ended: 0 }): Source {
  return async function* (signal) {
    try {
      yield eventOf(1, 'snapshot');
      await wait(calm, undefined, { signal });
    } finally {
      count.ended += 1;
    }
  };
}

/** One event, and another that is only made when the first has arrived: a cut loses what is still on its way. */
function afterArrival(second: () => StreamEvent): { readonly source: Source; readonly arrived: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    arrived: resolve,
    source: async function* () {
      yield eventOf(1);
      await promise;
      yield second();
    },
  };
}

/** Large events without end, as fast as they are taken. */
function flood(count = Infinity) {
  const made = { events: 0, ended: false };
  const source: Source = async function* () {
    try {
      for (; made.events < count; made.events += 1)
        yield { id: String(made.events), event: 'changed', data: 'x'.repeat(floodSize) };
    } finally {
      made.ended = true;
    }
  };
  return { source, made };
}
const floodSize = 64 * 1024;

async function standsStill(read: () => number): Promise<number> {
  let last = -1;
  let times = 0;
  await eventually(() => {
    times = read() === last ? times + 1 : 0;
    last = read();
    expect(times).toBeGreaterThan(10);
  });
  return last;
}

describe('what is sent', () => {
  test('a snapshot, changes and a terminal event, each with its id; then the connection closes', async () => {
    const { url, ends } = await serve(async function* () {
      yield eventOf(7, 'snapshot');
      yield { id: '8', event: 'changed', data: 'two\nlines\r\nand \u2028 more' };
      yield { id: '9', event: 'completed', data: undefined };
    });
    const client = await connect(url);
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    expect([client.status, await client.read()]).toEqual([200, 'ended']);
    expect(client.text()).toBe(
      'id: 7\nevent: snapshot\ndata: {"number":7}\n\n' +
        'id: 8\nevent: changed\ndata: "two\\nlines\\r\\nand \u2028 more"\n\n' +
        'id: 9\nevent: completed\ndata: null\n\n',
    );
    expect(await ends()).toEqual([undefined]);
  });

  test('a comment comes at every heartbeat while the source is silent', async () => {
    const { url } = await serve(quiet(), { heartbeatMs: 10 });
    const client = await connect(url);
    void client.read();
    await eventually(() => expect(client.text()).toMatch(/\n\n(:\n\n){3}/));
  });

  test('nothing to tell is 204, so that a browser does not reconnect for ever', async () => {
    const { url } = await serve(async function* () {});
    expect((await connect(url)).status).toBe(204);
  });

  test.for([
    { id: '', event: 'x', data: 1 },
    { id: '1\ndata: forged', event: 'x', data: 1 },
    { id: '1', event: 'x\ndata: forged', data: 1 },
  ])('an id or a name that breaks the framing cuts the stream: %j', async (bad) => {
    const { source, arrived } = afterArrival(() => bad);
    const { url, ends } = await serve(source);
    const client = await connect(url);
    arrived();
    expect(await client.read()).toBe('cut');
    expect(client.text()).toBe('id: 1\nevent: changed\ndata: {"number":1}\n\n');
    expect(String(await ends())).toContain('each fit on one line');
  });
});

describe('resuming', () => {
  test('the header wins over the parameter, and neither is needed', () => {
    expect(resumeAfter({}, undefined)).toBeUndefined();
    expect(resumeAfter({}, '5')).toBe('5');
    expect(resumeAfter({ 'last-event-id': '9' }, '5')).toBe('9');
    expect(resumeAfter({ 'last-event-id': '' }, '5')).toBe('5');
  });

  test.for(['', 'a b', 'x'.repeat(1001), '1\n2'])('an id that no stream can have sent is refused (%#)', (id) => {
    expect(() => resumeAfter({}, id)).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400 }));
  });

  test('a client that was cut off goes on after the last event it saw', async () => {
    const streams = new OpenStreams();
    const { url } = await serve(
      async function* (_signal, request) {
        const seen = resumeAfter(request.headers, undefined);
        for (let number = Number(seen ?? 0) + 1; number <= 6; number += 1) {
          if (seen === undefined && number === 4) streams.cutWhere(({ credentialId }) => credentialId === 'anna');
          yield eventOf(number);
        }
      },
      { streams },
    );
    const first = await connect(url, { authorization: 'anna' });
    await first.read();
    expect(idsIn(first.text())).toEqual(['1', '2', '3']);
    const second = await connect(url, { authorization: 'anna', 'last-event-id': '3' });
    await second.read();
    expect(idsIn(second.text())).toEqual(['4', '5', '6']);
  });
});

describe('how it ends', () => {
  test('a client that leaves ends the source at once', async () => {
    const count = { ended: 0 };
    const { url, ends } = await serve(quiet(count));
    (await connect(url)).leave();
    await eventually(() => expect(count.ended).toBe(1));
    expect(await ends()).toEqual([undefined]);
  });

  test('a source that hears of no signal is ended when it wakes up', async () => {
    let wake: (() => void) | undefined;
    let ended = false;
    const source: Source = async function* () {
      try {
        yield eventOf(1);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        yield eventOf(2);
        throw new Error('it went on after its client had left');
      } finally {
        ended = true;
      }
    };
    const { url, ends, responses } = await serve(source, { deaf: true });
    const client = await connect(url);
    await eventually(() => expect(wake).toBeDefined());
    client.leave();
    await eventually(() => expect(responses[0]?.closed).toBe(true));
    wake?.();
    expect([await ends(), ended]).toEqual([[undefined], true]);
  });

  test('the process stops: streams close cleanly, sources end, new ones are refused', async () => {
    const streams = new OpenStreams();
    const count = { ended: 0 };
    const { url, ends } = await serve(quiet(count), { streams });
    const clients = await Promise.all([connect(url), connect(url)]);
    const reading = clients.map((client) => client.read());
    await streams.end();
    expect(await Promise.all(reading)).toEqual(['ended', 'ended']);
    expect(clients.map((client) => idsIn(client.text()))).toEqual([['1'], ['1']]);
    expect(await ends()).toEqual([undefined, undefined]);
    expect(count.ended).toBe(2);
    const late = await connect(url);
    expect([late.status, late.headers['retry-after']]).toEqual([503, '1']);
  });

  test('a source that waits for ever cannot keep the process from stopping', async () => {
    const streams = new OpenStreams();
    const { url } = await serve(
      async function* () {
        yield eventOf(1);
        await new Promise(() => undefined);
      },
      { streams },
    );
    const reading = (await connect(url)).read();
    await streams.end();
    expect(await reading).toBe('ended');
  });

  test('stopped before the first event, it is refused and not called over', async () => {
    const streams = new OpenStreams();
    const { url } = await serve(
      async function* () {
        void streams.end();
        yield await new Promise<StreamEvent>(() => undefined);
      },
      { streams },
    );
    expect((await connect(url)).status).toBe(503);
  });
});

describe('readers that do not keep up', () => {
  test('one that is slow makes the source wait, and misses nothing', async () => {
    const count = 512;
    const { source, made } = flood(count);
    const { url, responses } = await serve(source);
    const client = await connect(url);
    const stoodAt = await standsStill(() => made.events);
    // What the kernel holds for both ends differs between machines; what we hold is two events at most.
    expect(stoodAt).toBeLessThan(count * 0.75);
    expect(responses[0]?.writableLength).toBeLessThan(2.5 * floodSize);
    expect(await client.read()).toBe('ended');
    expect(idsIn(client.text())).toEqual(Array.from({ length: count }, (_, index) => String(index)));
  });

  test('one that has stopped reading is cut after four heartbeats, and its source ends', async () => {
    const { source, made } = flood();
    const { url, ends } = await serve(source, { heartbeatMs: 25 });
    await connect(url);
    await eventually(() => expect(made.ended).toBe(true));
    expect(await ends()).toEqual([undefined]);
  });
});

describe('how many may be open', () => {
  const [anna, berta] = [{ authorization: 'anna' }, { authorization: 'berta' }];

  test('twenty for each credential; the next is told so, and gets in when one has closed', async () => {
    const { url } = await serve(quiet());
    const [first] = await Promise.all(Array.from({ length: mostStreams }, () => connect(url, anna)));
    const refused = await connect(url, anna);
    await refused.read();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(refused.text()).toContain('20 streams open');
    expect((await connect(url, berta)).status).toBe(200);
    first?.leave();
    await eventually(async () => expect((await connect(url, anna)).status).toBe(200));
  });

  test("a revoked credential's streams are cut, others' go on", async () => {
    const streams = new OpenStreams();
    const { url, responses } = await serve(quiet(), { streams });
    const hers = await connect(url, anna);
    await connect(url, berta);
    streams.cutWhere(({ credentialId }) => credentialId === 'anna');
    expect(await hers.read()).toBe('ended');
    expect(responses.map(({ closed }) => closed)).toEqual([true, false]);
  });
});

describe('in a Fastify app', () => {
  async function startApp(source: Source) {
    const streams = new OpenStreams(1);
    const failed: unknown[] = [];
    const app = fastify({ return503OnClosing: false });
    app.addHook('onRequest', async (_request, reply) => void reply.header('x-request-id', 'r1'));
    app.addHook('preClose', () => streams.end());
    app.setErrorHandler((error, _request, reply) => {
      const refusal = error instanceof Refusal ? error : new Refusal('internal');
      return reply.code(refusal.status).send({ error: { code: refusal.code } });
    });
    app.get('/', async (request, reply) => {
      const { raw } = reply;
      const signal = streams.take('c1', raw);
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      await sendStream(raw, source(signal, request.raw), { heartbeatMs: calm, signal }).catch((error: unknown) => {
        if (!raw.headersSent) throw error;
        failed.push(error);
      });
    });
    cleanUp.push(() => app.close());
    return { app, failed, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
  }

  test("the app's headers go out with the stream's, and closing the app ends it cleanly", async () => {
    const { app, url } = await startApp(quiet());
    const client = await connect(url);
    expect(client.headers).toMatchObject({ 'x-request-id': 'r1', 'content-type': 'text/event-stream' });
    const reading = client.read();
    await app.close();
    expect(await reading).toBe('ended');
  });

  test('a reader that has stopped reading does not keep the app from closing', async () => {
    const { source, made } = flood();
    const { app, url } = await startApp(source);
    await connect(url);
    await standsStill(() => made.events);
    const began = performance.now();
    await app.close();
    expect(performance.now() - began).toBeLessThan(5_000);
    await eventually(() => expect(made.ended).toBe(true));
  });

  test('what the source refuses before its first event is an ordinary answer, and takes no place', async () => {
    const { url } = await startApp(async function* () {
      yield await Promise.reject(new Refusal('not_found'));
    });
    for (let time = 0; time < 3; time += 1) {
      const client = await connect(url);
      await client.read();
      expect([client.status, client.text()]).toEqual([404, '{"error":{"code":"not_found"}}']);
      expect(client.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('a source that fails later cuts the connection, and its error is not lost', async () => {
    const { source, arrived } = afterArrival(() => {
      throw new Error('later');
    });
    const { url, failed } = await startApp(source);
    const client = await connect(url);
    arrived();
    expect(await client.read()).toBe('cut');
    await eventually(() => expect(String(failed)).toContain('later'));
  });
});
