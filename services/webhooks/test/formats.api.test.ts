import { webhookFormats } from '@wheelhouse/contracts';
import { openKeyring } from '@wheelhouse/kit';
import { caller, type Caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRoutingKey } from '../src/subscriptions/secret.ts';
import { selectSubscription } from '../src/subscriptions/store.ts';
import { type Desk, startDesk, target } from './desk.ts';

let desk: Desk;
let who: Caller;

beforeAll(async () => {
  desk = await startDesk();
  who = await caller();
});
afterAll(() => desk.stop());

const key = 'e93facc04764012d7bfb002500d5d1a6';
const otherKey = 'R0ABCDEFGHIJKLMNOPQRSTUVWXYZ0123';
const slackUrl = 'https://hooks.slack.com/services/T0/B0/X0';
const incidents = ['incident.created', 'incident.updated', 'incident.resolved'];

const create = (body: object, by = who) => desk.post(by, '', body);

async function keyOf(id: string, by = who): Promise<string | undefined> {
  const row = await desk.db.tenant(by.tenantId, (db) => selectSubscription(db, id));
  if (row === undefined) throw new Error('no webhook');
  return openRoutingKey(openKeyring(desk.environment['SECRETS_KEYS'] ?? ''), by.tenantId, row);
}

describe('a webhook', () => {
  test('sends events as they are unless it is asked for another format', async () => {
    expect(await create({ url: target, events: ['*'] })).toMatchObject({ status: 201, body: { format: 'event' } });
  });

  test.each([
    ['slack', { url: slackUrl }, { url: slackUrl, events: [...incidents, 'action.pending'], rate_limit_per_second: 1 }],
    ['teams', { url: target }, { url: target, events: [...incidents, 'action.pending'], rate_limit_per_second: null }],
    [
      'pagerduty',
      { routing_key: key },
      { url: 'https://events.pagerduty.com/v2/enqueue', events: incidents, rate_limit_per_second: null },
    ],
  ])('for %s has what suits it where nothing is said', async (format, asked, expected) => {
    const { status, body } = await create({ format, ...asked });
    expect({ status, body }).toMatchObject({ status: 201, body: { format, ...expected } });
    expect((await desk.get(who, body.id)).body).toMatchObject({ format, ...expected });
    expect((await desk.get(who)).body.data[0]).toMatchObject({ id: body.id, format });
  });

  test.each([
    ['slack', { url: slackUrl, events: ['app.deployed'], rate_limit_per_second: null }],
    ['pagerduty', { routing_key: key, url: 'https://events.eu.pagerduty.com/v2/enqueue', events: ['*'] }],
  ])('for %s has what was said', async (format, asked) => {
    const { routing_key: _, ...shown } = { routing_key: '', ...asked };
    expect(await create({ format, ...asked })).toMatchObject({ status: 201, body: { format, ...shown } });
  });

  test.each([
    [{ url: target }, 'events'],
    [{ events: ['*'] }, 'url'],
    [{ format: 'slack' }, 'url'],
    [{ format: 'teams' }, 'url'],
    [{ format: 'pagerduty' }, 'routing_key'],
    [{ format: 'slack', url: slackUrl, routing_key: key }, 'routing_key'],
    [{ format: 'pagerduty', routing_key: 'too-short' }, 'routing_key'],
    [{ format: 'pagerduty', routing_key: `${key}0` }, 'routing_key'],
    [{ format: 'discord', url: target }, 'format'],
    [{ format: 'slack', url: 'http://hooks.slack.com/' }, 'url'],
  ])('%j is refused, by the field %s', async (body, field) => {
    const refused = await create(body);
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
  });

  test('keeps its format: there is no other way to read what it was sent', async () => {
    const { id } = (await create({ format: 'slack', url: slackUrl })).body;
    expect(await desk.patch(who, id, { format: 'teams' })).toMatchObject({ status: 422 });
  });

  test('of another tenant shows neither its format nor anything else', async () => {
    const { id } = (await create({ format: 'slack', url: slackUrl })).body;
    const stranger = await caller();
    expect(await desk.get(stranger, id)).toMatchObject({ status: 404 });
    expect(await desk.patch(stranger, id, { routing_key: key })).toMatchObject({ status: 404 });
  });
});

