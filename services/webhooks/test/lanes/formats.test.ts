import { createHash, randomUUID } from 'node:crypto';
import { exampleEnvelope } from '@wheelhouse/contracts';
import { type Caller, eventually, type MovableClock, movableClock } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from '../authority.ts';
import { type Product, type StandIn, startStandIn } from '../formats/stand-in.ts';
import { hiddenKey } from '../../src/formats/render.ts';
import { openAlerts } from '../formats/stand-in-pagerduty.ts';
import { type Engine, someone, startEngine } from './engine.ts';

/** Each format against a server that takes what Slack, Teams and PagerDuty document, and refuses the rest. */
let engine: Engine;
let clock: MovableClock;
let authority: Authority;
const standIns: StandIn[] = [];

beforeAll(async () => {
  clock = movableClock(new Date());
  authority = await makeAuthority();
  engine = await startEngine({ clock, environment: { WEBHOOK_EXTRA_CA_FILE: authority.caFile } });
});
afterEach(async () => {
  for (const one of standIns.splice(0)) await one.close();
});
afterAll(async () => {
  await engine.stop();
  await authority.remove();
});

const key = 'e93facc04764012d7bfb002500d5d1a6';
const products: readonly Product[] = ['slack', 'teams', 'pagerduty'];
const accepted: Readonly<Record<Product, number>> = { slack: 200, teams: 202, pagerduty: 202 };
const hostile = '<!channel> [approve](https://evil.example) <script>alert(1)</script>\u202e';

async function standIn(product: Product): Promise<StandIn> {
  const made = await startStandIn(product, await authority.certificate('IP:127.0.0.1'));
  standIns.push(made);
  return made;
}

const subscribe = (who: Caller, product: Product, { url }: StandIn, more: object = {}) =>
  engine.subscribe(who, url, {
    format: product,
    events: ['*'],
    ...(product === 'pagerduty' ? { routing_key: key } : {}),
    rate_limit_per_second: null,
    ...more,
  });

