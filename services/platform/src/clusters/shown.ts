import { twoPartEtag } from '../two-part-etag.ts';
import { isDeployable } from './deploy-access.ts';
import { deployMessageOf } from './deploy-reasons.ts';
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
    rights: [...shownRights(rights, row.deploy_rights)],
    credential: { kind: row.credential_kind, expires_at: row.credential_expires_at?.toISOString() ?? null },
    deployable: isDeployable(row),
    deploy_reason: row.deploy_reason,
    deploy_message: deployMessageOf(row.deploy_reason, row.deploy_known),
    deploy_credential:
      row.deploy_credential_kind === null
        ? null
        : { kind: row.deploy_credential_kind, expires_at: row.deploy_credential_expires_at?.toISOString() ?? null },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function clusterEtag(row: ClusterRow): string {
  return twoPartEtag(settingsOf(row), shown(row));
}

/** What people set. */
export function settingsOf({ id, name, description, generation }: ClusterRow) {
  return { id, name, description, generation };
}
