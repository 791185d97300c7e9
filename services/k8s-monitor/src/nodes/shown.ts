import type { TenantDb } from '@wheelhouse/kit';
import type { Node } from './schema.ts';
import { type NodeRow, selectNode } from './store.ts';

export function shown({ status_since, status_rank: _, ...rest }: NodeRow): Node {
  return { ...rest, status_since: status_since?.toISOString() ?? null };
}

/** As it was last known, and up to when that is true; undefined: there is no such node. */
export async function storedNode(
  db: TenantDb,
  clusterId: string,
  name: string,
): Promise<{ readonly node: Node; readonly observedAt: Date | null } | undefined> {
  const row = await selectNode(db, clusterId, name);
  if (row === undefined) return undefined;
  const { observed_at: observedAt, ...rest } = row;
  return { node: shown(rest), observedAt };
}
