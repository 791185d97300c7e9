import type { ErrorCode, ErrorDetail } from '@wheelhouse/contracts';
import type { Method } from './operations.ts';

/** What was asked, as an error tells it: enough to ask again. */
export interface Asked {
  readonly method: Method;
  readonly path: string;
  /** Repeating the POST with it answers what the first one did, and does nothing twice. */
  readonly idempotencyKey: string | undefined;
}

/** `foreign_answer`: it did not come from Wheelhouse, but from something on the way, or from another address. */
export type ApiErrorCode = ErrorCode | 'foreign_answer';

export interface Refusal {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly requestId: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly docUrl: string | undefined;
  readonly retryAfter: number | undefined;
}

/** The API answered, and refused. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What programs go by. A newer server may send one that this version does not list: then go by `status`. */
  readonly code: ApiErrorCode;
  /** To quote when reporting a problem. */
  readonly requestId: string | undefined;
  /** The faulty fields of a request, where it had any. */
  readonly details: readonly ErrorDetail[];
  readonly docUrl: string | undefined;
  /** Seconds to wait before it makes sense to ask again. */
  readonly retryAfter: number | undefined;
  readonly asked: Asked;

  constructor({ status, code, message, requestId, details, docUrl, retryAfter }: Refusal, asked: Asked) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.docUrl = docUrl;
    this.retryAfter = retryAfter;
    this.asked = asked;
  }
}

/** Is it a refusal of the API, and one with one of these codes? */
export function isApiError<Code extends ApiErrorCode = ApiErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is ApiError & { readonly code: Code } {
  return error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));
}

interface Attempts {
  readonly address: string;
  readonly tries: number;
  readonly repeatable: boolean;
}

/** No answer came, or only a part of one. Why is in `cause`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly tries: number;
  readonly asked: Asked;

  constructor(cause: unknown, asked: Asked, { address, tries, repeatable }: Attempts) {
    const often = tries === 1 ? '' : ` in ${tries} attempts`;
    super(
      `${asked.method} ${address}${asked.path} got no complete response${often}: ${reasonOf(cause)}. ${next(asked, repeatable)}`,
      {
        cause,
      },
    );
    this.tries = tries;
    this.asked = asked;
  }
}

function next({ idempotencyKey }: Asked, repeatable: boolean): string {
  const check = 'Check that baseUrl is correct and reachable from here';
  if (!repeatable) return `${check}. It may have taken effect: read the object before you retry.`;
  if (idempotencyKey === undefined) return `${check}.`;
  return `${check}. It may have taken effect: retry with the idempotencyKey in error.asked, and it takes effect only once.`;
}

/** `fetch failed` says nothing; what it hides does. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause;
  if (!(inner instanceof Error)) return cause.message;
  // Of several addresses that were tried, Node names none in the message.
  return inner.message || ('code' in inner ? String(inner.code) : cause.message);
}
