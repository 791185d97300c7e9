/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/auth.json. */
export interface AuthPaths {
  readonly '/auth/api/v1/tenant': {
    /** Read the settings of your tenant. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['OwnTenant'];
      };
    };
    /** Rename your tenant or change how its users sign in. Access: admin. */
    readonly PATCH: {
      readonly body: {
        readonly name?: string;
        readonly require_totp?: boolean;
        readonly require_sso?: boolean;
      };
      readonly answers: {
        readonly 200: AuthSchemas['OwnTenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants': {
    /** List tenants, newest first (operator). Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** active, suspended, deleting; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Tenant'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a tenant and invite its owner; the owner's link is shown only once (operator). Access: admin. */
    readonly POST: {
      readonly body: {
        /** Identifies the tenant at sign-in: 3 to 40 of a-z, 0-9 and - */
        readonly slug: string;
        readonly name: string;
        readonly owner: {
          /** An email address; stored in lower case */
          readonly email: string;
          readonly name: string;
        };
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly slug: string;
          readonly name: string;
          readonly state: 'active' | 'suspended' | 'deleting';
          /** Whether its administrators manage the other tenants */
          readonly operator: boolean;
          readonly created_at: string;
          readonly updated_at: string;
          /** While it is being deleted: until when it can be restored */
          readonly delete_after: string | null;
          readonly owner: {
            readonly id: string;
            readonly email: string;
          };
          readonly link: {
            /** Works once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** The same without a browser */
            readonly curl: string;
            /** Whether it was also mailed to the user */
            readonly mailed: boolean;
            /** Why it was not mailed */
            readonly reason?: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/owner-link': {
    /** Create a new link for the owner of a tenant no one has joined yet (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          readonly owner: {
            readonly id: string;
            readonly email: string;
          };
          readonly link: {
            /** Works once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** The same without a browser */
            readonly curl: string;
            /** Whether it was also mailed to the user */
            readonly mailed: boolean;
            /** Why it was not mailed */
            readonly reason?: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}': {
    /** Read a tenant (operator). Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
    /** Rename a tenant (operator). Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly name: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
    /** Suspend a tenant immediately and delete its data after 30 days (operator). Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 202: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/suspend': {
    /** Suspend a tenant: all its users are locked out immediately (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/activate': {
    /** Activate a suspended tenant (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/restore': {
    /** Restore a tenant that is being deleted; it becomes active again (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/roles': {
    /** List roles, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Role'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a role; it cannot grant anything you do not have yourself. Access: admin. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly description?: string;
        /** Only these clusters; null for all */
        readonly cluster_ids?: readonly string[] | null;
        /** Only these CloudSpaces; null for all */
        readonly cloudspace_ids?: readonly string[] | null;
      };
      readonly answers: {
        readonly 201: AuthSchemas['Role'];
      };
    };
  };
  readonly '/auth/api/v1/roles/{id}': {
    /** Read a role. Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Role'];
      };
    };
    /** Change a role; this takes effect immediately for everyone who has it. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        readonly scopes?: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly description?: string;
        /** Only these clusters; null for all */
        readonly cluster_ids?: readonly string[] | null;
        /** Only these CloudSpaces; null for all */
        readonly cloudspace_ids?: readonly string[] | null;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Role'];
      };
    };
    /** Delete a role that no one has. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/me': {
    /** Read who the caller is and what they may do. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['Me'];
      };
    };
  };
  readonly '/auth/api/v1/users': {
    /** List users, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** invited, active, suspended; comma-separated */
        readonly state?: string | undefined;
        /** Ids of roles; comma-separated */
        readonly role_id?: string | undefined;
        /** Part of the name or email */
        readonly q?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['User'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Invite a user; the invitation link is shown only once. Access: admin. */
    readonly POST: {
      readonly body: {
        /** An email address; stored in lower case */
        readonly email: string;
        readonly name: string;
        readonly role_id: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly email: string;
          readonly name: string;
          readonly state: 'invited' | 'active' | 'suspended';
          readonly role_id: string;
          readonly role_name: string;
          readonly has_password: boolean;
          /** Whether a second factor is set up */
          readonly has_totp: boolean;
          /** Whether the user has signed in through the tenant's identity provider */
          readonly has_sso: boolean;
          readonly last_login_at: string | null;
          readonly created_at: string;
          readonly updated_at: string;
          readonly link: {
            /** Works once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** The same without a browser */
            readonly curl: string;
            /** Whether it was also mailed to the user */
            readonly mailed: boolean;
            /** Why it was not mailed */
            readonly reason?: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/invite-link': {
    /** Create a new invitation link for a user who has not joined yet; the previous one stops working. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          /** Works once; whoever opens it sets the password */
          readonly url: string;
          readonly expires_at: string;
          /** The same without a browser */
          readonly curl: string;
          /** Whether it was also mailed to the user */
          readonly mailed: boolean;
          /** Why it was not mailed */
          readonly reason?: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/reset-link': {
    /** Create a link for a user to set a new password; the previous one stops working. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          /** Works once; whoever opens it sets the password */
          readonly url: string;
          readonly expires_at: string;
          /** The same without a browser */
          readonly curl: string;
          /** Whether it was also mailed to the user */
          readonly mailed: boolean;
          /** Why it was not mailed */
          readonly reason?: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}': {
    /** Read a user. Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
    /** Rename a user or change their role. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        readonly role_id?: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
    /** Delete a user and their sessions and tokens. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/suspend': {
    /** Suspend a user; their sessions end immediately. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/activate': {
    /** Activate a suspended user. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
  };
  readonly '/auth/api/v1/links/look': {
    /** Show what a link is for, without using it. Access: public. */
    readonly POST: {
      readonly body: {
        /** The part of the link after the # */
        readonly token: string;
      };
      readonly answers: {
        readonly 200: {
          readonly kind: 'invite' | 'reset';
          readonly email: string;
          readonly name: string;
          readonly tenant: {
            readonly slug: string;
            readonly name: string;
          };
          readonly expires_at: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/links/claim': {
    /** Set a password with a link; the link can be used once. Access: public. */
    readonly POST: {
      readonly body: {
        /** The part of the link after the # */
        readonly token: string;
        readonly password: string;
        readonly name?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly email: string;
          readonly tenant: {
            readonly slug: string;
            readonly name: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/me/mail': {
    /** Read what you are sent email about. Access: own. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['MailSettings'];
      };
    };
    /** Change what you are sent email about. Access: session. */
    readonly PATCH: {
      readonly body: {
        readonly incidents?: boolean;
        readonly approvals?: boolean;
      };
      readonly answers: {
        readonly 200: AuthSchemas['MailSettings'];
      };
    };
  };
  readonly '/auth/api/v1/tokens': {
    /** List your personal access tokens, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Token'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a personal access token; it is shown only once. Access: session. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        /** 90 by default */
        readonly expires_in_days?: number;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** First characters */
          readonly prefix: string;
          /** Last characters */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
          /** Shown only once */
          readonly token: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/tokens/{id}': {
    /** Revoke one of your personal access tokens, using any of your credentials. Access: own. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/tokens/hand-over': {
    /** Grant a personal access token to a program on this machine; returns a code valid for one minute. Access: session. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        /** 90 by default */
        readonly expires_in_days?: number;
        /** SHA-256 of the verifier that the program keeps, in base64url */
        readonly challenge: string;
      };
      readonly answers: {
        readonly 201: {
          /** For the program, which can exchange it once */
          readonly code: string;
          readonly expires_at: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/tokens/exchange': {
    /** Exchange the code for the personal access token, which is shown only once. Access: public. */
    readonly POST: {
      readonly body: {
        readonly code: string;
        /** The verifier the challenge was made from */
        readonly verifier: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** First characters */
          readonly prefix: string;
          /** Last characters */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
          /** Shown only once */
          readonly token: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/service-accounts': {
    /** List service accounts, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** active, suspended; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['ServiceAccount'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a service account; secrets are created separately. Access: admin. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly description?: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly cluster_ids?: readonly string[] | null;
        readonly cloudspace_ids?: readonly string[] | null;
      };
      readonly answers: {
        readonly 201: AuthSchemas['ServiceAccount'];
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}': {
    /** Read a service account. Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['ServiceAccount'];
      };
    };
    /** Change a service account; changed scopes and limits take effect within a second. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        readonly description?: string;
        readonly scopes?: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly cluster_ids?: readonly string[] | null;
        readonly cloudspace_ids?: readonly string[] | null;
      };
      readonly answers: {
        readonly 200: AuthSchemas['ServiceAccount'];
      };
    };
    /** Delete a service account and its secrets. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/suspend': {
    /** Suspend a service account: it cannot be used until it is activated. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['ServiceAccount'];
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/activate': {
    /** Activate a suspended service account. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['ServiceAccount'];
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/secrets': {
    /** List the secrets of a service account, newest first. Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['ServiceAccountSecret'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a secret for a service account; it is shown only once. Access: admin. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        /** 90 by default */
        readonly expires_in_days?: number;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** First characters */
          readonly prefix: string;
          /** Last characters */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly client_id: string;
          /** Shown only once */
          readonly client_secret: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/secrets/{secret_id}': {
    /** Revoke a secret of a service account. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
        /** The id of the secret */
        readonly secret_id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/signal-tokens': {
    /** List signal tokens, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['SignalToken'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a token with which a program can send signals and do nothing else; it is shown only once. Access: admin. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        /** The only cluster it may send signals for; null for any of the tenant */
        readonly cluster_id?: string | null;
        /** At most 365 days ahead, which is also the default */
        readonly expires_at?: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** First characters */
          readonly prefix: string;
          /** Last characters */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          /** The only cluster it may send signals for; null for any of the tenant */
          readonly cluster_id: string | null;
          /** Shown only once */
          readonly token: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/signal-tokens/{id}': {
    /** Read a signal token. Access: admin. */
    readonly GET: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['SignalToken'];
      };
    };
    /** Revoke a signal token, everywhere within a second. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/oauth/token': {
    /** Exchange client credentials for an access token valid for 15 minutes (RFC 6749 section 4.4). Access: public. */
    readonly POST: {
      readonly form: {
        /** client_credentials */
        readonly grant_type?: string;
        /** Id of the service account, unless sent with HTTP Basic */
        readonly client_id?: string;
        /** Secret of the service account, unless sent with HTTP Basic */
        readonly client_secret?: string;
        /** Scopes of the account, separated by spaces; all of them by default */
        readonly scope?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly access_token: string;
          readonly token_type: 'Bearer';
          /** In seconds */
          readonly expires_in: number;
          /** Granted scopes, separated by spaces */
          readonly scope: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/session': {
    /** Read who is signed in. Access: session. */
    readonly GET: {
      readonly answers: {
        readonly 200: {
          readonly session_id: string;
          readonly user: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            readonly role: string;
            /** Whether sign-in asks for a second factor */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** The tenant requires a second factor: until it is set up, this session can do nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
    /** Sign in with a password; the session is a cookie. Access: public. */
    readonly POST: {
      readonly body: {
        /** Slug of the tenant; can be omitted if the installation has only one tenant */
        readonly tenant?: string;
        readonly email: string;
        readonly password: string;
        /** Code from the authenticator app */
        readonly totp?: string;
        /** Instead of a code; each can be used once */
        readonly recovery_code?: string;
      };
      readonly answers: {
        readonly 201: {
          readonly session_id: string;
          readonly user: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            readonly role: string;
            /** Whether sign-in asks for a second factor */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** The tenant requires a second factor: until it is set up, this session can do nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
    /** Sign out. Access: session. */
    readonly DELETE: {
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/session/reauthenticate': {
    /** Reauthenticate, for endpoints that require a recent sign-in. Access: session. */
    readonly POST: {
      readonly body: {
        readonly password: string;
        readonly totp?: string;
        readonly recovery_code?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly session_id: string;
          readonly user: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            readonly role: string;
            /** Whether sign-in asks for a second factor */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** The tenant requires a second factor: until it is set up, this session can do nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/sessions': {
    /** List your sessions, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Session'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/sessions/{id}': {
    /** End one of your sessions. Access: session. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/sign-in-options': {
    /** Read how users of a tenant sign in. Access: public. */
    readonly GET: {
      readonly query?: {
        /** Slug of the tenant; can be omitted if the installation has only one tenant */
        readonly tenant?: string | undefined;
      };
      readonly answers: {
        readonly 200: AuthSchemas['SignInOptions'];
      };
    };
  };
  readonly '/auth/api/v1/me/password': {
    /** Change your password; your other sessions end. Access: session. */
    readonly PATCH: {
      readonly body: {
        readonly current_password: string;
        readonly new_password: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/me/totp': {
    /** Start setting up a second factor; its secret is shown only once. Access: session. */
    readonly POST: {
      readonly answers: {
        readonly 201: {
          /** Base32, to type into an authenticator app; shown only once */
          readonly secret: string;
          /** The same, as encoded in a QR code */
          readonly otpauth_uri: string;
        };
      };
    };
    /** Remove the second factor; requires a current code. Access: session. */
    readonly DELETE: {
      readonly body: {
        /** A code from the authenticator app, or a recovery code */
        readonly code: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/me/totp/confirm': {
    /** Confirm the second factor with its first code; its recovery codes are shown only once. Access: session. */
    readonly POST: {
      readonly body: {
        readonly code: string;
      };
      readonly answers: {
        readonly 200: {
          /** Each can be used once instead of a code; shown only once */
          readonly recovery_codes: readonly string[];
        };
      };
    };
  };
  readonly '/auth/api/v1/me/recovery-codes': {
    /** Create new recovery codes; the previous ones stop working. Access: session. */
    readonly POST: {
      readonly answers: {
        readonly 200: {
          /** Each can be used once instead of a code; shown only once */
          readonly recovery_codes: readonly string[];
        };
      };
    };
  };
  readonly '/auth/api/v1/sso': {
    /** Read the tenant's single sign-on configuration. Access: admin. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['Sso'];
      };
    };
    /** Set up or change single sign-on; the metadata of the provider is fetched. Access: session. */
    readonly PUT: {
      readonly body: {
        /** Exactly as in the provider's tokens */
        readonly issuer: string;
        readonly client_id: string;
        /** Omit to keep the current one, if issuer and client_id stay the same */
        readonly client_secret?: string;
        /** Requested in addition to openid */
        readonly scopes?: readonly string[];
        readonly group_claim?: string;
        /** group: role id; the first matching group counts */
        readonly group_roles?: Readonly<Record<string, string>>;
        readonly default_role_id?: string | null;
        readonly enabled: boolean;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Sso'];
      };
    };
    /** Remove single sign-on; users who signed in with it are signed out. Access: session. */
    readonly DELETE: {
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/sso/domains': {
    /** List mail domains, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['SsoDomain'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Add a mail domain; the response contains the TXT record that verifies it (the operator's tenant needs none). Access: session. */
    readonly POST: {
      readonly body: {
        readonly domain: string;
      };
      readonly answers: {
        readonly 201: AuthSchemas['SsoDomain'];
      };
    };
  };
  readonly '/auth/api/v1/sso/domains/{id}/verify': {
    /** Look up the TXT record; once it is found, people from the domain can sign in. Access: session. */
    readonly POST: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['SsoDomain'];
      };
    };
  };
  readonly '/auth/api/v1/sso/domains/{id}': {
    /** Remove a mail domain; its users can no longer sign in with single sign-on, and those who did are signed out. Access: session. */
    readonly DELETE: {
      readonly params: {
        /** The object's id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/sso/start': {
    /** Start a single sign-on; the browser then goes to authorization_url. Access: public. */
    readonly POST: {
      readonly body: {
        /** Slug of the tenant; can be omitted if the installation has only one tenant */
        readonly tenant?: string;
        /** A path of this installation */
        readonly return_to?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly authorization_url: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/setup': {
    /** Read whether this installation is still waiting for its owner. Access: public. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['Setup'];
      };
    };
    /** Claim the setup link: create the owner and sign them in. Access: public. */
    readonly POST: {
      readonly body: {
        /** The part of the setup link after the # */
        readonly token: string;
        /** An email address; stored in lower case */
        readonly email: string;
        readonly name: string;
        readonly password: string;
        readonly tenant?: {
          /** Identifies the tenant at sign-in: 3 to 40 of a-z, 0-9 and - */
          readonly slug: string;
          readonly name: string;
        };
      };
      readonly answers: {
        readonly 201: {
          readonly session_id: string;
          readonly user: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            readonly role: string;
            /** Whether sign-in asks for a second factor */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** The tenant requires a second factor: until it is set up, this session can do nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/audit': {
    /** List the audit trail, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Only those created at or after this time */
        readonly created_after?: string | undefined;
        /** Only those created before this time */
        readonly created_before?: string | undefined;
        /** Ids of the actors; comma-separated */
        readonly actor_id?: string | undefined;
        /** Actions; comma-separated */
        readonly action?: string | undefined;
        /** Ids of the objects; comma-separated */
        readonly object_id?: string | undefined;
        /** done, or error codes; comma-separated */
        readonly result?: string | undefined;
        /** Text in action, route, object, request id or details */
        readonly q?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['AuditEntry'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/audit/export': {
    /** Export the audit trail as NDJSON, oldest first; the last line is its head. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Only entries at or after this time */
        readonly created_after?: string | undefined;
        /** Only entries before this time */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: string;
      };
    };
  };
  readonly '/auth/api/v1/audit/head': {
    /** Read the head of the audit trail, to be kept elsewhere. Access: admin. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['AuditHead'];
      };
    };
  };
  readonly '/auth/api/v1/dead-letters': {
    /** List events and messages that could not be handled, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** Items per page, 50 by default; values above 200 are treated as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the previous page */
        readonly cursor?: string | undefined;
        /** Names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** Event types, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['DeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** Number of all matching items, not just those on this page */
          readonly total: number;
          /** True if counting stopped early, so there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
}

export interface AuthSchemas {
  readonly OwnTenant: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    /** Users who sign in with a password need a second factor */
    readonly require_totp: boolean;
    /** Users sign in through the identity provider only; turning it on signs out everyone else but owners with a second factor */
    readonly require_sso: boolean;
  };
  readonly Tenant: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly state: 'active' | 'suspended' | 'deleting';
    /** Whether its administrators manage the other tenants */
    readonly operator: boolean;
    readonly created_at: string;
    readonly updated_at: string;
    /** While it is being deleted: until when it can be restored */
    readonly delete_after: string | null;
  };
  readonly Role: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    /** Set for the five built-in roles, which cannot be changed */
    readonly builtin: 'owner' | 'admin' | 'operator' | 'developer' | 'viewer' | null;
    readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
    /** Only these clusters; null for all */
    readonly cluster_ids: readonly string[] | null;
    /** Only these CloudSpaces; null for all */
    readonly cloudspace_ids: readonly string[] | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly Me: {
    readonly kind: 'user' | 'service_account';
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly role: {
      readonly id: string;
      readonly name: string;
      readonly builtin: string | null;
    } | null;
    /** What the credential of this request may do */
    readonly scopes: readonly string[];
    /** Only these clusters; null for all */
    readonly cluster_ids: readonly string[] | null;
    /** Only these CloudSpaces; null for all */
    readonly cloudspace_ids: readonly string[] | null;
    readonly tenant: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
    };
  };
  readonly User: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly state: 'invited' | 'active' | 'suspended';
    readonly role_id: string;
    readonly role_name: string;
    readonly has_password: boolean;
    /** Whether a second factor is set up */
    readonly has_totp: boolean;
    /** Whether the user has signed in through the tenant's identity provider */
    readonly has_sso: boolean;
    readonly last_login_at: string | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly MailSettings: {
    /** False while the installation has no mail server: the operator sets SMTP_URL */
    readonly available: boolean;
    /** Where mail goes: the email of the user */
    readonly address: string;
    /** Mail when an incident opens or is resolved */
    readonly incidents: boolean;
    /** Mail when an action needs approval */
    readonly approvals: boolean;
    /** More than these within an hour are named in the next mail instead */
    readonly most_per_hour: number;
  };
  readonly Token: {
    readonly id: string;
    readonly name: string;
    /** First characters */
    readonly prefix: string;
    /** Last characters */
    readonly last_four: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly last_used_at: string | null;
    readonly last_used_ip: string | null;
    readonly revoked_at: string | null;
    readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
  };
  readonly ServiceAccount: {
    /** Also its client_id */
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly state: 'active' | 'suspended';
    readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
    readonly cluster_ids: readonly string[] | null;
    readonly cloudspace_ids: readonly string[] | null;
    readonly created_by: string;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly ServiceAccountSecret: {
    readonly id: string;
    readonly name: string;
    /** First characters */
    readonly prefix: string;
    /** Last characters */
    readonly last_four: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly last_used_at: string | null;
    readonly last_used_ip: string | null;
    readonly revoked_at: string | null;
  };
  readonly SignalToken: {
    readonly id: string;
    readonly name: string;
    /** First characters */
    readonly prefix: string;
    /** Last characters */
    readonly last_four: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly last_used_at: string | null;
    readonly last_used_ip: string | null;
    readonly revoked_at: string | null;
    /** The only cluster it may send signals for; null for any of the tenant */
    readonly cluster_id: string | null;
  };
  readonly Session: {
    readonly id: string;
    /** Whether this is the session of this request */
    readonly current: boolean;
    readonly method: 'password' | 'sso' | 'setup';
    readonly created_at: string;
    /** When the user last authenticated */
    readonly authenticated_at: string;
    readonly last_seen_at: string;
    readonly expires_at: string;
    readonly address: string;
    readonly user_agent: string;
  };
  readonly SignInOptions: {
    readonly password: boolean;
    readonly sso: boolean;
    /** Whether sign-in has to name a tenant, because there are several */
    readonly needs_tenant: boolean;
    /** Name of the only tenant */
    readonly tenant_name?: string;
  };
  readonly Sso: {
    readonly id: string;
    readonly issuer: string;
    readonly client_id: string;
    readonly scopes: readonly string[];
    readonly group_claim: string;
    /** group: role id; the first matching group counts */
    readonly group_roles: Readonly<Record<string, string>>;
    readonly default_role_id: string | null;
    readonly enabled: boolean;
    /** Redirect URI to register at the provider */
    readonly redirect_uri: string;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly SsoDomain: {
    readonly id: string;
    readonly domain: string;
    /** Name of the TXT record to publish */
    readonly name: string;
    /** Value of the TXT record to publish */
    readonly value: string;
    readonly verified_at: string | null;
    readonly created_at: string;
  };
  readonly Setup: {
    /** Whether no one has claimed this installation yet */
    readonly needed: boolean;
    /** When the printed link expires; null if there is none */
    readonly link_expires_at: string | null;
  };
  readonly AuditEntry: {
    readonly id: string;
    /** Sequence number in the tenant's trail, without gaps */
    readonly seq: number;
    readonly at: string;
    readonly module: string;
    /** For example token.create */
    readonly action: string;
    readonly route: string;
    readonly actor: {
      /** user, session, service, pipeline, ingest, module, operator, or anonymous */
      readonly kind: string;
      readonly id: string | null;
      readonly credential_id: string | null;
    };
    readonly object_id: string | null;
    readonly request_id: string | null;
    readonly address: string | null;
    /** done, or the error code if it was refused */
    readonly result: string;
    /** Number of occurrences; above 1 only for identical refusals within one minute */
    readonly count: number;
    readonly details: Readonly<Record<string, unknown>>;
    /** Signs this entry and, through the hash of the previous one, all entries before it */
    readonly hash: string;
  };
  readonly AuditHead: {
    /** Sequence number of the newest entry; 0 if there is none */
    readonly seq: number;
    /** Keep it elsewhere: wheelhouse audit verify --head SEQ:HASH detects a truncated trail */
    readonly hash: string;
  };
  readonly DeadLetter: {
    readonly id: string;
    /** Id of the event, as given by its source; null for a message */
    readonly event_id: string | null;
    /** Id of the message, if its sender set one */
    readonly message_id: string | null;
    /** The consumer that could not handle it */
    readonly consumer: string;
    /** The module it came from; for a message, the exchange */
    readonly source: string;
    /** The event type, or `message` */
    readonly type: string;
    /** Sequence number within its source and type; null for a message */
    readonly seq: number | null;
    /** Of a message only */
    readonly routing_key: string | null;
    /** The cluster it concerns, if known */
    readonly cluster_id: string | null;
    /** Error of the last attempt, or why there was none */
    readonly reason: string;
    /** The original content: JSON for an event, arbitrary for a message */
    readonly body: string;
    /** base64 if the content is not text */
    readonly body_encoding: 'utf8' | 'base64';
    /** Original size in bytes */
    readonly body_bytes: number;
    /** Whether only the beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
