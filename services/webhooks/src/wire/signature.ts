import { createHmac } from 'node:crypto';

/**
 * The value of `Service-Signature`: the second of sending and a digest for each secret, newest first. The key is the
 * secret as it was shown, with its prefix: nobody has to decode anything.
 */
export function signatureHeader(secrets: readonly string[], seconds: number, body: string): string {
  const signed = `${seconds}.${body}`;
  let header = `t=${seconds}`;
  for (const secret of secrets) header += `,v1=${createHmac('sha256', secret).update(signed).digest('hex')}`;
  return header;
}
