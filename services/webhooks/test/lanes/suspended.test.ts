import { randomUUID } from 'node:crypto';
import { firstIdOf } from '@wheelhouse/kit';
import { type Caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authModule } from '../../../auth/src/module.ts';
import { answering, type Engine, someone, startEngine } from './engine.ts';

const dayMs = 86_400_000;
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ beside: [authModule], environment: { FOLLOW_REVOCATIONS: 'false' } });
});
afterAll(() => engine.stop());

type State = 'active' | 'suspended' | 'deleting';

/** As auth would have it; resolves when the module has heard of it. */
async function put({ tenantId }: Caller, state: State): Promise<void> {
  await engine.db.system((db) =>
    db.query(
      `INSERT INTO auth.tenants (id, slug, name, state, created_at, updated_at) VALUES ($1, $2, 'Acme', $3, now(), now())
       ON CONFLICT (id) DO UPDATE SET state = excluded.state`,
      [tenantId, `acme-${randomUUID()}`, state],
    ),
  );
  await eventually(async () => {
    const noted = await engine.db.look('SELECT FROM webhooks.suspended_tenants WHERE tenant_id = $1', [tenantId]);
    expect(noted).toHaveLength(state === 'active' ? 0 : 1);
  });
}

describe.each(['suspended', 'deleting'] as const)('while a tenant is %s', (state) => {
  test('nothing is sent for it, others are told all the same, and then it goes on', async () => {
    const [who, other] = [await someone(), await someone()];
    const [receiver, others] = [await engine.receive(), await engine.receive()];
    await engine.subscribe(who, receiver.url);
    await engine.subscribe(other, others.url);
    await put(who, state);
    await engine.tell(who);
    await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(1));
    await engine.tell(other);
    await eventually(() => expect(others.received).toHaveLength(1));
    expect(receiver.received).toHaveLength(0);
    expect(await engine.deliveries(who)).toMatchObject([{ state: 'pending', attempt_count: 0 }]);

    await put(who, 'active');
    await eventually(async () =>
      expect(await engine.deliveries(who)).toMatchObject([{ state: 'succeeded', attempt_count: 1 }]),
    );
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a suspension', () => {
  /** Two deliveries that wait, one of them tried before. */
  async function waiting(who: Caller): Promise<string> {
    let status = 500;
    const receiver = await engine.receive((...given) => answering(status)(...given));
    const subscription = await engine.subscribe(who, receiver.url);
    await engine.tell(who);
    await eventually(async () => expect(await engine.deliveries(who)).toMatchObject([{ attempt_count: 1 }]));
    await put(who, 'suspended');
    await engine.tell(who);
    await eventually(async () => expect(await engine.deliveries(who)).toHaveLength(2));
    status = 204;
    return subscription;
  }
  const change = ({ tenantId }: Caller, sql: string, values: readonly unknown[]) =>
    engine.db.tenant(tenantId, (db) => db.query(`UPDATE webhooks.live_deliveries SET ${sql}`, values));

  test('that outlasts the day in which a delivery is tried costs nobody a delivery', async () => {
    const who = await someone();
    const subscription = await waiting(who);
    await change(who, `deadline_at = $1, next_attempt_at = $1`, [new Date(Date.now() - dayMs)]);
    await put(who, 'active');
    await eventually(async () =>
      expect(await engine.deliveries(who)).toMatchObject([
        { state: 'succeeded', attempt_count: 2 },
        { state: 'succeeded', attempt_count: 1 },
      ]),
    );
    expect(await engine.lane(subscription)).toMatchObject({ failures: 0 });
  });

  test('that outlasts the keeping of events leaves what is older held, as after a pause', async () => {
    const who = await someone();
    await waiting(who);
    const old = firstIdOf(new Date(Date.now() - 31 * dayMs));
    await change(who, 'id = $1 WHERE attempt_count = 0', [old]);
    await put(who, 'active');
    const found = (await engine.deliveries(who)).find(({ id }) => id === old);
    expect(found).toMatchObject({ state: 'held', reason: 'paused' });
  });
});
