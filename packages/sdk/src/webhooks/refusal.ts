/** Why a delivery is not believed, in the order in which it is looked at. */
const refusals = {
  secret_missing:
    'No signing secret was given. Pass the full text shown when the webhook was created, including whsec_.',
  header_missing: 'The header Service-Signature is missing. The sender is unknown: reject the request.',
  header_malformed: 'The header Service-Signature is not of the form t=<unix seconds>,v1=<64 hex digits>[,v1=…].',
  body_parsed:
    'The body was parsed before it was verified. The signature covers the raw bytes: pass those, as a string or ' +
    'a Uint8Array (with Express, express.raw({ type: "application/json" }) on this route).',
  body_rewritten:
    'The body contains the same JSON that was signed, but in different bytes: something parsed and rewrote it. Pass the ' +
    'raw bytes.',
  no_match:
    'No signature in the header matches this body and secret. Check that the secret belongs to this webhook and is complete ' +
    '(including whsec_, without surrounding spaces or line breaks), and that the body is the raw bytes.',
  too_old: 'The signature is valid but too old: this may be a replayed delivery.',
  too_new: 'The signature is valid but from the future. Check this machine’s clock.',
  not_an_event: 'The signature is valid, but the body is not a Wheelhouse event.',
} as const;

export type WebhookRefusal = keyof typeof refusals;

/** Answer 400 with its message: whoever looks at the delivery in Wheelhouse reads it there. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** What programs go by. */
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, addition = '') {
    super(addition === '' ? refusals[reason] : `${refusals[reason]} ${addition}`);
    this.reason = reason;
  }
}
