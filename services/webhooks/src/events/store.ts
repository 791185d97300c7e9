import type { EventType } from '@wheelhouse/contracts';
import {
  anyIdOf,
  anyOf,
  createdAfter,
  createdBefore,
  defineList,
  type Limits,
  type TenantDb,
  tenantFilter,
} from '@wheelhouse/kit';
import { eventsInReach, eventsWithin } from '../subscriptions/reach.ts';

export interface EventRow extends Record<string, unknown> {
  readonly id: string;
  readonly type: EventType;
  readonly occurred_at: Date;
  readonly cluster_id: string | null;
  readonly cloudspace_id: string | null;
}

const columns = 'id, type, occurred_at, cluster_id, cloudspace_id';

export const events = defineList<EventRow>({
  name: 'events',
  from: 'webhooks.events',
  columns,
  counted: ['type'],
  reach: { within: eventsWithin },
  filters: {
    type: anyOf('Event types'),
    cluster_id: anyIdOf('Ids of clusters'),
    created_after: createdAfter,
    created_before: createdBefore,
  },
});

export interface WholeEvent extends EventRow {
  readonly body: string;
}

export async function selectEvent(
  db: TenantDb,
  id: string,
  limits: Limits | undefined,
): Promise<WholeEvent | undefined> {
  const values: unknown[] = [id];
  const conditions = [tenantFilter(), 'id = $1', ...eventsInReach(limits, values)];
  const [row] = await db.query<WholeEvent>(
    `SELECT ${columns}, body FROM webhooks.events WHERE ${conditions.join(' AND ')}`,
    values,
  );
  return row;
}
