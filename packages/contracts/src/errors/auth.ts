import type { ErrorDefinition } from './definition.ts';

/** Credentials, and the words RFC 6749 has for the token endpoint. */
export const authErrors = {
  invalid_grant: {
    status: 400,
    owner: 'auth',
    message: 'The grant is not valid, or no longer.',
    next: 'Check that the service account is active and begin the flow again.',
  },
  unsupported_grant_type: {
    status: 400,
    owner: 'auth',
    message: 'The token endpoint does not know this grant_type.',
    next: 'Send grant_type=client_credentials.',
  },
  invalid_scope: {
    status: 400,
    owner: 'auth',
    message: 'A scope asked for is unknown, or is not one that the service account has.',
    next: "Ask for scopes out of the account's own, separated by spaces.",
  },
  token_revoked: {
    status: 401,
    owner: 'auth',
    message: 'The token has been revoked.',
    next: 'Create a new one; the audit trail says who revoked it and when.',
  },
  invalid_client: {
    status: 401,
    owner: 'auth',
    message: 'The client id and secret do not match an active service account.',
    next: 'Check both values, and that the service account still exists.',
  },
  gone: {
    status: 410,
    owner: 'auth',
    message: 'What stood here has been used up or has passed its time.',
    next: 'Ask for a new one; it will not come back.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
