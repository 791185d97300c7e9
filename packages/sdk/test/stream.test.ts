import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConnectionError, createClient, isApiError, type StreamEvent } from '../src/index.ts';
import { type Door, openDoor } from './door.ts';
import { type Handler, json, type RawServer, rawServer, refused, silent } from './raw-server.ts';

interface Note {
  readonly id: string;
  readonly status: string;
}
interface Table {
  readonly '/example/api/v1/notes': {
    readonly POST: { readonly body: object; readonly answers: { readonly 201: Note } };
  };
  readonly '/example/api/v1/notes/{id}/finish': {
    readonly POST: { readonly params: { readonly id: string }; readonly answers: { readonly 202: Note } };
  };
  readonly '/example/api/v1/notes/{id}/stream': {
    readonly GET: { readonly params: { readonly id: string }; readonly events: Note };
  };
  readonly '/stream': { readonly GET: { readonly events: unknown } };
}

const begins = { 'content-type': 'text/event-stream' };
const text = (id: number) => `id: e${id}\nevent: changed\ndata: {"n":${id}}\n\n`;
const over: Handler = (outgoing) => outgoing.writeHead(204).end();
/** Sends these parts and then cuts. */
const broken =
  (...parts: readonly string[]): Handler =>
  (outgoing) => {
    outgoing.writeHead(200, begins);
    outgoing.write(parts.join(''), () => setTimeout(() => outgoing.destroy(), 20));
  };
const whole =
  (...parts: readonly string[]): Handler =>
  (outgoing) =>
    outgoing.writeHead(200, begins).end(parts.join(''));

const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
async function serving(...handlers: readonly [Handler, ...Handler[]]) {
  const server = await rawServer(...handlers);
  open.push(server);
  const client = createClient<Table>({ baseUrl: server.baseUrl, timeoutMs: 1_000 });
  return { client, came: server.came, resumed: () => server.came.map(({ headers }) => headers['last-event-id']) };
}
async function idsOf(events: AsyncIterable<StreamEvent>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of events) ids.push(id);
  return ids;
}

describe('a stream of a module', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('is followed through the gateway from its snapshot to its end', async () => {
    const token = await door.house.token(await door.house.tenant());
    const client = createClient<Table>({ baseUrl: door.baseUrl, token });
    const { data } = await client.post('/example/api/v1/notes', { body: { title: 'a note', body: '' } });
    const params = { id: data.id };
    const seen: string[] = [];
    for await (const { event, data: note } of client.stream('/example/api/v1/notes/{id}/stream', { params })) {
      if (seen.length === 0) await client.post('/example/api/v1/notes/{id}/finish', { params });
      seen.push(`${event} ${note.status}`);
    }
    expect(seen[0]).toBe('snapshot open');
    expect(seen.at(-1)).toBe('done done');
  });
});

describe('a stream that breaks', () => {
  test('is taken up after the last whole event, each event once', async () => {
    const { client, resumed } = await serving(
      broken(':\n\n', text(1), text(2), 'id: e3\nevent: chan'),
      refused(503, 'unavailable', { 'retry-after': '0' }),
      broken(text(3)),
      whole(text(4)),
      over,
    );
    expect(await idsOf(client.stream('/stream'))).toEqual(['e1', 'e2', 'e3', 'e4']);
    expect(resumed()).toEqual([undefined, 'e2', 'e2', 'e3', 'e4']);
  });

  test('can be taken up by another program', async () => {
    const { client, resumed } = await serving(whole(text(8)), over);
    expect(await idsOf(client.stream('/stream', { lastEventId: 'e7' }))).toEqual(['e8']);
    expect(resumed()).toEqual(['e7', 'e8']);
  });

  test('by falling silent is taken up too, and heartbeats are no silence', async () => {
    const { client, came } = await serving((outgoing) => {
      outgoing.writeHead(200, begins);
      outgoing.write(text(1));
      const heart = setInterval(() => outgoing.write(':\n\n'), 250);
      setTimeout(() => clearInterval(heart), 1_500);
    }, over);
    const began = performance.now();
    expect(await idsOf(client.stream('/stream'))).toEqual(['e1']);
    expect(performance.now() - began).toBeGreaterThan(2_000);
    expect(came).toHaveLength(2);
  });

  test('again and again, without an event, is given up', async () => {
    const { client, came } = await serving(whole(':\n\n'));
    const failed = await idsOf(client.stream('/stream', { retries: 1 })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect(came).toHaveLength(2);
  });

  test('because the credential lost its power is not taken up', async () => {
    const { client } = await serving(broken(text(1)), refused(401, 'token_revoked'));
    const seen: string[] = [];
    const failed = await (async () => {
      for await (const { id } of client.stream('/stream')) seen.push(id);
    })().catch((error: unknown) => error);
    expect(seen).toEqual(['e1']);
    expect(isApiError(failed, 'token_revoked')).toBe(true);
  });
});

describe('whoever follows', () => {
  const endless: Handler = (outgoing) => {
    outgoing.writeHead(200, begins);
    outgoing.write(text(1));
  };

  test('and stops, closes the connection', async () => {
    let closed = false;
    const { client } = await serving((outgoing, incoming) => {
      outgoing.once('close', () => {
        closed = true;
      });
      endless(outgoing, incoming);
    });
    for await (const { id } of client.stream('/stream')) if (id === 'e1') break;
    await eventually(() => expect(closed).toBe(true));
  });

  test('and gives up, is told so with their own reason', async () => {
    const reason = new Error('enough');
    for (const handler of [endless, silent, whole(text(1))]) {
      const { client } = await serving(handler, silent);
      const giving = new AbortController();
      setTimeout(() => giving.abort(reason), 100);
      const failed = await idsOf(client.stream('/stream', { signal: giving.signal })).catch((error: unknown) => error);
      expect(failed).toBe(reason);
    }
  });

  test('takes as long as they like over an event', async () => {
    const { client, came } = await serving((outgoing) => {
      outgoing.writeHead(200, begins).write(text(1));
      setTimeout(() => outgoing.end(text(2)), 100);
    }, over);
    for await (const { id } of client.stream('/stream'))
      if (id === 'e1') await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(came).toHaveLength(2);
  });

  test('something that is no stream is told so', async () => {
    const { client } = await serving(json(200, {}));
    const failed = await idsOf(client.stream('/stream')).catch((error: unknown) => error);
    expect(isApiError(failed, 'foreign_answer')).toBe(true);
  });
});
