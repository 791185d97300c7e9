export interface Cause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

interface Refusal {
  readonly status: number;
  readonly reason: string | undefined;
  readonly causes: readonly Cause[];
  readonly retryAfterSeconds: number | undefined;
}

/** The API server answered, and not with success. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';
  readonly status: number;
  /** Its own word: NotFound, Conflict, Forbidden, Expired… Some answers have none. */
  readonly reason: string | undefined;
  readonly causes: readonly Cause[];
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, reason, causes, retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.causes = causes;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type UnreachableCode =
  | 'address_refused'
  | 'name_not_found'
  | 'connection_refused'
  | 'timeout'
  | 'tls_failed'
  | 'protocol'
  | 'connection_lost'
  | 'too_large'
  | 'closed';

/** No answer, or only a part of one. What was asked for may have been done. */
export class ClusterUnreachable extends Error {
  override readonly name = 'ClusterUnreachable';
  readonly code: UnreachableCode;

  constructor(code: UnreachableCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
