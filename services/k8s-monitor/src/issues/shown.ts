import type { TenantDb } from '@wheelhouse/kit';
import type { Issue, OpenIssue } from './schema.ts';
import { type AboutObject, type IssueRow, selectOpenAbout } from './store.ts';

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
