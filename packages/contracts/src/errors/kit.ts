import type { ErrorDefinition } from './definition.ts';

/** What every module answers, because the runtime under it does. */
export const kitErrors = {
  invalid_request: {
    status: 400,
    owner: 'kit',
    message: 'The request could not be understood.',
    next: 'Correct what the message or error.details names and send it again.',
  },
  invalid_cursor: {
    status: 400,
    owner: 'kit',
    message: 'The cursor was altered, or belongs to another list, sort order or set of filters.',
    next: 'Start from the first page, and keep sort and filters the same from page to page.',
  },
  unknown_parameter: {
    status: 400,
    owner: 'kit',
    message: 'The query has a parameter that this endpoint does not take.',
    next: "Leave it out or correct its name; the endpoint's OpenAPI description lists all of them.",
  },
  unauthenticated: {
    status: 401,
    owner: 'kit',
    message: 'The request carries no valid credential.',
    next: 'Send Authorization: Bearer with a complete, valid token.',
  },
  token_expired: {
    status: 401,
    owner: 'kit',
    message: 'The token has expired.',
    next: 'Create a new personal access token, or request a new access token with the client credentials.',
  },
  forbidden: {
    status: 403,
    owner: 'kit',
    message: 'This credential may not do that.',
    next: 'Use the kind of credential the endpoint requires, or ask an administrator for permission.',
  },
  insufficient_scope: {
    status: 403,
    owner: 'kit',
    message: 'The token lacks a scope that the endpoint requires.',
    next: 'Use a token with the scope that X-Accepted-OAuth-Scopes names; X-OAuth-Scopes shows those it has.',
  },
  not_found: {
    status: 404,
    owner: 'kit',
    message: 'There is nothing here, or nothing that this credential may see.',
    next: 'Check the path and the id, and that the token belongs to the right tenant.',
  },
  method_not_allowed: {
    status: 405,
    owner: 'kit',
    message: 'The path exists, but not with this method.',
    next: 'Use one of the methods in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    owner: 'kit',
    message: 'The endpoint cannot answer in any form that the Accept header allows.',
    next: 'Accept application/json, or text/event-stream on a stream.',
  },
  conflict: {
    status: 409,
    owner: 'kit',
    message: 'The object was changed in the meantime.',
    next: 'Read the object again and repeat the change if it still makes sense.',
  },
  already_exists: {
    status: 409,
    owner: 'kit',
    message: 'An object with this name or key already exists.',
    next: 'Use the existing object, which the message names, or choose another name.',
  },
  invalid_state: {
    status: 409,
    owner: 'kit',
    message: 'This is not possible in the state the object is in.',
    next: 'Read the object; the message names its state and what is possible now.',
  },
  idempotency_in_progress: {
    status: 409,
    owner: 'kit',
    message: 'A request with this Idempotency-Key is still running.',
    next: 'Wait a moment and repeat the same request; it will return the first response.',
  },
  precondition_failed: {
    status: 412,
    owner: 'kit',
    message: 'The object has changed since the version that If-Match names.',
    next: 'Read it again, look at the change, and send the new ETag.',
  },
  payload_too_large: {
    status: 413,
    owner: 'kit',
    message: 'The body is larger than the endpoint accepts.',
    next: 'Send less at once; the limit is 1 MiB, or 25 MiB for inbound Git hooks.',
  },
  unsupported_media_type: {
    status: 415,
    owner: 'kit',
    message: 'The endpoint does not accept this content type.',
    next: 'Send JSON with Content-Type: application/json; only /auth/oauth/token takes a form.',
  },
  validation_failed: {
    status: 422,
    owner: 'kit',
    message: 'Fields of the body are missing, unknown or invalid.',
    next: 'Correct the fields that error.details names.',
  },
  idempotency_key_reused: {
    status: 422,
    owner: 'kit',
    message: 'This Idempotency-Key was used before with another body.',
    next: 'Use a new key for a new request; repeat a request only with the same body.',
  },
  internal: {
    status: 500,
    owner: 'kit',
    message: 'The service failed unexpectedly.',
    next: 'Try again later; if it persists, report it with error.request_id.',
  },
  unavailable: {
    status: 503,
    owner: 'kit',
    message: 'The service, or something it depends on, is unavailable right now.',
    next: 'Wait as long as Retry-After says and try again.',
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