const states = async (who: Caller) => (await engine.deliveries(who)).map(({ state }) => state);
const shown = async (who: Caller, webhook: string, delivery: string) => {
  const answer = await engine.call(who, 'GET', `/api/v1/webhooks/${webhook}/deliveries/${delivery}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

describe.each(products)('%s', (product) => {
  test('is sent what it takes, hostile names as text, signed like any other', async () => {
    const who = await someone();
    const receiver = await standIn(product);
    await subscribe(who, product, receiver);
    await engine.tell(who, { type: 'incident.created', data: { title: hostile, affected_service: hostile } });
    await engine.tell(who, { type: 'action.pending', data: { plan_summary: hostile, reason: hostile } });
    await engine.tell(who, { type: 'cluster.phase_changed', data: { to: 'Failed', message: hostile } });
    await eventually(async () => expect(await states(who)).toEqual(['succeeded', 'succeeded', 'succeeded']));
    expect(receiver.taken).toHaveLength(3);
    for (const { status, injected, seen } of receiver.taken) {
      expect({ status, injected }).toEqual({ status: accepted[product], injected: [] });
      expect(seen.join('\n')).toContain(hostile.replace('\u202e', '\\u202e'));
    }
    for (const { headers } of receiver.received)
      expect(headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  });

  test('is tried again after a failure with the same body, and sent again when somebody asks', async () => {
    const who = await someone();
    const receiver = await standIn(product);
    const webhook = await subscribe(who, product, receiver);
    receiver.fails = 503;
    await engine.tell(who, { type: 'incident.created' });
    await eventually(async () =>
      expect(await engine.deliveries(who)).toMatchObject([{ state: 'pending', attempt_count: 1 }]),
    );
    receiver.fails = undefined;
    clock.advance(12_500);
    await eventually(async () => expect(await states(who)).toEqual(['succeeded']));
    const [delivery] = await engine.deliveries(who);
    await engine.ask(who, 'POST', `${webhook}/deliveries/${delivery?.id}/redeliver`);
    await eventually(async () => expect(await states(who)).toEqual(['succeeded', 'succeeded']));
    const [first, second, third] = receiver.received.map(({ body }) => body);
    expect([second, third]).toEqual([first, first]);
  });

  test('that fails opens the breaker, and closes it when it is back', async () => {
    const who = await someone();
    const receiver = await standIn(product);
    const webhook = await subscribe(who, product, receiver);
    receiver.fails = 500;
    for (let count = 0; count < 8; count += 1)
      await engine.tell(who, { type: 'incident.created', data: { incident_id: randomUUID() } });
    await eventually(async () => expect(await engine.lane(webhook)).toMatchObject({ failures: 5, lease_until: null }));
    expect(receiver.received).toHaveLength(5);
    receiver.fails = undefined;
    await eventually(async () => {
      clock.advance(15_000);
      expect(new Set(await states(who))).toEqual(new Set(['succeeded']));
    });
    expect(receiver.taken).toHaveLength(8);
    expect(await engine.lane(webhook)).toMatchObject({ failures: 0 });
  });

  test('has in its record what was sent, but no key', async () => {
    const who = await someone();
    const receiver = await standIn(product);
    const webhook = await subscribe(who, product, receiver);
    await engine.tell(who, { type: 'incident.created' });
    await eventually(async () => expect(await states(who)).toEqual(['succeeded']));
    const [delivery] = await engine.deliveries(who);
    const record = await shown(who, webhook, delivery?.id ?? '');
    const sent = receiver.received[0]?.body ?? '';
    expect(record.body).toBe(sent.replace(key, hiddenKey));
    expect(record.attempts[0].request.signed).toBe(
      `${/t=(\d+)/.exec(record.attempts[0].request.headers['Service-Signature'])?.[1]}.${record.body}`,
    );
    expect(JSON.stringify(record)).not.toContain(key);
    const hash = createHash('sha256').update(record.body).digest('base64url');
    expect(delivery?.attempts).toMatchObject([{ rendering: { hash } }]);
  });

  test('is sent a test that says it is one', async () => {
    const who = await someone();
    const receiver = await standIn(product);
    const webhook = await subscribe(who, product, receiver);
    const tested = await engine.call(who, 'POST', `/api/v1/webhooks/${webhook}/test`, {
      body: { type: 'incident.created' },
    });
    expect(tested).toMatchObject({ status: 200, body: { attempt: { failure: null, status: accepted[product] } } });
    expect(receiver.taken[0]?.seen.join('\n')).toMatch(/Test: [^]*This is a test/);
    expect(receiver.received[0]?.headers['service-test']).toBe('true');
    expect(JSON.stringify(tested.body)).not.toContain(key);
    expect(await engine.deliveries(who)).toEqual([]);
  });

  test('of one tenant is sent nothing of another', async () => {
    const [one, other] = [await someone(), await someone()];
    const receiver = await standIn(product);
    await subscribe(one, product, receiver);
    await engine.tell(other, { type: 'incident.created' });
    await engine.tell(one, { type: 'incident.resolved' });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers['service-event-type']).toBe('incident.resolved');
  });
});

test('what PagerDuty refuses is told with what it said', async () => {
  const who = await someone();
  const receiver = await standIn('slack');
  const webhook = await subscribe(who, 'pagerduty', receiver);
  const { body } = await engine.call(who, 'POST', `/api/v1/webhooks/${webhook}/test`);
  expect(body.attempt).toMatchObject({ status: 400, failure: { class: 'client_error' } });
});

describe('a pager that was away', () => {
  const { incident_id } = exampleEnvelope('incident.created').data as { readonly incident_id: string };
  const openAt = (receiver: StandIn) => openAlerts(receiver.received.map(({ body }) => body));

  /** As it is once it is back and everything has arrived, in whatever order. */
  async function back(who: Caller, receiver: StandIn): Promise<void> {
    receiver.fails = undefined;
    await eventually(async () => {
      clock.advance(60_000);
      expect(new Set(await states(who))).toEqual(new Set(['succeeded']));
    });
  }

  test('has no page for an incident that ended meanwhile', async () => {
    const who = await someone();
    const receiver = await standIn('pagerduty');
    await subscribe(who, 'pagerduty', receiver);
    receiver.fails = 500;
    await engine.tell(who, { type: 'incident.created' });
    await eventually(async () => expect(await engine.deliveries(who)).toMatchObject([{ attempt_count: 1 }]));
    clock.advance(1_000);
    await engine.tell(who, { type: 'incident.resolved' });
    const before = receiver.received.length;
    await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(2));
    await back(who, receiver);
    const actions = receiver.received.slice(before).map(({ body }) => JSON.parse(body).event_action);
    expect(actions).not.toContain('trigger');
    expect(openAt(receiver).size).toBe(0);
  });

  test('has a page for one that was opened again', async () => {
    const who = await someone();
    const receiver = await standIn('pagerduty');
    await subscribe(who, 'pagerduty', receiver);
    receiver.fails = 500;
    for (const type of ['incident.created', 'incident.resolved', 'incident.updated'] as const) {
      await engine.tell(who, { type, data: { status: type === 'incident.resolved' ? 'resolved' : 'open' } });
      clock.advance(1_000);
    }
    await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(3));
    await back(who, receiver);
    expect(openAt(receiver)).toEqual(new Map([[incident_id, 'triggered']]));
  });
});
