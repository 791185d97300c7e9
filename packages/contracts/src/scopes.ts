/** What a credential may do. No scope implies another. */

export interface ScopeDefinition {
  readonly allows: string;
  readonly calls: readonly string[];
}

export const scopeCatalogue = {
  read: {
    allows: 'Read everything the user can see',
    calls: [
      'every GET and every stream',
      'not: audit trail, dead letters, users, roles, SSO, service accounts (these require admin)',
      'not: tenants (these require admin in the operator tenant)',
    ],
  },
  deploy: {
    allows: 'Create, change and delete apps, CloudSpaces, pipelines and what monitors them',
    calls: ['apps, CloudSpaces, pipelines, build configurations', 'webhooks, alert rules, SLOs, runbooks'],
  },
  actions: {
    allows: 'Approve and reject actions and scaling decisions, and act on clusters',
    calls: [
      'plan, approve, reject, cancel, undo',
      'engage the kill switch',
      'drain, uncordon, rolling restart, scale an app, roll an app back to a revision',
      'acknowledge and resolve incidents',
    ],
  },
  agents: {
    allows: 'Run AI agents',
    calls: ['start and cancel agent runs'],
  },
  admin: {
    allows: 'Administer the tenant and the platform; for administrators only',
    calls: [
      'users, roles, SSO, service accounts, clusters, tenant settings',
      "approve one's own proposals, with a reason (break-glass)",
      'release the kill switch',
      'read the audit trail and dead letters',
    ],
  },
} as const satisfies Readonly<Record<string, ScopeDefinition>>;

export type Scope = keyof typeof scopeCatalogue;

/** What an ingest token can be made for, and the scope with which others may call the same endpoints. */
export const ingestPurposes = { signals: 'actions' } as const satisfies Readonly<Record<string, Scope>>;

export type IngestPurpose = keyof typeof ingestPurposes;

/** Routes that ask for something other than a scope, or take something in place of one. */
export const otherAccess = {
  session: 'A person signed in to the dashboard, for things no token may do, such as creating a personal access token',
  own: 'A person, using any of their credentials regardless of its scopes, for their own objects, such as revoking a token',
  reporting: "A pipeline's own reporting token, for reports on runs of that pipeline",
  signals:
    'A sender of alerts, using an ingest token made for signals, which opens nothing else; or any credential with the scope `actions`',
  public: 'Anyone, without a credential',
  internal: 'Modules of the platform, among themselves; never reachable through the gateway',
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<IngestPurpose, string>>;

/** What a route demands of its caller. */
export type Access = Scope | keyof typeof otherAccess;

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopeCatalogue, word);
}

export const scopes: readonly Scope[] = Object.keys(scopeCatalogue).filter(isScope);

export function isIngestPurpose(word: string): word is IngestPurpose {
  return Object.hasOwn(ingestPurposes, word);
}

/** The scope that opens a route of such an access; none where no scope does. */
export function scopeFor(access: string): Scope | undefined {
  if (isIngestPurpose(access)) return ingestPurposes[access];
  return isScope(access) ? access : undefined;
}
