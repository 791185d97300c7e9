import { makeIds, systemClock, type TenantDb } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import type { Subscriber } from '../../webhooks/subscribers.ts';
import type { House } from './house.ts';

const atOnce = 1_000;

/** So many deliveries wait for each endpoint of the crowd; nobody is told yet. */
export async function fillCrowd({ database, crowd }: House, each: number): Promise<void> {
  const [first] = crowd;
  if (first === undefined) return;
  const makeId = makeIds(systemClock);
  for (let left = each; left > 0; left -= atOnce) {
    const ids = Array.from({ length: Math.min(left, atOnce) }, () => makeId());
    await database.tenant(first.tenantId, (db) => fill(db, crowd, ids));
  }
}

async function fill(db: TenantDb, crowd: readonly Subscriber[], eventIds: readonly string[]): Promise<void> {
  await db.query(
    `INSERT INTO webhooks.events (tenant_id, id, type, occurred_at, body)
     SELECT $1, id, 'cluster.phase_changed', now(), '{"crowd":true}' FROM unnest($2::uuid[]) AS id`,
    [db.tenantId, eventIds],
  );
  await db.query(
    `INSERT INTO webhooks.live_deliveries (tenant_id, id, subscription_id, event_id, generation, event_type, state,
       next_attempt_at, deadline_at, created_at)
     SELECT $1, kit.make_id(), s.id, e.id, 1, 'cluster.phase_changed', 'pending', now(), now() + interval '1 day', now()
     FROM unnest($2::uuid[]) AS e (id), unnest($3::uuid[]) AS s (id)`,
    [db.tenantId, eventIds, crowd.map(({ id }) => id)],
  );
}

/** The crowd's lanes are due, as if nothing was known of them; or nobody looks at them. */
export async function letCrowdGo({ database, crowd }: House, goes: boolean): Promise<void> {
  const ids = crowd.map(({ id }) => id);
  await eventually(() =>
    database.system((db) =>
      db.query(
        `UPDATE webhooks.lanes SET next_due_at = CASE WHEN $2 THEN now() END, lease_until = NULL, lease_token = lease_token + 1,
         not_before = NULL, is_fast = false, window_size = 1, failures = 0, failing_since = NULL
       WHERE subscription_id = ANY($1::uuid[])`,
        [ids, goes],
      ),
    ),
  );
}

/** What failed while these endpoints were bad is put away, and they are as new. */
export async function forgetFailures({ database }: House, bad: readonly Subscriber[]): Promise<void> {
  for (const [tenantId, subscribers] of Map.groupBy(bad, ({ tenantId: tenant }) => tenant)) {
    const ids = subscribers.map(({ id }) => id);
    // The worker may be writing down what came of the last ones, and one of both has to give way.
    await eventually(() => database.tenant(tenantId, (db) => forget(db, ids)));
  }
}

async function forget(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.query('DELETE FROM webhooks.live_deliveries WHERE tenant_id = $1 AND subscription_id = ANY($2::uuid[])', [
    db.tenantId,
    ids,
  ]);
  await db.query(
    `UPDATE webhooks.lanes SET next_due_at = NULL, lease_until = NULL, lease_token = lease_token + 1, not_before = NULL,
       is_fast = true, window_size = 4, failures = 0, failing_since = NULL
     WHERE tenant_id = $1 AND subscription_id = ANY($2::uuid[])`,
    [db.tenantId, ids],
  );
}
