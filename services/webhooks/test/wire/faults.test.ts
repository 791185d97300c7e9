import { eventually, freePort } from '@wheelhouse/testkit';
import { describe, expect, test } from 'vitest';
import { makeAuthority } from '../authority.ts';
import { startReceiver, startTcpTalker, startTlsTalker } from '../receiver.ts';
import { letter, secret, stage } from './stage.ts';

/** What the other side can do wrong, and the class each is told as. */
const { authority, pem, sender, closing } = stage();
const to = (url: string) => ({ subscriptionId: 's', url, secrets: [secret] });
const hasty = { answerMs: 400, bodyMs: 200 };

describe('too late', () => {
  test('is a server that takes the request and says nothing for ten seconds', async () => {
    const receiver = await closing(startReceiver(pem(), () => undefined));
    const { failure, detail, timings } = await sender().send(to(receiver.url), letter());
    expect({ failure, detail }).toEqual({ failure: 'timed_out', detail: 'there was no response' });
    expect(timings.total_ms).toBeGreaterThanOrEqual(9_990);
    expect(timings.total_ms).toBeLessThan(12_000);
    expect(timings.answered_ms).toBeNull();
    expect(timings.tls_ms).toBeTypeOf('number');
  });

  test('is a server that lets its headers drip', async () => {
    const receiver = await closing(
      startTlsTalker(pem(), (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('x: y\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    const attempt = await sender({ limits: hasty }).send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'timed_out', detail: 'there was no response', status: null });
  });

  test('is one that only ever hints at an answer', async () => {
    const receiver = await closing(
      startTlsTalker(pem(), (socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      }),
    );
    const attempt = await sender({ limits: hasty }).send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'timed_out', status: null });
  });

  test('is a server that stalls in the TLS handshake, and its connection is closed', async () => {
    let closed = 0;
    const receiver = await closing(
      startTcpTalker((socket) =>
        socket.on('close', () => {
          closed += 1;
        }),
      ),
    );
    const attempt = await sender({ limits: hasty }).send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'timed_out', detail: 'the TLS handshake did not complete' });
    expect(attempt.timings).toMatchObject({ connect_ms: expect.any(Number), tls_ms: null, answered_ms: null });
    await eventually(() => expect(closed).toBe(1));
  });

  test('leaves the next attempt its full time and a connection of its own', async () => {
    const receiver = await closing(
      startReceiver(pem(), (response, _request, count) => {
        if (count > 1) response.end();
      }),
    );
    const sending = sender({ limits: hasty });
    expect(await sending.send(to(receiver.url), letter())).toMatchObject({ failure: 'timed_out' });
    expect(await sending.send(to(receiver.url), letter())).toMatchObject({ failure: null });
    expect(receiver.connections()).toBe(2);
  });
});

describe('a connection', () => {
  test('may be refused', async () => {
    const url = `https://127.0.0.1:${await freePort()}/`;
    const attempt = await sender().send(to(url), letter());
    expect(attempt).toMatchObject({ failure: 'connection_refused', detail: null, status: null, response: null });
  });

  test('may be reset while the answer is waited for', async () => {
    const receiver = await closing(startReceiver(pem(), () => receiver.reset()));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({
      failure: 'connection_lost',
      detail: 'it was reset',
      status: null,
    });
  });

  test('may be closed without an answer', async () => {
    const receiver = await closing(startTlsTalker(pem(), (socket) => socket.end()));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({ failure: 'connection_lost' });
  });

  test('may lead to something that does not speak HTTP', async () => {
    const receiver = await closing(startTlsTalker(pem(), (socket) => socket.end('220 mail ready\r\n')));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({ failure: 'not_http' });
  });

  test('may bring headers without end', async () => {
    const long = `HTTP/1.1 200 OK\r\n${'x: y'.repeat(8)}\r\n${`a: ${'b'.repeat(1_000)}\r\n`.repeat(40)}\r\n`;
    const receiver = await closing(startTlsTalker(pem(), (socket) => socket.end(long)));
    expect(await sender().send(to(receiver.url), letter())).toMatchObject({
      failure: 'not_http',
      detail: 'its headers are too long',
    });
  });
});

describe('TLS', () => {
  const strangers = async () => {
    const { ca, remove } = await makeAuthority();
    await remove();
    return { ca };
  };

  test('fails with a certificate of an authority nobody knows', async () => {
    const receiver = await closing(startReceiver(pem(), (response) => response.end()));
    const { failure, detail } = await sender({ extraCa: (await strangers()).ca }).send(to(receiver.url), letter());
    expect(failure).toBe('tls_failed');
    expect(detail).toContain('authority');
    expect(receiver.received).toHaveLength(0);
  });

  test('fails with a certificate for another name, without telling which', async () => {
    const other = await authority().certificate('DNS:internal.corp.example');
    const receiver = await closing(startReceiver(other, (response) => response.end()));
    const attempt = await sender().send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'tls_failed', detail: 'its certificate is for another name' });
    expect(JSON.stringify(attempt)).not.toContain('internal.corp');
    expect(receiver.received).toHaveLength(0);
  });

  test('fails with a server that speaks plain HTTP', async () => {
    const receiver = await closing(startTcpTalker((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const attempt = await sender().send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'tls_failed', detail: 'it does not use TLS on this port' });
  });

  test('fails with a server that hangs up in the handshake', async () => {
    const receiver = await closing(startTcpTalker((socket) => socket.once('data', () => socket.destroy())));
    const attempt = await sender().send(to(receiver.url), letter());
    expect(attempt).toMatchObject({ failure: 'tls_failed', detail: 'it closed the connection during the handshake' });
  });
});
