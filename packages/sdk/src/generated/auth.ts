/** Long because it is generated, by `npm run reference`, from docs/reference/openapi/auth.json. */
export interface AuthPaths {
  readonly '/auth/api/v1/tenant': {
    /** Read your own tenant's settings. Access: read. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['OwnTenant'];
      };
    };
    /** Rename your own tenant or change how its people sign in. Access: admin. */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** active, suspended, deleting; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Tenant'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Make a tenant and invite its owner; the owner's link is shown once (operator). Access: admin. */
    readonly POST: {
      readonly body: {
        /** names the tenant at sign-in: 3 to 40 of a-z, 0-9 and - */
        readonly slug: string;
        readonly name: string;
        readonly owner: {
          /** an email address; kept in lower case */
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
          /** its administrators manage the other tenants */
          readonly operator: boolean;
          readonly created_at: string;
          readonly updated_at: string;
          /** of one that is being deleted: until when it can be restored */
          readonly delete_after: string | null;
          readonly owner: {
            readonly id: string;
            readonly email: string;
          };
          readonly link: {
            /** opens once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** the same without a browser */
            readonly curl: string;
            /** it was mailed to the user too */
            readonly mailed: boolean;
            /** why it was not */
            readonly reason?: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/owner-link': {
    /** Show a new link for the owner of a tenant that nobody has come into yet (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          readonly owner: {
            readonly id: string;
            readonly email: string;
          };
          readonly link: {
            /** opens once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** the same without a browser */
            readonly curl: string;
            /** it was mailed to the user too */
            readonly mailed: boolean;
            /** why it was not */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
    /** Rename a tenant (operator). Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body: {
        readonly name: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
    /** Stop a tenant at once and delete its data after 30 days (operator). Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 202: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/suspend': {
    /** Shut everybody of a tenant out at once (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/activate': {
    /** Let a suspended tenant in again (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Tenant'];
      };
    };
  };
  readonly '/auth/api/v1/tenants/{id}/restore': {
    /** Keep a tenant that is being deleted; it is active again (operator). Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Role'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Make a role, of nothing that you lack yourself. Access: admin. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly description?: string;
        /** only these clusters; null is all of them */
        readonly cluster_ids?: readonly string[] | null;
        /** only these CloudSpaces; null is all of them */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Role'];
      };
    };
    /** Change a role; whoever holds it has the new one at once. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        readonly scopes?: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        readonly description?: string;
        /** only these clusters; null is all of them */
        readonly cluster_ids?: readonly string[] | null;
        /** only these CloudSpaces; null is all of them */
        readonly cloudspace_ids?: readonly string[] | null;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Role'];
      };
    };
    /** Delete a role that nobody holds. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/me': {
    /** Say who calls, and what they may do. Access: read. */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** invited, active, suspended; comma-separated */
        readonly state?: string | undefined;
        /** of these roles; comma-separated */
        readonly role_id?: string | undefined;
        /** part of a name or email */
        readonly q?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['User'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Invite a user; the link to come in is shown once. Access: admin. */
    readonly POST: {
      readonly body: {
        /** an email address; kept in lower case */
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
          /** a second factor is set up */
          readonly has_totp: boolean;
          /** has signed in at the tenant's identity provider */
          readonly has_sso: boolean;
          readonly last_login_at: string | null;
          readonly created_at: string;
          readonly updated_at: string;
          readonly link: {
            /** opens once; whoever opens it sets the password */
            readonly url: string;
            readonly expires_at: string;
            /** the same without a browser */
            readonly curl: string;
            /** it was mailed to the user too */
            readonly mailed: boolean;
            /** why it was not */
            readonly reason?: string;
          };
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/invite-link': {
    /** Show a new link for a user who has not come in yet; the earlier one ends. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          /** opens once; whoever opens it sets the password */
          readonly url: string;
          readonly expires_at: string;
          /** the same without a browser */
          readonly curl: string;
          /** it was mailed to the user too */
          readonly mailed: boolean;
          /** why it was not */
          readonly reason?: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/reset-link': {
    /** Show a link by which a user sets a new password; the earlier one ends. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 201: {
          /** opens once; whoever opens it sets the password */
          readonly url: string;
          readonly expires_at: string;
          /** the same without a browser */
          readonly curl: string;
          /** it was mailed to the user too */
          readonly mailed: boolean;
          /** why it was not */
          readonly reason?: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/users/{id}': {
    /** Read a user. Access: admin. */
    readonly GET: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
    /** Rename a user or give them another role. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
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
    /** Delete a user with their sessions and tokens. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/suspend': {
    /** Shut a user out at once; their sessions end. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
  };
  readonly '/auth/api/v1/users/{id}/activate': {
    /** Let a suspended user in again. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['User'];
      };
    };
  };
  readonly '/auth/api/v1/links/look': {
    /** Say what a link is for, without using it. Access: public. */
    readonly POST: {
      readonly body: {
        /** what stands behind the # of the link */
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
    /** Set a password with a link, which is used up by it. Access: public. */
    readonly POST: {
      readonly body: {
        /** what stands behind the # of the link */
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
  readonly '/auth/api/v1/tokens': {
    /** List your personal access tokens, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Token'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a personal access token; it is shown this once. Access: session. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        /** 90 unless given */
        readonly expires_in_days?: number;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** how it begins */
          readonly prefix: string;
          /** how it ends */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
          /** shown this once */
          readonly token: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/tokens/{id}': {
    /** Revoke one of your personal access tokens, with any credential of yours. Access: own. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/tokens/hand-over': {
    /** Agree to a personal access token for a program on this machine; the code lives a minute. Access: session. */
    readonly POST: {
      readonly body: {
        readonly name: string;
        readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
        /** 90 unless given */
        readonly expires_in_days?: number;
        /** the SHA-256 of the verifier that the program keeps, in base64url */
        readonly challenge: string;
      };
      readonly answers: {
        readonly 201: {
          /** for the program, which exchanges it once */
          readonly code: string;
          readonly expires_at: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/tokens/exchange': {
    /** Exchange the code of a hand-over for the personal access token; it is shown this once. Access: public. */
    readonly POST: {
      readonly body: {
        readonly code: string;
        /** what the challenge was made of */
        readonly verifier: string;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** how it begins */
          readonly prefix: string;
          /** how it ends */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
          /** shown this once */
          readonly token: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/service-accounts': {
    /** List service accounts, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** active, suspended; comma-separated */
        readonly state?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['ServiceAccount'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a service account; its secrets are made apart. Access: admin. */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['ServiceAccount'];
      };
    };
    /** Change a service account; other scopes or limits hold within a second. Access: admin. */
    readonly PATCH: {
      readonly params: {
        /** which one, by its id */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/suspend': {
    /** Suspend a service account: nothing is done in its name until it is activated. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
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
        /** which one, by its id */
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
        /** which one, by its id */
        readonly id: string;
      };
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['ServiceAccountSecret'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Create a secret of a service account; it is shown this once. Access: admin. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly body: {
        readonly name?: string;
        /** 90 unless given */
        readonly expires_in_days?: number;
      };
      readonly answers: {
        readonly 201: {
          readonly id: string;
          readonly name: string;
          /** how it begins */
          readonly prefix: string;
          /** how it ends */
          readonly last_four: string;
          readonly created_at: string;
          readonly expires_at: string;
          readonly last_used_at: string | null;
          readonly last_used_ip: string | null;
          readonly revoked_at: string | null;
          readonly client_id: string;
          /** shown this once */
          readonly client_secret: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/service-accounts/{id}/secrets/{secret_id}': {
    /** Revoke a secret of a service account. Access: admin. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
        /** which secret, by its id */
        readonly secret_id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/oauth/token': {
    /** Exchange client credentials for an access token of 15 minutes (RFC 6749 section 4.4). Access: public. */
    readonly POST: {
      readonly form: {
        /** client_credentials */
        readonly grant_type?: string;
        /** the id of the service account, unless it is sent by HTTP Basic */
        readonly client_id?: string;
        /** a secret of the service account, unless it is sent by HTTP Basic */
        readonly client_secret?: string;
        /** scopes separated by spaces, out of the account's; all of them unless given */
        readonly scope?: string;
      };
      readonly answers: {
        readonly 200: {
          readonly access_token: string;
          readonly token_type: 'Bearer';
          /** seconds */
          readonly expires_in: number;
          /** what was granted, separated by spaces */
          readonly scope: string;
        };
      };
    };
  };
  readonly '/auth/api/v1/session': {
    /** Who is signed in. Access: session. */
    readonly GET: {
      readonly answers: {
        readonly 200: {
          readonly session_id: string;
          readonly user: {
            readonly id: string;
            readonly email: string;
            readonly name: string;
            readonly role: string;
            /** a second factor is asked for at sign-in */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** the tenant asks for a second factor: until it is set up this session does nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
    /** Sign in with a password; the session is a cookie. Access: public. */
    readonly POST: {
      readonly body: {
        /** the tenant's slug; may be left out while the installation has one tenant */
        readonly tenant?: string;
        readonly email: string;
        readonly password: string;
        /** the code of the authenticator app */
        readonly totp?: string;
        /** in place of a code; each is good once */
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
            /** a second factor is asked for at sign-in */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** the tenant asks for a second factor: until it is set up this session does nothing else */
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
    /** Prove again who you are, for what wants a fresh proof. Access: session. */
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
            /** a second factor is asked for at sign-in */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** the tenant asks for a second factor: until it is set up this session does nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/sessions': {
    /** Where you are signed in, newest first. Access: read. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['Session'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/sessions/{id}': {
    /** End one of your sessions. Access: session. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/sign-in-options': {
    /** How a tenant's people sign in. Access: public. */
    readonly GET: {
      readonly query?: {
        /** the tenant's slug; may be left out while the installation has one tenant */
        readonly tenant?: string | undefined;
      };
      readonly answers: {
        readonly 200: AuthSchemas['SignInOptions'];
      };
    };
  };
  readonly '/auth/api/v1/me/password': {
    /** Change your own password; ends your other sessions. Access: session. */
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
    /** Begin to set up a second factor; answers its secret once. Access: session. */
    readonly POST: {
      readonly answers: {
        readonly 201: {
          /** base32, to type into an authenticator app; told once */
          readonly secret: string;
          /** the same as a QR code holds it */
          readonly otpauth_uri: string;
        };
      };
    };
    /** Take the second factor away; wants one more code of it. Access: session. */
    readonly DELETE: {
      readonly body: {
        /** a code of the app, or a recovery code */
        readonly code: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/me/totp/confirm': {
    /** Set up the second factor with its first code; answers recovery codes once. Access: session. */
    readonly POST: {
      readonly body: {
        readonly code: string;
      };
      readonly answers: {
        readonly 200: {
          /** each good once in place of a code; told once */
          readonly recovery_codes: readonly string[];
        };
      };
    };
  };
  readonly '/auth/api/v1/me/recovery-codes': {
    /** Make new recovery codes; those from before are good no more. Access: session. */
    readonly POST: {
      readonly answers: {
        readonly 200: {
          /** each good once in place of a code; told once */
          readonly recovery_codes: readonly string[];
        };
      };
    };
  };
  readonly '/auth/api/v1/sso': {
    /** Read the tenant's single sign-on. Access: admin. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['Sso'];
      };
    };
    /** Set single sign-on up or change it; the provider is asked for its metadata. Access: session. */
    readonly PUT: {
      readonly body: {
        /** as the provider writes it in its tokens */
        readonly issuer: string;
        readonly client_id: string;
        /** may be left out to keep the one there is, while issuer and client_id stay the same */
        readonly client_secret?: string;
        /** asked for besides openid */
        readonly scopes?: readonly string[];
        readonly group_claim?: string;
        /** group: role id; the first one a person is in counts */
        readonly group_roles?: Readonly<Record<string, string>>;
        readonly default_role_id?: string | null;
        readonly enabled: boolean;
      };
      readonly answers: {
        readonly 200: AuthSchemas['Sso'];
      };
    };
    /** Remove single sign-on. Access: session. */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['SsoDomain'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
    /** Add a mail domain; the answer names the TXT record that verifies it. Access: session. */
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
    /** Look the TXT record up; once it is there, people of the domain can sign in. Access: session. */
    readonly POST: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 200: AuthSchemas['SsoDomain'];
      };
    };
  };
  readonly '/auth/api/v1/sso/domains/{id}': {
    /** Remove a mail domain; its people can no longer sign in by single sign-on. Access: session. */
    readonly DELETE: {
      readonly params: {
        /** which one, by its id */
        readonly id: string;
      };
      readonly answers: {
        readonly 204: undefined;
      };
    };
  };
  readonly '/auth/api/v1/sso/start': {
    /** Begin a single sign-on; the browser then goes to authorization_url. Access: public. */
    readonly POST: {
      readonly body: {
        /** the tenant's slug; may be left out while the installation has one tenant */
        readonly tenant?: string;
        /** a path of this installation */
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
    /** Whether this installation still waits for its owner. Access: public. */
    readonly GET: {
      readonly answers: {
        readonly 200: AuthSchemas['Setup'];
      };
    };
    /** Claim the setup link: make the owner and sign them in. Access: public. */
    readonly POST: {
      readonly body: {
        /** what stands behind the # of the setup link */
        readonly token: string;
        /** an email address; kept in lower case */
        readonly email: string;
        readonly name: string;
        readonly password: string;
        readonly tenant?: {
          /** names the tenant at sign-in: 3 to 40 of a-z, 0-9 and - */
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
            /** a second factor is asked for at sign-in */
            readonly totp: boolean;
          };
          readonly tenant: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
          };
          readonly authenticated_at: string;
          readonly expires_at: string;
          /** the tenant asks for a second factor: until it is set up this session does nothing else */
          readonly needs_totp_setup?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/audit': {
    /** List the audit trail, newest first. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** at or after */
        readonly created_after?: string | undefined;
        /** before */
        readonly created_before?: string | undefined;
        /** who did it; comma-separated */
        readonly actor_id?: string | undefined;
        /** what was done; comma-separated */
        readonly action?: string | undefined;
        /** to what; comma-separated */
        readonly object_id?: string | undefined;
        /** done, or codes of refusals; comma-separated */
        readonly result?: string | undefined;
        /** text in action, route, object, request id or details */
        readonly q?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['AuditEntry'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
          readonly total_is_estimate?: boolean;
        };
      };
    };
  };
  readonly '/auth/api/v1/audit/export': {
    /** Export the audit trail as NDJSON, oldest first; the last line is its head. Access: admin. */
    readonly GET: {
      readonly query?: {
        /** at or after */
        readonly created_after?: string | undefined;
        /** before */
        readonly created_before?: string | undefined;
      };
      readonly answers: {
        readonly 200: string;
      };
    };
  };
  readonly '/auth/api/v1/audit/head': {
    /** The end of the audit trail, to be kept elsewhere. Access: admin. */
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
        /** items a page, 50 by default; above 200 is taken as 200 */
        readonly limit?: number | undefined;
        /** next_cursor of the page before */
        readonly cursor?: string | undefined;
        /** names of consumers; comma-separated */
        readonly consumer?: string | undefined;
        /** types of events, or `message`; comma-separated */
        readonly type?: string | undefined;
      };
      readonly answers: {
        readonly 200: {
          readonly data: readonly AuthSchemas['DeadLetter'][];
          /** Opaque; null on the last page */
          readonly next_cursor: string | null;
          /** All items that match, not only those of this page */
          readonly total: number;
          /** True when counting stopped early and there may be more than total */
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
    /** whoever signs in with a password needs a second factor */
    readonly require_totp: boolean;
    /** people sign in at the identity provider only */
    readonly require_sso: boolean;
  };
  readonly Tenant: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly state: 'active' | 'suspended' | 'deleting';
    /** its administrators manage the other tenants */
    readonly operator: boolean;
    readonly created_at: string;
    readonly updated_at: string;
    /** of one that is being deleted: until when it can be restored */
    readonly delete_after: string | null;
  };
  readonly Role: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    /** set for the five every tenant has, which cannot be changed */
    readonly builtin: 'owner' | 'admin' | 'operator' | 'developer' | 'viewer' | null;
    readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
    /** only these clusters; null is all of them */
    readonly cluster_ids: readonly string[] | null;
    /** only these CloudSpaces; null is all of them */
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
    /** what the credential of this call may do */
    readonly scopes: readonly string[];
    /** only these clusters; null is all */
    readonly cluster_ids: readonly string[] | null;
    /** only these CloudSpaces; null is all */
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
    /** a second factor is set up */
    readonly has_totp: boolean;
    /** has signed in at the tenant's identity provider */
    readonly has_sso: boolean;
    readonly last_login_at: string | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly Token: {
    readonly id: string;
    readonly name: string;
    /** how it begins */
    readonly prefix: string;
    /** how it ends */
    readonly last_four: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly last_used_at: string | null;
    readonly last_used_ip: string | null;
    readonly revoked_at: string | null;
    readonly scopes: readonly ('read' | 'deploy' | 'actions' | 'agents' | 'admin')[];
  };
  readonly ServiceAccount: {
    /** also its client_id */
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
    /** how it begins */
    readonly prefix: string;
    /** how it ends */
    readonly last_four: string;
    readonly created_at: string;
    readonly expires_at: string;
    readonly last_used_at: string | null;
    readonly last_used_ip: string | null;
    readonly revoked_at: string | null;
  };
  readonly Session: {
    readonly id: string;
    /** the one this call is made with */
    readonly current: boolean;
    readonly method: 'password' | 'sso' | 'setup';
    readonly created_at: string;
    /** when its holder last proved who they are */
    readonly authenticated_at: string;
    readonly last_seen_at: string;
    readonly expires_at: string;
    readonly address: string;
    readonly user_agent: string;
  };
  readonly SignInOptions: {
    readonly password: boolean;
    readonly sso: boolean;
    /** the installation has several tenants: sign-in has to name one */
    readonly needs_tenant: boolean;
    /** of the only tenant there is */
    readonly tenant_name?: string;
  };
  readonly Sso: {
    readonly id: string;
    readonly issuer: string;
    readonly client_id: string;
    readonly scopes: readonly string[];
    readonly group_claim: string;
    /** group: role id; the first one a person is in counts */
    readonly group_roles: Readonly<Record<string, string>>;
    readonly default_role_id: string | null;
    readonly enabled: boolean;
    /** to be registered at the provider */
    readonly redirect_uri: string;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly SsoDomain: {
    readonly id: string;
    readonly domain: string;
    /** of the TXT record to publish */
    readonly name: string;
    /** of the TXT record to publish */
    readonly value: string;
    readonly verified_at: string | null;
    readonly created_at: string;
  };
  readonly Setup: {
    /** nobody has claimed this installation yet */
    readonly needed: boolean;
    /** until when the printed link is good; null: none is live */
    readonly link_expires_at: string | null;
  };
  readonly AuditEntry: {
    readonly id: string;
    /** its number in the trail of the tenant, without gaps */
    readonly seq: number;
    readonly at: string;
    readonly module: string;
    /** as token.create */
    readonly action: string;
    readonly route: string;
    readonly actor: {
      /** user, session, service, pipeline, module, operator, or anonymous */
      readonly kind: string;
      readonly id: string | null;
      readonly credential_id: string | null;
    };
    readonly object_id: string | null;
    readonly request_id: string | null;
    readonly address: string | null;
    /** done, or the code of the refusal */
    readonly result: string;
    /** how often; above 1 only for refusals of one kind in one minute */
    readonly count: number;
    readonly details: Readonly<Record<string, unknown>>;
    /** signs this entry and, through the hash of the one before, all before it */
    readonly hash: string;
  };
  readonly AuditHead: {
    /** the number of the newest entry; 0 before the first */
    readonly seq: number;
    /** keep it elsewhere: wheelhouse audit verify --head SEQ:HASH finds a cut end */
    readonly hash: string;
  };
  readonly DeadLetter: {
    readonly id: string;
    /** the event, as its source named it; null for a message */
    readonly event_id: string | null;
    /** the message, if its sender named it */
    readonly message_id: string | null;
    /** who could not handle it */
    readonly consumer: string;
    /** the module it came from; of a message, the exchange */
    readonly source: string;
    /** the type of the event, or `message` */
    readonly type: string;
    /** its number among the events of its source and type; null for a message */
    readonly seq: number | null;
    /** of a message */
    readonly routing_key: string | null;
    /** the cluster it is about, if it says so */
    readonly cluster_id: string | null;
    /** what the last attempt failed with, or why there was none */
    readonly reason: string;
    /** as it was written: an event is JSON, a message whatever came */
    readonly body: string;
    /** base64 where the bytes are no text */
    readonly body_encoding: 'utf8' | 'base64';
    /** how large it was */
    readonly body_bytes: number;
    /** only its beginning was kept */
    readonly body_cut: boolean;
    readonly created_at: string;
  };
}
