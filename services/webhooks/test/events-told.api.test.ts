import { randomUUID } from 'node:crypto';
import { eventIdOf, firstIdOf } from '@wheelhouse/kit';
import { caller, type Caller, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fanOut } from '../src/events/fan-out-store.ts';
import { colleague, type Desk, startDesk } from './desk.ts';
import { writeEvent } from './write-delivery.ts';

/** Who received an event, as another module asks it for its timeline. */
const clock = movableClock();
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ clock });
});
afterAll(() => desk.stop());

const asModule = (tenant: string) =>
  caller({ kind: 'module', sub: 'incidents', cid: 'incidents', scopes: [], tenant, audience: 'webhooks' }, clock);
const ask = async (tenantId: string, event: string, query = '') =>
  desk.get(await asModule(tenantId), `/internal/v1/events/${eventIdOf(event)}/deliveries${query}`);

/** As the consumer does it: an event and its deliveries. */
async function happens(who: Caller, clusterId: string | null = null): Promise<string> {
  clock.advance(5);
  const id = firstIdOf(clock.now()).replace(/.{12}$/, randomUUID().slice(-12));
  const event = {
    id,
    type: 'incident.created',
    occurredAt: clock.now().toISOString(),
    clusterId,
    cloudspaceId: null,
    incidentId: randomUUID(),
    body: '{}',
  };
  // Later than it happened, as it is after an hour without a broker.
  await desk.db.tenant(who.tenantId, (db) => fanOut(db, [event], new Date(clock.now().getTime() + 3_600_000)));
  return id;
}

describe('who received an event', () => {
  test('is told with its name, format and how each delivery stands', async () => {
    const who = await caller({}, clock);
    const slack = await desk.create(who, {
      url: 'https://hooks.slack.com/services/secret',
      format: 'slack',
      description: 'ops',
    });
    const own = await desk.create(who);
    await desk.create(who, { events: ['app.deployed'] });
    const other = await happens(who);
    const event = await happens(who);
    const { status, body } = await ask(who.tenantId, event);
    expect(status).toBe(200);
    expect(body.deliveries).toEqual(
      [
        { webhook_id: slack.id, name: 'ops', format: 'slack' },
        { webhook_id: own.id, name: 'hooks.example.com', format: 'event' },
      ].map((one) => ({
        ...one,
        delivery_id: expect.any(String),
        state: 'pending',
        attempt_count: 0,
        delivered_at: null,
      })),
    );
    expect(JSON.stringify(body)).not.toContain('secret');
    const { deliveries } = (await ask(who.tenantId, other)).body;
    expect(deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id)).not.toContain(
      body.deliveries[0].delivery_id,
    );
  });

  test('is the newest delivery to each, delivered or not', async () => {
    const who = await caller({}, clock);
    const { id } = await desk.create(who);
    const event = await writeEvent(desk.db, who.tenantId, clock.now(), { type: 'incident.created' });
    const sent = await desk.delivery(who, id, { event_id: event, event_type: 'incident.created' });
    expect((await ask(who.tenantId, event)).body.deliveries).toMatchObject([
      { delivery_id: sent, state: 'succeeded', attempt_count: 1, delivered_at: clock.now().toISOString() },
    ]);
    const again = await desk.post(who, `${id}/deliveries/${sent}/redeliver`);
    expect((await ask(who.tenantId, event)).body.deliveries).toMatchObject([
      { delivery_id: again.body.id, state: 'pending', delivered_at: null },
    ]);
  });

  test('is not known of an event that is not, or is another tenant’s', async () => {
    const who = await caller({}, clock);
    await desk.create(who);
    const event = await happens(who);
    expect(await ask(randomUUID(), event)).toMatchObject({ status: 404 });
    expect(await ask(who.tenantId, randomUUID().replace(/^(.{14})./, '$17'))).toMatchObject({ status: 404 });
    expect(await desk.get(who, `/internal/v1/events/${eventIdOf(event)}/deliveries`)).toMatchObject({ status: 404 });
  });

  test('names to a limited reader only webhooks within their limits', async () => {
    const all = await caller({}, clock);
    const [near, far, space] = [randomUUID(), randomUUID(), randomUUID()];
    const limited = await colleague(all, { cluster_ids: [near] });
    const { id } = (await desk.post(limited, '', { url: 'https://a.example.com', events: ['*'], cluster_ids: [near] }))
      .body;
    await desk.create(all);
    await desk.create(all, { cluster_ids: [near, far] });
    const event = await happens(all, near);
    const named = async (query: string) =>
      (await ask(all.tenantId, event, query)).body.deliveries.map(
        ({ webhook_id }: { webhook_id: string }) => webhook_id,
      );
    expect(await named('')).toHaveLength(3);
    expect(await named(`?cluster_ids=${near}`)).toEqual([id]);
    expect(await named(`?cluster_ids=${near},${far}`)).toHaveLength(2);
    expect(await named(`?cluster_ids=&cloudspace_ids=${space}`)).toEqual([]);
    expect(await ask(all.tenantId, event, '?cluster_ids=x')).toMatchObject({ status: 400 });
  });
});
