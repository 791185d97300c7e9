import type { ErrorDefinition } from './definition.ts';

/** Credentials, and the words RFC 6749 has for the token endpoint. */
export const authErrors = {
  invalid_grant: {
    status: 400,
    owner: 'auth',
    message: 'The grant is invalid or has expired.',
    next: 'Check that the service account is active and start the flow again.',
  },
  unsupported_grant_type: {
    status: 400,
    owner: 'auth',
    message: 'The token endpoint does not support this grant_type.',
    next: 'Send grant_type=client_credentials.',
  },
  invalid_scope: {
    status: 400,
    owner: 'auth',
    message: 'A requested scope is unknown, or the service account does not have it.',
    next: "Request only the account's own scopes, separated by spaces.",
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
    message: 'This has already been used or has expired.',
    next: 'Request a new one.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
