import { isScope, type Scope } from '@wheelhouse/contracts';
import { type TenantDb, tenantFilter } from '@wheelhouse/kit';

/** What somebody may do: scopes, and optionally on these clusters and CloudSpaces only. */
export interface Power {
  readonly scopes: readonly Scope[];
  readonly clusterIds: readonly string[] | undefined;
  readonly cloudspaceIds: readonly string[] | undefined;
}

export interface UserPower extends Power {
  readonly state: 'invited' | 'active' | 'suspended';
  readonly owner: boolean;
}

interface PowerRow extends Record<string, unknown> {
  readonly state: UserPower['state'];
  readonly builtin: string | null;
  readonly scopes: readonly string[];
  readonly cluster_ids: readonly string[] | null;
  readonly cloudspace_ids: readonly string[] | null;
}

/** A user's power now, by their role; undefined when there is no such user. */
export async function powerOfUser(db: TenantDb, userId: string): Promise<UserPower | undefined> {
  const [row] = await db.query<PowerRow>(
    `SELECT u.state, r.builtin, r.scopes, r.cluster_ids, r.cloudspace_ids
     FROM auth.users AS u JOIN auth.roles AS r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
     WHERE ${tenantFilter('u')} AND u.id = $1`,
    [userId],
  );
  if (row === undefined) return undefined;
  return { state: row.state, owner: row.builtin === 'owner', ...powerFrom(row) };
}

export function powerFrom(row: Pick<PowerRow, 'scopes' | 'cluster_ids' | 'cloudspace_ids'>): Power {
  return {
    scopes: row.scopes.filter(isScope),
    clusterIds: row.cluster_ids ?? undefined,
    cloudspaceIds: row.cloudspace_ids ?? undefined,
  };
}

/** What of `wanted` goes beyond `held`, in words; empty when nothing does. Nobody grants what they lack. */
export function beyond(held: Power, wanted: Power): readonly string[] {
  const scopes = wanted.scopes.filter((scope) => !held.scopes.includes(scope)).map((scope) => `the scope ${scope}`);
  return [...scopes, ...wider(held, wanted)];
}

/** Where somebody can act whom `held` cannot reach, in words; empty when there is no such place. */
export function wider(held: Power, theirs: Power): readonly string[] {
  return [
    ...outside('cluster', held.clusterIds, theirs.clusterIds),
    ...outside('CloudSpace', held.cloudspaceIds, theirs.cloudspaceIds),
  ];
}

function outside(
  what: string,
  held: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): readonly string[] {
  if (held === undefined) return [];
  if (wanted === undefined) return [`every ${what}`];
  return wanted.filter((id) => !held.includes(id)).map((id) => `the ${what} ${id}`);
}
