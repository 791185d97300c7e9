import { type Scope, scopes } from '@wheelhouse/contracts';

/** The five roles every tenant has. An owner is an admin whom only owners can change. */
export const builtinRoles = {
  owner: { scopes, description: 'Everything; only owners can change owners' },
  admin: { scopes, description: 'Everything except changing owners' },
  operator: {
    scopes: ['read', 'actions', 'agents'],
    description: 'Can see everything, act on clusters and run agents',
  },
  developer: { scopes: ['read', 'deploy'], description: 'Can see everything and deploy' },
  viewer: { scopes: ['read'], description: 'Can see everything, but change nothing' },
} as const satisfies Readonly<Record<string, { scopes: readonly Scope[]; description: string }>>;

export type BuiltinRole = keyof typeof builtinRoles;

function isBuiltinRole(word: string): word is BuiltinRole {
  return Object.hasOwn(builtinRoles, word);
}

export const builtinRoleNames: readonly BuiltinRole[] = Object.keys(builtinRoles).filter(isBuiltinRole);
