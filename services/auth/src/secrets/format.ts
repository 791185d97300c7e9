import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * What we issue reads as what it is: a prefix that names the kind, 30 random characters, 6 of checksum.
 * A typo is told apart from a stranger without asking the database, and scanners find leaked ones.
 */
export const secretPrefixes = {
  personal: 'whp_',
  service: 'whs_',
  reporting: 'whr_',
  ingest: 'whi_',
  /** Never shown to people: the session cookie's value. */
  session: 'whx_',
  /** In links for invitations, new passwords and the first start. */
  link: 'whl_',
  /** Shown to a program once, by which it gets a personal token. */
  code: 'whc_',
} as const;
export type SecretKind = keyof typeof secretPrefixes;
const kinds = [
  'personal',
  'service',
  'reporting',
  'ingest',
  'session',
  'link',
  'code',
] as const satisfies readonly SecretKind[];

export interface IssuedSecret {
  readonly secret: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly lastFour: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const shownPrefixLength = 8;
const pattern = new RegExp(`^wh[a-z]_[0-9A-Za-z]{${randomLength + checksumLength}}$`);

export function issueSecret(kind: SecretKind): IssuedSecret {
  const body = secretPrefixes[kind] + randomText(randomLength);
  const secret = body + checksumOf(body);
  return { secret, hash: hashOf(secret), prefix: secret.slice(0, shownPrefixLength), lastFour: secret.slice(-4) };
}

/** Its kind and hash; undefined when it cannot be one of ours, which costs no query. */
export function readSecret(text: string): { readonly kind: SecretKind; readonly hash: Buffer } | undefined {
  if (!pattern.test(text)) return undefined;
  if (checksumOf(text.slice(0, -checksumLength)) !== text.slice(-checksumLength)) return undefined;
  const kind = kinds.find((known) => text.startsWith(secretPrefixes[known]));
  return kind && { kind, hash: hashOf(text) };
}

/** Plain SHA-256: what has 178 random bits needs no slow hash, and a machine shows it on every call. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes past the last whole multiple of 62 are thrown away: every character is equally likely.
    for (const byte of randomBytes(length)) if (byte < 248) text += alphabet.charAt(byte % alphabet.length);
  }
  return text.slice(0, length);
}
