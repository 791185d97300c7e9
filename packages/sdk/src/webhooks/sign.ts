import { createHmac } from 'node:crypto';

/** The key is the text of the secret as it was shown; what is signed are the characters of `t`, a dot and the body. */
export function digestOf(secret: string, seconds: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}

/** The value of Service-Signature, for tests of your own receiver: what Wheelhouse would send at that time. */
export function sign(rawBody: string | Uint8Array, secret: string, at: Date = new Date()): string {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  return `t=${seconds},v1=${digestOf(secret, seconds, rawBody).toString('hex')}`;
}
