import { type TenantDb, tenantFilter } from '@wheelhouse/kit';
import type { Gitops, Health } from './phases.ts';
import type { PodState } from './schema.ts';

/** What whoever watches the cluster sees of an app. */
export interface AppState extends Record<string, unknown> {
  readonly id: string;
  readonly ready_replicas: number;
  readonly running_replicas: number | null;
  readonly replicas_by: { readonly manager: string; readonly at: string | null } | null;
  readonly health: Health;
  readonly gitops: Gitops;
  readonly reason: string | null;
  readonly message: string | null;
  readonly pods: readonly PodState[];
  readonly reachable: boolean;
  readonly reachable_by: 'service_proxy' | 'readiness' | null;
  readonly reachable_message: string | null;
  readonly checked_at: Date | null;
}

const columns = `id, ready_replicas, running_replicas, replicas_by, health, gitops, reason, message, pods, reachable,
  reachable_by, reachable_message, checked_at`;

/** One nobody has looked at yet. */
export function unseen(id: string): AppState {
  return {
    id,
    ready_replicas: 0,
    running_replicas: null,
    replicas_by: null,
    health: 'Unknown',
    gitops: 'Unknown',
    reason: null,
    message: null,
    pods: [],
    reachable: false,
    reachable_by: null,
    reachable_message: null,
    checked_at: null,
  };
}

export async function selectStates(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, AppState>> {
  const rows = await db.query<AppState>(
    `SELECT ${columns} FROM platform.app_states WHERE ${tenantFilter()} AND id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type Seen = Partial<Omit<AppState, 'id'>>;

/** Writes what was found; what was not looked at stays. An app that is gone has no state. */
export async function upsertState(db: TenantDb, id: string, seen: Seen): Promise<void> {
  const { id: _, ...first } = { ...unseen(id), ...seen };
  const names = Object.keys(first);
  const values = Object.values(first).map(written);
  const set = Object.keys(seen).map((name) => `${name} = excluded.${name}`);
  await db.query(
    `INSERT INTO platform.app_states (tenant_id, id, ${names.join(', ')})
     SELECT tenant_id, id, ${names.map((_name, index) => `$${index + 2}`).join(', ')}
     FROM platform.apps WHERE ${tenantFilter()} AND id = $1
     ON CONFLICT (tenant_id, id) DO UPDATE SET ${set.join(', ')}`,
    [id, ...values],
  );
}

function written(value: unknown): unknown {
  return value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value;
}
