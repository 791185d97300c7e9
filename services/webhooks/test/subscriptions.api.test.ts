import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, startDesk, target, webhooks } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk({ environment: { WEBHOOKS_PER_TENANT: '3' } });
});
afterAll(() => desk.stop());

const quiet = {
  succeeded: 0,
  failed: 0,
  success_share: null,
  p95_ms: null,
  pending: 0,
  held: 0,
  oldest_pending_at: null,
  consecutive_failures: 0,
  failing_since: null,
  next_probe_at: null,
};

describe('a webhook', () => {
  test('is created with a secret that is shown once', async () => {
    const who = await caller();
    const made = await desk.post(who, '', { url: target, events: ['action.pending', 'action.executed'] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        url: target,
        events: ['action.pending', 'action.executed'],
        cluster_ids: null,
        cloudspace_ids: null,
        description: '',
        rate_limit_per_second: null,
        state: 'active',
        disabled_reason: null,
        disabled_at: null,
        previous_secret_expires_at: null,
        health: quiet,
      },
    });
    expect(made.headers.get('location')).toBe(`${webhooks}/${made.body.id}`);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { signing_secret, ...shown } = made.body;
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await desk.get(who, made.body.id)).toMatchObject({ status: 200, body: shown });
    expect((await desk.get(who, made.body.id)).body).toEqual(shown);
  });

  test('is made once for one Idempotency-Key, and its secret is not told again', async () => {
    const who = await caller();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await desk.post(who, '', { url: target, events: ['*'] }, headers),
      await desk.post(who, '', { url: target, events: ['*'] }, headers),
    ];
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'already_exists' } } });
    expect(again.body.error.message).toContain(first.body.id);
    expect((await desk.get(who)).body.total).toBe(1);
  });

  test.each([
    ['http://hooks.example.com/', /https/],
    ['ftp://hooks.example.com/', /https/],
    ['hooks.example.com', /not a URL/],
    ['https://', /not a URL/],
    ['https://user:word@hooks.example.com/', /user or password/],
    ['https://user@hooks.example.com/', /user or password/],
    ['https://hooks.example.com/#part', /fragment/],
    ['https://127.0.0.1/', /loopback/],
    ['https://2130706433/', /loopback/],
    ['https://0x7f.1/', /loopback/],
    ['https://[::1]/', /loopback/],
    ['https://[::ffff:10.0.0.1]/', /IPv4-mapped/],
    ['https://169.254.169.254/latest', /link-local/],
    ['https://10.1.2.3:8443/', /private/],
  ])('is not created for %s', async (url, why) => {
    const who = await caller();
    const answer = await desk.post(who, '', { url, events: ['*'] });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field: 'url' }] } } });
    expect(answer.body.error.message).toMatch(why);
    const { id } = await desk.create(who);
    expect(await desk.patch(who, id, { url })).toMatchObject({ status: 422 });
  });

  test.each([
    [{ events: [] }],
    [{ events: ['no.such'] }],
    [{ events: ['*', 'action.pending'] }],
    [{ events: ['action.pending', 'action.pending'] }],
    [{ cluster_ids: [] }],
    [{ cluster_ids: ['x'] }],
    [{ rate_limit_per_second: 0 }],
    [{ description: '\u0007' }],
    [{ url: `https://hooks.example.com/${'x'.repeat(2_100)}` }],
  ])('is not created with %j', async (wrong) => {
    const body = { url: target, events: ['*'], ...wrong };
    expect(await desk.post(await caller(), '', body)).toMatchObject({ status: 422 });
  });

  test('is changed field by field; null takes a limit away', async () => {
    const who = await caller();
    const cluster = randomUUID();
    const { id, signing_secret: _, ...made } = await desk.create(who, { cluster_ids: [cluster.toUpperCase()] });
    expect(made.cluster_ids).toEqual([cluster]);
    const changed = await desk.patch(who, id, { description: 'for the pager', rate_limit_per_second: 5 });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...made, description: 'for the pager', rate_limit_per_second: 5, updated_at: expect.any(String) },
    });
    const freed = await desk.patch(who, id, { cluster_ids: null, rate_limit_per_second: null });
    expect(freed.body).toMatchObject({ cluster_ids: null, rate_limit_per_second: null, description: 'for the pager' });
  });

  test('is changed by who saw it as it is, whatever its deliveries did meanwhile', async () => {
    const who = await caller();
    const { id } = await desk.create(who);
    const etag = (await desk.get(who, id)).headers.get('etag') ?? '';
    expect(await desk.get(who, id, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    await desk.delivery(who, id);
    expect(await desk.get(who, id, { 'if-none-match': etag })).toMatchObject({ status: 200 });
    const changes = ['one', 'two'].map((description) => desk.patch(who, id, { description }, { 'if-match': etag }));
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
    expect(await desk.remove(who, id, { 'if-match': etag })).toMatchObject({ status: 412 });
    expect(await desk.remove(who, id, { 'if-match': '*' })).toMatchObject({ status: 204 });
  });

  test('is gone for its readers as soon as it is deleted', async () => {
    const who = await caller();
    const { id } = await desk.create(who);
    const delivery = await desk.delivery(who, id, { state: 'held', reason: 'paused' });
    expect(await desk.remove(who, id)).toMatchObject({ status: 204 });
    for (const path of [id, `${id}/deliveries`, `${id}/deliveries/${delivery}`, `${id}/stats`])
      expect(await desk.get(who, path)).toMatchObject({ status: 404 });
    expect(await desk.remove(who, id)).toMatchObject({ status: 404 });
    expect(await desk.patch(who, id, {})).toMatchObject({ status: 404 });
    expect((await desk.get(who)).body).toMatchObject({ data: [], total: 0 });
  });

  test('is one of at most as many as the setting allows, however many are asked for at once', async () => {
    const who = await caller();
    const asked = Array.from({ length: 6 }, () => desk.post(who, '', { url: target, events: ['*'] }));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('WEBHOOKS_PER_TENANT'),
    });
    const [first] = answers.filter(({ status }) => status === 201);
    await desk.remove(who, first?.body.id);
    await desk.create(who);
  });

  test('is listed newest first, by pages and by state', async () => {
    const who = await caller();
    const ids = [(await desk.create(who)).id, (await desk.create(who)).id, (await desk.create(who)).id];
    await desk.post(who, `${ids[1]}/pause`);
    const first = await desk.get(who, '?limit=2');
    expect(first.body).toMatchObject({ data: [{ id: ids[2] }, { id: ids[1] }], total: 3 });
    const second = await desk.get(who, `?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ data: [{ id: ids[0] }], next_cursor: null, total: 3 });
    expect((await desk.get(who, '?state=paused')).body).toMatchObject({ data: [{ id: ids[1] }], total: 1 });
    expect((await desk.get(who, '?state=paused,active')).body).toMatchObject({ total: 3 });
    expect((await desk.get(who, '?state=deleted')).body).toMatchObject({ total: 0 });
    expect((await desk.get(await caller())).body).toMatchObject({ data: [], total: 0 });
  });
});

describe('the state of a webhook', () => {
  test('goes from active to paused and back, and no step is taken twice', async () => {
    const who = await caller();
    const { id } = await desk.create(who);
    expect(await desk.post(who, `${id}/pause`)).toMatchObject({ status: 200, body: { state: 'paused' } });
    const again = await desk.post(who, `${id}/pause`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'invalid_state' } } });
    expect(again.body.error.message).toBe('The webhook is paused: cannot pause. Possible now: enable.');
    expect(await desk.post(who, `${id}/enable`)).toMatchObject({ status: 200, body: { state: 'active' } });
    expect(await desk.post(who, `${id}/enable`)).toMatchObject({ status: 409 });
  });

  test('is active again, without a reason and with a fresh lane, when a disabled one is enabled', async () => {
    const who = await caller();
    const { id } = await desk.create(who);
    await desk.db.tenant(who.tenantId, async (db) => {
      await db.query(
        `UPDATE webhooks.subscriptions SET state = 'disabled', disabled_reason = 'gone', disabled_at = now() WHERE id = $1`,
        [id],
      );
      await db.query(
        `UPDATE webhooks.lanes SET failures = 9, failing_since = now(), next_due_at = now() + interval '1 hour' WHERE subscription_id = $1`,
        [id],
      );
    });
    const before = await desk.get(who, id);
    expect(before.body).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
      health: { consecutive_failures: 9, next_probe_at: expect.any(String) },
    });
    expect(await desk.post(who, `${id}/pause`)).toMatchObject({ status: 409 });
    expect((await desk.post(who, `${id}/enable`)).body).toMatchObject({
      state: 'active',
      disabled_reason: null,
      disabled_at: null,
      health: { consecutive_failures: 0, failing_since: null, next_probe_at: null },
    });
  });

  test('forgets how the old address did when it is sent elsewhere', async () => {
    const who = await caller();
    const { id } = await desk.create(who);
    await desk.db.tenant(who.tenantId, (db) =>
      db.query('UPDATE webhooks.lanes SET failures = 9, failing_since = now() WHERE subscription_id = $1', [id]),
    );
    expect((await desk.patch(who, id, { description: 'x' })).body.health.consecutive_failures).toBe(9);
    const moved = await desk.patch(who, id, { url: 'https://hooks.example.com/another' });
    expect(moved.body).toMatchObject({ url: 'https://hooks.example.com/another', health: quiet });
  });
});
