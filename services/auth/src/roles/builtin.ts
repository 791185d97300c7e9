import { type Scope, scopes } from '@wheelhouse/contracts';

/** The five roles every tenant has. An owner is an admin whom only owners can change. */
export const builtinRoles = {
  owner: { scopes, description: 'Everything; only owners change owners' },
  admin: { scopes, description: 'Everything but changing owners' },
  operator: { scopes: ['read', 'actions', 'agents'], description: 'Sees all, acts on clusters, puts agents to work' },
  developer: { scopes: ['read', 'deploy'], description: 'Sees all, deploys' },
  viewer: { scopes: ['read'], description: 'Sees all, changes nothing' },
} as const satisfies Readonly<Record<string, { scopes: readonly Scope[]; description: string }>>;

export type BuiltinRole = keyof typeof builtinRoles;

function isBuiltinRole(word: string): word is BuiltinRole {
  return Object.hasOwn(builtinRoles, word);
}

export const builtinRoleNames: readonly BuiltinRole[] = Object.keys(builtinRoles).filter(isBuiltinRole);
