import { createHmac, randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from './authority.ts';
import { type Desk, startDesk } from './desk.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

let authority: Authority;
let receiver: Receiver;
let desk: Desk;
let answer = { status: 202, body: 'thank you' };

beforeAll(async () => {
  authority = await makeAuthority();
  const pem = await authority.certificate('IP:127.0.0.1');
  receiver = await startReceiver(pem, (response) => response.writeHead(answer.status).end(answer.body));
  desk = await startDesk({
    environment: { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32', WEBHOOK_EXTRA_CA_FILE: authority.caFile },
  });
});
afterAll(async () => {
  await desk.stop();
  await receiver.close();
  await authority.remove();
});

function last(): Received {
  const received = receiver.received.at(-1);
  if (received === undefined) throw new Error('nothing came');
  return received;
}

describe('a test', () => {
  test('sends the example of an event, signed and said to be a test, and answers what came of it', async () => {
    const who = await caller();
    const { id, signing_secret } = await desk.create(who, { url: receiver.url, events: ['cluster.phase_changed'] });
    answer = { status: 202, body: 'thank you' };
    const sent = await desk.post(who, `${id}/test`);
    expect(sent).toMatchObject({
      status: 200,
      body: {
        event_type: 'cluster.phase_changed',
        attempt: { number: 1, status: 202, failure: null, response: { body: 'thank you' } },
      },
    });
    const { headers, body } = last();
    expect(headers).toMatchObject({
      'service-test': 'true',
      'service-event-type': 'cluster.phase_changed',
      'service-event-id': sent.body.event_id,
      'service-attempt': '1',
      'service-signature': sent.body.attempt.request.headers['Service-Signature'],
    });
    expect(body).toBe(sent.body.body);
    expect(JSON.parse(body)).toMatchObject({ type: 'cluster.phase_changed', tenant_id: who.tenantId });
    const [, seconds = '', digest] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(headers['service-signature'])) ?? [];
    expect(digest).toBe(createHmac('sha256', signing_secret).update(`${seconds}.${body}`).digest('hex'));
    expect(sent.body.attempt.request.signed).toBe(`${seconds}.${body}`);
  });

  test('is signed with both secrets while both hold', async () => {
    const who = await caller();
    const { id } = await desk.create(who, { url: receiver.url });
    await desk.post(who, `${id}/rotate-secret`);
    await desk.post(who, `${id}/test`, { type: 'build.completed' });
    expect(receiver.received.at(-1)?.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(receiver.received.at(-1)?.headers['service-event-type']).toBe('build.completed');
  });

  test('that fails is told with what to do, and counts for nothing', async () => {
    const who = await caller();
    const { id } = await desk.create(who, { url: receiver.url });
    answer = { status: 410, body: '' };
    const sent = await desk.post(who, `${id}/test`);
    expect(sent).toMatchObject({ status: 200, body: { attempt: { failure: { class: 'gone' }, status: 410 } } });
    const { body } = await desk.get(who, id);
    expect(body).toMatchObject({ state: 'active', health: { consecutive_failures: 0, failed: 0 } });
    expect((await desk.get(who, `${id}/deliveries`)).body.total).toBe(0);
    expect((await desk.get(who, 'events')).body.total).toBe(0);
  });

  test('can be made before a paused webhook is enabled, and refuses a type that there is not', async () => {
    const who = await caller();
    const { id } = await desk.create(who, { url: receiver.url });
    await desk.post(who, `${id}/pause`);
    answer = { status: 200, body: '' };
    expect(await desk.post(who, `${id}/test`)).toMatchObject({ status: 200, body: { attempt: { status: 200 } } });
    expect(await desk.post(who, `${id}/test`, { type: 'no.such' })).toMatchObject({ status: 422 });
  });

  test('is made once for one Idempotency-Key, whatever the receiver says', async () => {
    const who = await caller();
    const { id } = await desk.create(who, { url: receiver.url });
    answer = { status: 200, body: '\u0001'.repeat(16_384) };
    const headers = { 'idempotency-key': randomUUID() };
    const before = receiver.received.length;
    const first = await desk.post(who, `${id}/test`, {}, headers);
    expect(first).toMatchObject({ status: 200, body: { attempt: { response: { truncated: true } } } });
    expect(await desk.post(who, `${id}/test`, {}, headers)).toMatchObject({ status: 200, body: first.body });
    expect(receiver.received.length).toBe(before + 1);
  });
});
