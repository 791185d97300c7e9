import type { Connection } from './paths.ts';

/** A group of the provider's, and what its people may do here. `key` only tells rows apart. */
export interface GroupRow {
  readonly key: number;
  readonly group: string;
  readonly roleId: string;
}

/** The form as it is filled in. The secret is in it, and nowhere else. */
export interface Wanted {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly groupClaim: string;
  readonly groups: readonly GroupRow[];
  readonly defaultRoleId: string;
  readonly enabled: boolean;
}

export function wantedFrom(before: Connection | undefined): Wanted {
  return {
    issuer: before?.issuer ?? '',
    clientId: before?.client_id ?? '',
    clientSecret: '',
    scopes: (before?.scopes ?? ['email', 'profile']).join(' '),
    groupClaim: before?.group_claim ?? 'groups',
    groups: Object.entries(before?.group_roles ?? {}).map(([group, roleId], key) => ({ key, group, roleId })),
    defaultRoleId: before?.default_role_id ?? '',
    enabled: before?.enabled ?? true,
  };
}

export function bodyOf(wanted: Wanted) {
  const { issuer, clientId, clientSecret, scopes, groupClaim, groups, defaultRoleId, enabled } = wanted;
  return {
    issuer: issuer.trim(),
    client_id: clientId.trim(),
    ...(clientSecret === '' ? {} : { client_secret: clientSecret }),
    scopes: scopes.split(/\s+/).filter((scope) => scope !== '' && scope !== 'openid'),
    group_claim: groupClaim.trim(),
    group_roles: Object.fromEntries(groups.map(({ group, roleId }) => [group.trim(), roleId])),
    default_role_id: defaultRoleId === '' ? null : defaultRoleId,
    enabled,
  };
}

/** The API cannot see it: in the body a group has one role only. */
export function groupTwice({ groups }: Wanted): string | undefined {
  const names = groups.map(({ group }) => group.trim());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  return twice === undefined ? undefined : `The group ${twice} appears twice; remove one`;
}
