import { type ErrorCode, errorCatalogue } from '@wheelhouse/contracts';

export interface RefusalDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

interface RefusalOptions {
  /** Names the cause and the next step; the catalogue's own words where nothing better is known. */
  readonly message?: string;
  readonly details?: readonly RefusalDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent beside `error`: what the caller needs to decide anew, such as the plan that is now the right one. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/** An answer that is not the one asked for: thrown anywhere below a handler, told in the specified body. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly RefusalDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly beside: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, { message, details, headers = {}, beside = {} }: RefusalOptions = {}) {
    const { stackTraceLimit } = Error;
    // An answer, not a fault: nobody reads where it was made, and finding that out costs more than a look-up.
    if (errorCatalogue[code].status < 500) Error.stackTraceLimit = 0;
    super(message ?? errorCatalogue[code].message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
    this.headers = headers;
    this.beside = beside;
  }
}

export function refuse(code: ErrorCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}
