import type { DeliveryFailure } from '@wheelhouse/contracts';

/**
 * Why nothing was sent, or no answer came. The detail is shown to the tenant: words of ours or a code, never an address
 * or a text of the other side that they do not know already.
 */
export class SendFailed extends Error {
  readonly failure: DeliveryFailure;
  readonly detail: string | null;

  constructor(failure: DeliveryFailure, detail: string | null) {
    super(failure);
    this.failure = failure;
    this.detail = detail;
  }
}
