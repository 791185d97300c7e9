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
}

/** An answer that is not the one asked for: thrown anywhere below a handler, told in the specified body. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly RefusalDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, details, headers = {} }: RefusalOptions = {}) {
    super(message ?? errorCatalogue[code].message);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.details = details;
    this.headers = headers;
  }
}

export function refuse(code: ErrorCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}