describe('a routing key', () => {
  test('is shown nowhere, and stands nowhere in the clear', async () => {
    const by = await caller();
    const made = await create({ format: 'pagerduty', routing_key: key }, by);
    const { id } = made.body;
    const changed = await desk.patch(by, id, { routing_key: otherKey });
    const delivery = await desk.delivery(by, id, { event_type: 'incident.created' });
    const answers = [made, changed, await desk.get(by), await desk.get(by, `${id}/deliveries/${delivery}`)];
    const [row] = await desk.db.tenant(by.tenantId, (db) =>
      db.query<{ text: string }>('SELECT s::text AS text FROM webhooks.subscriptions AS s WHERE id = $1', [id]),
    );
    const trail = await desk.db.look<{ body: string }>('SELECT body FROM webhooks.outbox');
    const written = [JSON.stringify(answers), row?.text, ...trail.map(({ body }) => body)].join('\n');
    for (const secret of [key, otherKey]) expect(written).not.toContain(secret);
    expect(await keyOf(id, by)).toBe(otherKey);
  });

  test('goes to no other server: who changes the address says it again', async () => {
    const { id, url } = (await create({ format: 'pagerduty', routing_key: key })).body;
    const elsewhere = { url: 'https://collector.example.com/' };
    const refused = await desk.patch(who, id, elsewhere);
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'routing_key' }] } } });
    expect(await desk.patch(who, id, { url, description: 'as it was' })).toMatchObject({ status: 200 });
    expect(await keyOf(id)).toBe(key);
    expect(await desk.patch(who, id, { ...elsewhere, routing_key: otherKey })).toMatchObject({ status: 200 });
    expect(await keyOf(id)).toBe(otherKey);
  });

  test('is of PagerDuty alone', async () => {
    const { id } = (await create({ format: 'slack', url: slackUrl })).body;
    const refused = await desk.patch(who, id, { routing_key: key });
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'routing_key' }] } } });
  });

  test('opens in its own row and column only', async () => {
    const ids = await Promise.all(
      [key, otherKey].map(
        async (routing_key) => (await create({ format: 'pagerduty', routing_key })).body.id as string,
      ),
    );
    await desk.db.tenant(who.tenantId, (db) =>
      db.query(
        `UPDATE webhooks.subscriptions SET routing_key = (SELECT routing_key FROM webhooks.subscriptions WHERE id = $2) WHERE id = $1`,
        ids,
      ),
    );
    await expect(keyOf(ids[0] ?? '')).rejects.toThrow('cannot be decrypted');
    await desk.db.tenant(who.tenantId, (db) =>
      db.query('UPDATE webhooks.subscriptions SET routing_key = secret WHERE id = $1', [ids[1]]),
    );
    await expect(keyOf(ids[1] ?? '')).rejects.toThrow('cannot be decrypted');
  });
});

describe('a delivery', () => {
  test.each(webhookFormats)('of %s shows what is sent', async (format) => {
    const asked = format === 'pagerduty' ? { routing_key: key } : { url: target };
    const { id } = (await create({ format, events: ['*'], ...asked })).body;
    const delivery = await desk.delivery(who, id, { event_type: 'incident.created' });
    const { body } = (await desk.get(who, `${id}/deliveries/${delivery}`)).body;
    const marks = { event: '"occurred_at"', slack: '"blocks"', teams: 'AdaptiveCard', pagerduty: '"routing_key":"*' };
    expect(body).toContain(marks[format]);
  });

  test('does not show as sent what another version made', async () => {
    const { id } = (await create({ format: 'slack', url: slackUrl })).body;
    const delivery = await desk.delivery(who, id);
    const { body } = await desk.get(who, `${id}/deliveries/${delivery}`);
    expect(body).toMatchObject({ body: expect.any(String), attempts: [{ request: { signed: null } }] });
  });
});
