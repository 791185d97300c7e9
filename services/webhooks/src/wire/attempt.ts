import type { DeliveryFailure } from '@wheelhouse/contracts';
import type { Rendering } from '../formats/render.ts';

/** One POST and what came of it, as it is stored with its delivery. */
export interface Attempt {
  readonly number: number;
  readonly started_at: string;
  readonly url: string;
  /** As it was sent; its `t` and the event's bytes make the string that was signed. */
  readonly signature: string;
  /** Null: it succeeded. */
  readonly failure: DeliveryFailure | null;
  /** What the machine said, where that tells more than the class. */
  readonly detail: string | null;
  readonly status: number | null;
  /** What the answer asked for, in seconds. */
  readonly retry_after: number | null;
  readonly timings: AttemptTimings;
  readonly response: AttemptResponse | null;
  /** Of one that did not send the event as it is. */
  readonly rendering?: Rendering;
}

/** Milliseconds; null where that step was not reached, or not needed because a connection was open. */
export interface AttemptTimings {
  readonly dns_ms: number | null;
  readonly connect_ms: number | null;
  readonly tls_ms: number | null;
  /** From the start to the status line. */
  readonly answered_ms: number | null;
  readonly total_ms: number;
}

export interface AttemptResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** At most 16 KiB, as text. */
  readonly body: string;
  readonly truncated: boolean;
}
