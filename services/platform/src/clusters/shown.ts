import { etagOf, refuse } from '@wheelhouse/kit';
import { shownRights } from './rights.ts';
import type { Cluster } from './schema.ts';
import type { ClusterRow } from './store.ts';

/** Never its credentials: only of which kind they are. */
export function shown(row: ClusterRow): Cluster {
  const { id, name, description, server, phase, reason, message, version, rights } = row;
  return {
    id,
    name,
    description,
    server,
    phase,
    reason,
    message,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    version,
    rights: [...shownRights(rights)],
    credential: { kind: row.credential_kind, expires_at: row.credential_expires_at?.toISOString() ?? null },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * In two parts: of what people set, and of all that is shown. What a probe finds is another thing every few
 * seconds; who changes a name must not be refused because the cluster was seen again meanwhile.
 */
export function clusterEtag(row: ClusterRow): string {
  return `"${hashOf(settingsOf(row))}.${hashOf(shown(row))}"`;
}

/** If-Match, by the first part. */
export function unlessSet(ifMatch: string | undefined, row: ClusterRow): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const now = hashOf(settingsOf(row));
  const isNow = (entry: string) => entry.trim().replace(/^(?:W\/)?"([^".]*).*$/, '$1') === now;
  if (!ifMatch.split(',').some(isNow)) refuse('precondition_failed');
}

function settingsOf({ id, name, description, generation }: ClusterRow) {
  return { id, name, description, generation };
}

function hashOf(value: unknown): string {
  return etagOf(value).replaceAll('"', '');
}
