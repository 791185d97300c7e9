/** What a credential may do. No scope implies another. */

export interface ScopeDefinition {
  readonly allows: string;
  readonly calls: readonly string[];
}

export const scopeCatalogue = {
  read: {
    allows: 'See everything its user can see',
    calls: [
      'every GET and every stream',
      'not: audit trail, dead letters, users, roles, SSO, service accounts (they need admin)',
      'not: tenants (they need admin of the operator tenant)',
    ],
  },
  deploy: {
    allows: 'Create, change and delete what runs and what watches over it',
    calls: ['apps, CloudSpaces, pipelines, build configurations', 'webhooks, alert rules, SLOs, runbooks'],
  },
  actions: {
    allows: 'Decide about actions and scaling decisions, and act on a cluster',
    calls: [
      'plan, approve, reject, cancel',
      'drain, uncordon, rolling restart, scale an app, roll an app back to a revision',
      'engage the kill switch (releasing it needs admin)',
      'acknowledge and resolve incidents',
    ],
  },
  agents: {
    allows: 'Put AI agents to work',
    calls: ['start and cancel agent runs'],
  },
  admin: {
    allows: 'Administer the tenant and the platform; for administrators only',
    calls: [
      'users, roles, SSO, service accounts, clusters, tenant settings',
      'release the kill switch',
      'approve what one has proposed oneself, with a reason (break-glass)',
      'read the audit trail and dead letters',
    ],
  },
} as const satisfies Readonly<Record<string, ScopeDefinition>>;

export type Scope = keyof typeof scopeCatalogue;

/** Routes that ask for something other than a scope. */
export const otherAccess = {
  session: 'A person signed in to the dashboard, for what no token may do, such as creating a personal access token',
  own: 'A person, with any credential of theirs whatever its scopes, for what is their own, such as revoking a token',
  reporting: "A pipeline's own reporting token, for reports on runs of that pipeline",
  public: 'Anyone, without a credential',
  internal: 'Modules of the platform among themselves; never reachable through the gateway',
} as const satisfies Readonly<Record<string, string>>;

/** What a route demands of its caller. */
export type Access = Scope | keyof typeof otherAccess;

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopeCatalogue, word);
}

export const scopes: readonly Scope[] = Object.keys(scopeCatalogue).filter(isScope);
