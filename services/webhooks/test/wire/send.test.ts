import { createHmac } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../receiver.ts';
import { letter, secret, stage } from './stage.ts';

const { pem, sender, closing } = stage();
const to = (url: string, secrets: readonly string[] = [secret]) => ({ subscriptionId: 's', url, secrets });

describe('a delivery', () => {
  test('arrives as a POST with the bytes of the event, its ids and a signature over them', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end('thanks')));
    const sent = letter({ attempt: 3 });
    const attempt = await sender().send(to(receiver.url, [secret, 'whsec_old']), sent);
    expect(attempt).toMatchObject({ number: 3, failure: null, detail: null, status: 200, retry_after: null });
    expect(attempt).toMatchObject({ url: receiver.url, response: { body: 'thanks', truncated: false } });
    const { timings } = attempt;
    expect(timings.dns_ms).toBeNull();
    expect(timings.connect_ms).toBeTypeOf('number');
    expect(timings.tls_ms).toBeTypeOf('number');
    expect(timings.answered_ms).toBeLessThanOrEqual(timings.total_ms);

    const [got] = receiver.received;
    expect(got).toMatchObject({ path: '/hooks?from=wheelhouse', body: sent.body });
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(sent.body)),
      'user-agent': 'Wheelhouse-Webhooks/1',
      'service-event-id': sent.eventId,
      'service-event-type': sent.eventType,
      'service-delivery-id': sent.deliveryId,
      'service-attempt': '3',
      'service-signature': attempt.signature,
    });
    expect(got?.headers['service-test']).toBeUndefined();
    const second = Math.floor(Date.parse(attempt.started_at) / 1_000);
    const digest = (key: string) => createHmac('sha256', key).update(`${second}.${sent.body}`).digest('hex');
    expect(attempt.signature).toBe(`t=${second},v1=${digest(secret)},v1=${digest('whsec_old')}`);
  });

  test('of a test says that it is one', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.writeHead(204).end()));
    const attempt = await sender().send(to(receiver.url), letter({ isTest: true }));
    expect(attempt).toMatchObject({ failure: null, status: 204, response: { body: '' } });
    expect(receiver.received[0]?.headers['service-test']).toBe('true');
  });

  test('goes over the connection of the one before it', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end()));
    const sending = sender();
    const attempts = [];
    for (let attempt = 1; attempt <= 5; attempt += 1)
      attempts.push(await sending.send(to(receiver.url), letter({ attempt })));
    expect(attempts.map(({ failure }) => failure)).toEqual([null, null, null, null, null]);
    // Two where the next one is sent before the connection is known to be free.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
    expect(attempts[0]?.timings.tls_ms).toBeTypeOf('number');
    expect(attempts[4]?.timings).toMatchObject({ connect_ms: null, tls_ms: null });
  });

  test('goes side by side with others of its subscription', async () => {
    const waiting: (() => void)[] = [];
    const receiver = await closing(startReceiver(pem(), (response) => waiting.push(() => response.end())));
    const sending = sender();
    const sent = Array.from({ length: 16 }, () => sending.send(to(receiver.url), letter()));
    await eventually(() => expect(waiting).toHaveLength(16));
    for (const answer of waiting) answer();
    expect((await Promise.all(sent)).every(({ failure }) => failure === null)).toBe(true);
    expect(receiver.connections()).toBe(16);
  });

  test('goes to the new place once the URL has changed', async () => {
    const [before, after] = [
      await closing(startReceiver(pem(), (response) => response.end())),
      await closing(startReceiver(pem(), (response) => response.end())),
    ];
    const sending = sender();
    for (const url of [before.url, `${before.url}&more`, after.url, after.url]) await sending.send(to(url), letter());
    expect(before.received.map(({ path }) => path)).toEqual(['/hooks?from=wheelhouse', '/hooks?from=wheelhouse&more']);
    expect(after.received).toHaveLength(2);
  });

  test('is sent anew over a new connection after the server has closed the old one', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.setHeader('connection', 'close').end()));
    const sending = sender();
    for (let count = 0; count < 3; count += 1)
      expect(await sending.send(to(receiver.url), letter())).toMatchObject({ failure: null });
    expect(receiver.connections()).toBe(3);
  });

  test('has no answer to wait for when the sender is closed, only its own', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => setTimeout(() => response.end(), 200)));
    const sending = sender();
    const sent = sending.send(to(receiver.url), letter());
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await sending.close();
    expect(await sent).toMatchObject({ failure: null, status: 200 });
  });
});

describe('the answer', () => {
  test.each([
    [200, null],
    [299, null],
    [301, 'redirected'],
    [304, 'redirected'],
    [400, 'client_error'],
    [404, 'client_error'],
    [410, 'gone'],
    [429, 'too_many_requests'],
    [500, 'server_error'],
    [503, 'server_error'],
    [799, 'not_http'],
  ])('%i means %s', async (status, failure) => {
    const receiver = await closing(startReceiver(pem(), (response) => response.writeHead(status).end()));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({ status, failure });
  });

  test('that is a redirect is not followed', async () => {
    const elsewhere = await closing(startReceiver(pem(), (response) => response.end()));
    const receiver = await closing(
      startReceiver(pem(), (response) => response.writeHead(307, { location: elsewhere.url }).end()),
    );
    const attempt = await sender().send(to(receiver.url), letter());
    expect(attempt).toMatchObject({
      failure: 'redirected',
      status: 307,
      response: { headers: { location: elsewhere.url } },
    });
    expect([receiver.received.length, elsewhere.connections()]).toEqual([1, 0]);
  });

  test('may ask for rest, in seconds or until a date, and with nothing else', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const asked = ['120', inAnHour, 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', '-5', '1.5', '9'.repeat(30)];
    const receiver = await closing(
      startReceiver(pem(), (response, _request, count) =>
        response.writeHead(count % 2 === 0 ? 503 : 429, { 'retry-after': asked[count - 1] }).end(),
      ),
    );
    const sending = sender();
    const told = [];
    for (const _ of asked) told.push((await sending.send(to(receiver.url), letter())).retry_after);
    expect(told[1]).toBeGreaterThan(3_590);
    expect(told[1]).toBeLessThanOrEqual(3_600);
    expect([told[0], ...told.slice(2)]).toEqual([120, 0, null, null, null, 2_147_483_647]);
  });

  test('that succeeds asks for no rest', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.setHeader('retry-after', '9').end()));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({ failure: null, retry_after: null });
  });
});
