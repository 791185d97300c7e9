import { type DeliveryReason, type DeliveryState, type EventType, exampleEnvelope } from '@wheelhouse/contracts';
import { type Database, eventIdOf, makeIds } from '@wheelhouse/kit';
import type { Attempt } from '../src/wire/attempt.ts';

export interface EventMade {
  readonly id: string;
  readonly type: EventType;
  readonly cluster_id: string | null;
  readonly cloudspace_id: string | null;
}

/** As the consumer writes it; answers its id as it is stored. */
export async function writeEvent(
  db: Database,
  tenantId: string,
  now: Date,
  more: Partial<EventMade> = {},
): Promise<string> {
  const { id = makeIds({ now: () => now })(), type = 'action.pending', cluster_id = null, cloudspace_id = null } = more;
  const body = JSON.stringify({ ...exampleEnvelope(type), id: eventIdOf(id), tenant_id: tenantId });
  await db.tenant(tenantId, (tenant) =>
    tenant.query(
      `INSERT INTO webhooks.events (tenant_id, id, type, occurred_at, cluster_id, cloudspace_id, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, id, type, now, cluster_id, cloudspace_id, body],
    ),
  );
  return id;
}

export interface DeliveryMade {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly generation: number;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly attempts: readonly Attempt[];
  readonly created_at: Date;
  readonly next_attempt_at: Date;
}

/** As a worker leaves it: pending and held ones where they wait, the others in the history. */
export async function writeDelivery(
  db: Database,
  tenantId: string,
  subscriptionId: string,
  now: Date,
  more: Partial<DeliveryMade> = {},
): Promise<string> {
  const { created_at = now, state = 'succeeded', generation = 1, event_type = 'action.pending' } = more;
  const { reason = null, attempts = state === 'succeeded' ? [attempt()] : [], next_attempt_at = created_at } = more;
  const id = more.id ?? makeIds({ now: () => created_at })();
  const event_id = more.event_id ?? (await writeEvent(db, tenantId, created_at, { type: event_type }));
  const deadline = new Date(created_at.getTime() + 86_400_000);
  const isLive = state === 'pending' || state === 'held';
  const common = [
    tenantId,
    id,
    subscriptionId,
    event_id,
    generation,
    event_type,
    state,
    reason,
    deadline,
    attempts.length,
  ];
  const values = [...common, attempts.map((one) => JSON.stringify(one)), created_at];
  const columns = `tenant_id, id, subscription_id, event_id, generation, event_type, state, reason, deadline_at,
    attempt_count, attempts, created_at`;
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  await db.tenant(tenantId, (tenant) =>
    isLive
      ? tenant.query(`INSERT INTO webhooks.live_deliveries (${columns}, next_attempt_at) VALUES (${places}, $13)`, [
          ...values,
          state === 'pending' ? next_attempt_at : null,
        ])
      : tenant.query(
          `INSERT INTO webhooks.deliveries (${columns}, answered_ms, finished_at) VALUES (${places}, $13, $14)`,
          [...values, attempts.at(-1)?.timings.answered_ms ?? null, now],
        ),
  );
  return id;
}

/** One that succeeded, unless it says otherwise. */
export function attempt(more: Partial<Attempt> = {}, answered_ms: number | null = 20): Attempt {
  return {
    number: 1,
    started_at: '2026-11-16T00:00:00.000Z',
    url: 'https://hooks.example.com/wheelhouse',
    signature: 't=1794787200,v1=00ff',
    failure: null,
    detail: null,
    status: 204,
    retry_after: null,
    timings: { dns_ms: 1, connect_ms: 2, tls_ms: 5, answered_ms, total_ms: 21 },
    response: { headers: { 'content-length': '0' }, body: '', truncated: false },
    ...more,
  };
}
