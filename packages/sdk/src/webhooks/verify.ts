import { timingSafeEqual } from 'node:crypto';
import type { EventEnvelope } from '@wheelhouse/contracts';
import { WebhookVerificationError } from './refusal.ts';
import { digestOf } from './sign.ts';
import { readSignatureHeader, type SignatureHeader } from './signature-header.ts';

export interface VerifyOptions {
  /** Seconds that the time of signing may lie from now, either way. */
  readonly tolerance?: number;
  readonly now?: Date;
}

/**
 * The event, if it was signed with this secret (or one of these) not long ago; throws WebhookVerificationError if not.
 * Give the body as it came, byte for byte, and the header Service-Signature as your server has it.
 */
export function verify(
  rawBody: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secret: string | readonly string[],
  { tolerance = 300, now = new Date() }: VerifyOptions = {},
): EventEnvelope {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  // An empty key would let anybody sign.
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one === ''))
    throw new WebhookVerificationError('secret_missing');
  const given = typeof header === 'string' ? header : (header ?? []).join(',');
  if (given === '') throw new WebhookVerificationError('header_missing');
  const signature = readSignatureHeader(given);
  if (signature === undefined) throw new WebhookVerificationError('header_malformed');
  const body: unknown = rawBody;
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new WebhookVerificationError('body_parsed');
  if (!isSigned(body, signature, secrets))
    throw new WebhookVerificationError(isRewritten(body, signature, secrets) ? 'body_rewritten' : 'no_match');
  const age = now.getTime() / 1_000 - Number(signature.seconds);
  // Written so that a tolerance that is no number refuses.
  if (!(Math.abs(age) <= tolerance)) {
    const [reason, from] = age > 0 ? (['too_old', 'ago'] as const) : (['too_new', 'ahead'] as const);
    throw new WebhookVerificationError(
      reason,
      `It says ${Math.abs(age).toFixed(0)} s ${from}; ${tolerance} are allowed.`,
    );
  }
  return eventOf(body);
}

/** Looks at every pair, so that the time it takes says nothing about which one matched. */
function isSigned(body: string | Uint8Array, { seconds, digests }: SignatureHeader, secrets: readonly string[]) {
  let matches = 0;
  for (const secret of secrets) {
    const expected = digestOf(secret, seconds, body);
    for (const digest of digests) matches += timingSafeEqual(digest, expected) ? 1 : 0;
  }
  return matches > 0;
}

const longestBody = 256 * 1_024;

/** Events are sent as JSON without spaces: if that form of what is here was signed, it is only written otherwise. */
function isRewritten(body: string | Uint8Array, signature: SignatureHeader, secrets: readonly string[]): boolean {
  if (body.length > longestBody) return false;
  try {
    return isSigned(JSON.stringify(JSON.parse(textOf(body))), signature, secrets);
  } catch {
    return false;
  }
}

function eventOf(body: string | Uint8Array): EventEnvelope {
  const event = parsed(body);
  if (!isEvent(event)) throw new WebhookVerificationError('not_an_event');
  return event;
}

function parsed(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

/** Its secret vouches for the rest. A newer Wheelhouse may send types that this version does not know. */
function isEvent(value: unknown): value is EventEnvelope {
  if (typeof value !== 'object' || value === null || !('id' in value && 'type' in value && 'data' in value))
    return false;
  const { id, type, data } = value;
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}
