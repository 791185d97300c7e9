import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayHouse, startGatewayHouse } from './house.ts';
import { type Exchanged, sendRaw } from './raw-socket.ts';

let house: GatewayHouse;
let token: string;
beforeAll(async () => {
  house = await startGatewayHouse();
  token = await house.token(await house.tenant());
});
afterAll(() => house.stop());

const notes = '/api/example/api/v1/notes';
const body = JSON.stringify({ title: 'written', body: 'twice is too often' });
const from = `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 250)).join('.')}`;

const known = () => `Host: gateway\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
const honest = () => `POST ${notes} HTTP/1.1\r\n${known()}Content-Length: ${body.length}\r\n\r\n${body}`;
const send = (bytes: string, answers: number): Promise<Exchanged> =>
  sendRaw(bytes, { port: Number(new URL(house.base).port), from, answers });
const written = async () => (await house.through(token, 'GET', notes)).body.total as number;
const statuses = ({ answers }: Exchanged) => answers.map(({ status }) => status);

const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const unreadable: Readonly<Record<string, () => string>> = {
  'a length and chunks': () =>
    `POST ${notes} HTTP/1.1\r\n${known()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  'two lengths': () => `POST ${notes} HTTP/1.1\r\n${known()}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
  'an encoding besides chunks': () =>
    `POST ${notes} HTTP/1.1\r\n${known()}Transfer-Encoding: gzip, chunked\r\n\r\n${chunked}`,
  'chunks in HTTP/1.0': () =>
    `POST ${notes} HTTP/1.0\r\n${known()}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  'a bad chunk': () => `POST ${notes} HTTP/1.1\r\n${known()}Transfer-Encoding: chunked\r\n\r\n-5\r\nhello`,
  'a folded header': () => `POST ${notes} HTTP/1.1\r\n${known()}X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}`,
  'line feeds alone': () => honest().replaceAll('\r', ''),
  'no version': () => `GET ${notes}\r\n${known()}\r\n`,
  'headers of more than 16 KiB': () => `GET ${notes} HTTP/1.1\r\n${known()}X-A: ${'b'.repeat(17_000)}\r\n\r\n`,
  'two expectations': () => `GET ${notes} HTTP/1.1\r\n${known()}Expect: 100-continue\r\nExpect: more\r\n\r\n`,
};

test.for(Object.keys(unreadable))(
  'with %s the connection ends, in the specified words, and nothing behind it is done',
  async (name) => {
    const before = await written();
    const { answers, rest } = await send(`${unreadable[name]?.() ?? ''}${honest()}`, 1);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(rest.length).toBe(0);
    const [answer] = answers;
    expect(JSON.parse(answer?.body.toString() ?? '')).toEqual({
      error: {
        code: 'invalid_request',
        message: expect.any(String),
        request_id: answer?.headers.get('x-request-id'),
      },
    });
    for (const header of ['limit', 'remaining', 'reset'])
      expect(answer?.headers.get(`x-ratelimit-${header}`)).toMatch(/^\d+$/);
    expect(await written()).toBe(before);
  },
);

const unclear: Readonly<Record<string, () => string>> = {
  'no host': () => `GET ${notes} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  'two hosts': () => `GET ${notes} HTTP/1.1\r\n${known()}Host: gateway\r\n\r\n`,
  'a host that is none': () => honest().replace('Host: gateway', 'Host: a/b'),
  'two credentials': () => `GET ${notes} HTTP/1.1\r\n${known()}Authorization: Bearer x\r\n\r\n`,
  'an expectation of something else': () =>
    `POST ${notes} HTTP/1.1\r\n${known()}Expect: more\r\nContent-Length: 2\r\n\r\n{}`,
  '600 headers': () => `GET ${notes} HTTP/1.1\r\n${known()}${'A: b\r\n'.repeat(600)}\r\n`,
  'a length behind 1,100 headers': () =>
    `POST ${notes} HTTP/1.1\r\n${known()}${'A: b\r\n'.repeat(1_100)}Content-Length: 2\r\n\r\n{}`,
  'the absolute form': () => `GET http://gateway${notes} HTTP/1.1\r\n${known()}\r\n`,
  'a fragment in the query': () => `GET ${notes}?limit=1#x HTTP/1.1\r\n${known()}\r\n`,
};

test.for(Object.keys(unclear))('with %s it is refused, and the honest request behind it is answered', async (name) => {
  expect(statuses(await send(`${unclear[name]?.() ?? ''}${honest()}`, 2))).toEqual([400, 201]);
});

test('what was asked before something unreadable is answered first', async () => {
  const before = await written();
  expect(statuses(await send(`${honest()}${honest()}NO REQUEST\r\n\r\n`, 3))).toEqual([201, 201, 400]);
  expect(await written()).toBe(before + 2);
});

test('behind a request that ends the connection nothing is done', async () => {
  const before = await written();
  const closing = `GET ${notes} HTTP/1.1\r\n${known()}Connection: close\r\n\r\n`;
  expect(statuses(await send(closing + honest(), 1))).toEqual([200]);
  const upgrading = `GET ${notes} HTTP/1.1\r\n${known()}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
  expect(statuses(await send(upgrading + honest(), 1))).toEqual([200]);
  expect(await written()).toBe(before);
});

test('CONNECT leads nowhere', async () => {
  expect(statuses(await send(`CONNECT elsewhere:443 HTTP/1.1\r\n${known()}\r\n${honest()}`, 1))).toEqual([405]);
});

test('who is still sending too much hears why', async () => {
  const sending = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
  });
  const answer = await fetch(`${house.base}/example/api/v1/notes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: sending,
    duplex: 'half',
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
});

test('who begins a request and does not go on hears why; a connection that was never used is closed without an answer', async () => {
  const port = Number(new URL(house.base).port);
  const late = (bytes: string) => sendRaw(bytes, { port, from, answers: 1, quietMs: 25_000 });
  const [begun, silent] = await Promise.all([late(`GET ${notes} HTTP/1.1\r\nHost: gate`), late('')]);
  expect(statuses(begun)).toEqual([400]);
  expect(begun.answers[0]?.body.toString()).toContain('did not arrive in time');
  expect(silent).toEqual({ answers: [], rest: Buffer.alloc(0) });
});
