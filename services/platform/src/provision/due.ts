import type { Handle } from '@wheelhouse/kit';

/** A CloudSpace that somebody has to work on. */
export interface DueCloudspace extends Record<string, unknown> {
  /** The CloudSpace's id; its lease's target. */
  readonly target: string;
  readonly tenant_id: string;
}

/** Those due that nobody holds, the longest waiting first; none of a suspended tenant. */
export function rowsDue(db: Handle, leaseKind: string, now: Date, most: number): Promise<readonly DueCloudspace[]> {
  return db.query<DueCloudspace>(
    `SELECT n.cloudspace_id AS target, n.tenant_id FROM platform.namespaces AS n
     WHERE n.due_at <= $2
       AND NOT EXISTS (SELECT FROM platform.suspended_tenants AS s WHERE s.tenant_id = n.tenant_id)
       AND NOT EXISTS (
       SELECT FROM platform.leases AS l WHERE l.target = $1 || ' ' || n.cloudspace_id AND l.leased_until > clock_timestamp())
     ORDER BY n.due_at LIMIT $3`,
    [leaseKind, now, most],
  );
}
