import type { TenantDb } from '@wheelhouse/kit';
import type { Issue, OpenIssue } from './schema.ts';
import { type AboutObject, type IssueRow, selectOpenAbout, selectSpells } from './store.ts';

export function shown({ kind, namespace, name, first_seen, last_seen, resolved_at, ...rest }: IssueRow): Issue {
  return {
    ...rest,
    object: { kind, namespace, name },
    first_seen: first_seen.toISOString(),
    last_seen: last_seen.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
  };
}

/** Open issues about one object, greatest impact first. */
export async function openIssuesAbout(
  db: TenantDb,
  clusterId: string,
  object: AboutObject,
): Promise<readonly OpenIssue[]> {
  const rows = await selectOpenAbout(db, clusterId, object);
  return rows.map((row) => {
    const { status: _status, resolved_at: _resolvedAt, ...rest } = shown(row);
    return rest;
  });
}

/**
 * How often something began since then. One that comes back within ten minutes is counted on: of what began earlier, what
 * came back is taken as spread evenly.
 */
export async function beginningsSince(
  db: TenantDb,
  clusterId: string,
  reason: string,
  object: AboutObject,
  since: Date,
): Promise<number> {
  const spells = await selectSpells(db, clusterId, reason, object, since);
  return spells.reduce((sum, { first_seen: first, last_seen: last, count }) => {
    if (first >= since) return sum + count;
    const share = Math.max(0, last.getTime() - since.getTime()) / Math.max(1, last.getTime() - first.getTime());
    return sum + Math.floor((count - 1) * share);
  }, 0);
}
