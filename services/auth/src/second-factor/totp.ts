import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Codes that change every half minute (RFC 6238 over RFC 4226), as every authenticator app computes them:
 * SHA-1, six digits, 30 seconds.
 */
const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
/** Clocks differ, and people type slowly: one step before and after is taken too. */
const driftSteps = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function makeTotpSecret(): string {
  return base32(randomBytes(secretBytes));
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

export function codeAt(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step a code is of, if it is of one that may still be taken; each is taken once. */
export function stepOf(secret: string, code: string, now: Date, lastTaken: number | undefined): number | undefined {
  const typed = Buffer.from(code.replaceAll(/[\s-]/g, ''));
  if (typed.length !== digits) return undefined;
  const current = stepAt(now);
  let found: number | undefined;
  for (let step = current - driftSteps; step <= current + driftSteps; step += 1)
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), typed) && step > (lastTaken ?? -1)) found ??= step;
  return found;
}

/** What an app reads from a QR code; the issuer tells installations apart. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31);
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of text) {
    value = (value << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
    }
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
