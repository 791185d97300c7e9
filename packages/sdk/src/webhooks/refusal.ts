/** Why a delivery is not believed, in the order in which it is looked at. */
const refusals = {
  secret_missing:
    'No signing secret was given. Pass the whole text that was shown when the webhook was created, whsec_ included.',
  header_missing: 'The header Service-Signature is missing. Who sent this is not known: refuse it.',
  header_malformed: 'The header Service-Signature is not of the form t=<unix seconds>,v1=<64 hex digits>[,v1=…].',
  body_parsed:
    'The body was parsed before it was verified. The signature is of the bytes as they came: pass those, as a string or ' +
    'a Uint8Array (with Express, express.raw({ type: "application/json" }) on this route).',
  body_rewritten:
    'The body holds the same JSON as what was signed, in other bytes: something parsed it and wrote it again. Pass the ' +
    'bytes as they came.',
  no_match:
    'No signature in the header is of this body and this secret. Check that the secret is that of this webhook, whole ' +
    '(whsec_ included, no space or line end around it), and that the body is the bytes as they came.',
  too_old: 'The signature is right, but was made too long ago: this may be an old delivery that somebody plays again.',
  too_new: 'The signature is right, but was made in the future. Check the clock of this machine.',
  not_an_event: 'The signature is right, but the body is not an event of Wheelhouse.',
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
