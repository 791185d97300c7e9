import { etagOf, firstIdOf, refuse, type TenantDb } from '@wheelhouse/kit';
import { failuresToOpen } from '../wire/lane-state.ts';
import { type HealthRow, selectHealth } from './health-store.ts';
import type { Webhook, WebhookHealth } from './schema.ts';
import { previousSigns } from './secret.ts';
import type { SubscriptionRow } from './store.ts';

const dayMs = 86_400_000;

/** Each with how it does. */
export async function shownWith(
  db: TenantDb,
  rows: readonly SubscriptionRow[],
  now: Date,
): Promise<readonly Webhook[]> {
  const ids = rows.map(({ id }) => id);
  const health = ids.length === 0 ? [] : await selectHealth(db, ids, firstIdOf(new Date(now.getTime() - dayMs)));
  const byId = new Map(health.map((row) => [row.id, row]));
  return rows.map((row) => shown(row, byId.get(row.id), now));
}

export function shown(row: SubscriptionRow, health: HealthRow | undefined, now: Date): Webhook {
  return {
    id: row.id,
    url: row.url,
    format: row.format,
    events: [...row.events],
    cluster_ids: row.cluster_ids === null ? null : [...row.cluster_ids],
    cloudspace_ids: row.cloudspace_ids === null ? null : [...row.cloudspace_ids],
    description: row.description,
    rate_limit_per_second: row.rate_limit_per_second,
    state: row.state,
    disabled_reason: row.disabled_reason,
    disabled_at: told(row.disabled_at),
    previous_secret_expires_at: previousSigns(row, now) ? told(row.previous_expires_at) : null,
    health: shownHealth(health),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function shownHealth(row: HealthRow | undefined): WebhookHealth {
  const { succeeded = 0, failed = 0, failures } = row ?? {};
  const isProbed = (failures ?? 0) >= failuresToOpen;
  return {
    succeeded,
    failed,
    success_share: shareOf(succeeded, failed),
    p95_ms: row?.p95_ms ?? null,
    pending: row?.pending ?? 0,
    held: row?.held ?? 0,
    oldest_pending_at: told(row?.oldest_pending_at ?? null),
    consecutive_failures: failures ?? 0,
    failing_since: told(row?.failing_since ?? null),
    next_probe_at: isProbed ? told(row?.next_due_at ?? null) : null,
  };
}

export function shareOf(succeeded: number, failed: number): number | null {
  const all = succeeded + failed;
  return all === 0 ? null : succeeded / all;
}

/**
 * In two parts: of what people set, and of all that is shown. Deliveries move its health all the time; who changes its
 * address must not be refused because of that.
 */
export function webhookEtag(row: SubscriptionRow, webhook: Webhook): string {
  return `"${setOf(row)}.${hashOf(webhook)}"`;
}

/** If-Match, by the first part. */
export function unlessSet(ifMatch: string | undefined, row: SubscriptionRow): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const now = setOf(row);
  const isNow = (entry: string) => entry.trim().replace(/^(?:W\/)?"([^".]*).*$/, '$1') === now;
  if (!ifMatch.split(',').some(isNow)) refuse('precondition_failed');
}

function setOf({ id, version }: SubscriptionRow): string {
  return hashOf({ id, version });
}

function hashOf(value: unknown): string {
  return etagOf(value).replaceAll('"', '');
}

function told(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
