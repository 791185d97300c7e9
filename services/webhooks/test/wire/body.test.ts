import { eventually } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { startReceiver, startTlsTalker } from '../receiver.ts';
import { letter, secret, stage } from './stage.ts';

/** What comes behind the head of an answer: kept as far as it goes, and without a say in the outcome. */
const { pem, sender, closing } = stage();
const to = (url: string) => ({ subscriptionId: 's', url, secrets: [secret] });
const cap = 16_384;

test('a body is kept whole up to 16 KiB', async () => {
  const body = 'a'.repeat(cap);
  const receiver = await closing(startReceiver(pem(), (response) => response.writeHead(500).end(body)));
  expect((await sender().send(to(receiver.url), letter())).response).toMatchObject({ body, truncated: false });
});

test('a body without end is cut at 16 KiB while it comes, and its connection closed', async () => {
  let written = 0;
  let isOver = false;
  const receiver = await closing(
    startReceiver(pem(), (response) => {
      response.on('close', () => {
        isOver = true;
      });
      const more = (): void => {
        while (!isOver && response.write('x'.repeat(4_096))) written += 4_096;
        if (!isOver) response.once('drain', more);
      };
      more();
    }),
  );
  const { failure, status, response } = await sender().send(to(receiver.url), letter());
  expect({ failure, status }).toEqual({ failure: null, status: 200 });
  expect(response?.truncated).toBe(true);
  expect(response?.body).toHaveLength(cap);
  await eventually(() => expect(isOver).toBe(true));
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('a slow body is waited for one second more, then the answer stands without the rest', async () => {
  const receiver = await closing(
    startReceiver(pem(), (response) => {
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    }),
  );
  const { failure, response, timings } = await sender().send(to(receiver.url), letter());
  expect(failure).toBeNull();
  expect(response).toMatchObject({ truncated: true, body: expect.stringMatching(/^\.+$/) });
  expect(timings.total_ms - (timings.answered_ms ?? 0)).toBeGreaterThanOrEqual(990);
  expect(timings.total_ms - (timings.answered_ms ?? 0)).toBeLessThan(5_000);
});

test('a 2xx stays one when its body breaks off, and so does a 500', async () => {
  const receiver = await closing(
    startReceiver(pem(), (response, _request, count) => {
      response.writeHead(count === 1 ? 201 : 500, { 'content-length': 100 });
      response.write('half');
      response.socket?.end();
    }),
  );
  const sending = sender();
  expect(await sending.send(to(receiver.url), letter())).toMatchObject({
    failure: null,
    status: 201,
    response: { body: 'half', truncated: true },
  });
  expect(await sending.send(to(receiver.url), letter())).toMatchObject({ failure: 'server_error', status: 500 });
});

test('a 2xx stays one when its chunks are nonsense', async () => {
  const nonsense = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nwhat\r\n';
  const receiver = await closing(startTlsTalker(pem(), (socket) => socket.end(nonsense)));
  expect(await sender().send(to(receiver.url), letter())).toMatchObject({
    failure: null,
    status: 200,
    response: { truncated: true },
  });
});

test('a body that is no text is kept as text that PostgreSQL takes, within its size', async () => {
  const bytes = Buffer.alloc(cap, 0xff);
  bytes[0] = 0;
  const receiver = await closing(
    startReceiver(pem(), (response) => response.setHeader('x-odd', 'caf\u00e9').end(bytes)),
  );
  const { response } = await sender().send(to(receiver.url), letter());
  expect(response?.body).not.toContain('\0');
  expect(Buffer.byteLength(response?.body ?? '')).toBeLessThanOrEqual(cap);
  expect(response?.truncated).toBe(true);
});
