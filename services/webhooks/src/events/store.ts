import type { EventType } from '@wheelhouse/contracts';
import { boundedTotal, countedTotal, type PageRequest, type TenantDb, tenantFilter, type Total } from '@wheelhouse/kit';
import { eventsInReach } from '../subscriptions/reach.ts';
import type { Reach } from '../subscriptions/store.ts';

export interface EventRow extends Record<string, unknown> {
  readonly id: string;
  readonly type: EventType;
  readonly occurred_at: Date;
  readonly cluster_id: string | null;
  readonly cloudspace_id: string | null;
}

const columns = 'id, type, occurred_at, cluster_id, cloudspace_id';

export interface EventFilters {
  readonly types: readonly string[] | undefined;
  readonly clusterIds: readonly string[] | undefined;
  readonly fromId: string | undefined;
  readonly beforeId: string | undefined;
  readonly reach: Reach | undefined;
}

export function selectEvents(
  db: TenantDb,
  { afterId, limit }: PageRequest,
  filters: EventFilters,
): Promise<readonly EventRow[]> {
  const values: unknown[] = [];
  const conditions = [...matching(filters, values)];
  if (afterId !== undefined) conditions.push(`id < $${values.push(afterId)}`);
  return db.query<EventRow>(
    `SELECT ${columns} FROM webhooks.events WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit + 1}`,
    values,
  );
}

/** From the counters where only types are asked for. */
export function countEvents(db: TenantDb, schema: string, filters: EventFilters): Promise<Total> {
  const { types, clusterIds, fromId, beforeId, reach } = filters;
  if (clusterIds === undefined && fromId === undefined && beforeId === undefined && reach === undefined)
    return countedTotal(db, schema, 'events', ['type'], { type: types });
  const values: unknown[] = [];
  return boundedTotal(db, `FROM webhooks.events WHERE ${matching(filters, values).join(' AND ')}`, values);
}

function matching(filters: EventFilters, values: unknown[]): readonly string[] {
  const { types, clusterIds, fromId, beforeId, reach } = filters;
  const conditions = [tenantFilter()];
  if (types !== undefined) conditions.push(`type = ANY($${values.push(types)})`);
  if (clusterIds !== undefined) conditions.push(`cluster_id = ANY($${values.push(clusterIds)}::uuid[])`);
  if (fromId !== undefined) conditions.push(`id >= $${values.push(fromId)}`);
  if (beforeId !== undefined) conditions.push(`id < $${values.push(beforeId)}`);
  return [...conditions, ...eventsInReach(reach, values)];
}

export interface WholeEvent extends EventRow {
  readonly body: string;
}

export async function selectEvent(db: TenantDb, id: string, reach: Reach | undefined): Promise<WholeEvent | undefined> {
  const values: unknown[] = [id];
  const conditions = [tenantFilter(), 'id = $1', ...eventsInReach(reach, values)];
  const [row] = await db.query<WholeEvent>(
    `SELECT ${columns}, body FROM webhooks.events WHERE ${conditions.join(' AND ')}`,
    values,
  );
  return row;
}
