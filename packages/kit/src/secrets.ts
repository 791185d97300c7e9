import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Setting } from './settings.ts';

/**
 * Secrets at rest: AES-256-GCM, each sealed to its place. A value copied to another row, table or
 * tenant does not open there, nor in another column where that is named. The stored text is `v1.<key id>.<base64url of nonce, ciphertext, tag>`.
 */
export interface SealedPlace {
  readonly tenantId: string;
  /** With its schema, as SQL names it: `webhooks.subscriptions`. */
  readonly table: string;
  readonly rowId: string;
  /** For every secret of a row but its first: neither opens in the place of the other. */
  readonly column?: string;
}

export interface Keyring {
  readonly seal: (place: SealedPlace, plaintext: string) => string;
  readonly open: (place: SealedPlace, sealed: string) => string;
  /** Whether the first key sealed it; `rewrap` makes it so. */
  readonly isCurrent: (sealed: string) => boolean;
  /** What every value sealed with the first key begins with. */
  readonly currentPrefix: string;
  /** Signs what stays readable, with a key for this purpose alone: `<key id>.<base64url>`. */
  readonly mac: (purpose: string, text: string) => string;
  /** Whether one of the keys made it, of this text and for this purpose. */
  readonly isMac: (purpose: string, text: string, mac: string) => boolean;
  /** Whether the key it names is one of ours; if not, nothing can be said about it. */
  readonly canCheck: (mac: string) => boolean;
  /** By which each key is known again, and which tells nothing of it. */
  readonly signatures: () => readonly { readonly id: string; readonly signature: string }[];
}

/** A stored value that does not open here. Its message says what to do, and holds neither plaintext nor key. */
export class SealedSecretError extends Error {}

const version = 'v1';
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Ids are stored and shown; a key is longer, so that one in front of the colon is never taken for an id. */
const idPattern = /^[\w-]{1,16}$/;
const sealedPattern = /^v1\.([\w-]{1,16})\.([\w-]{38,})$/;
const macPattern = /^([\w-]{1,16})\.([\w-]{43})$/;
const tablePattern = /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** For a settings table; `readSettings` puts the setting's name in front of its faults. */
export const secretsKeys: Setting<Keyring> = {
  about:
    'encrypts stored secrets: id:base64 of 32 bytes; comma-separated for rotation (the first encrypts, all decrypt)',
  secret: true,
  fallback: undefined,
  required: true,
  parse: (setting) => keyringOf(setting, ''),
};

export function openKeyring(setting: string): Keyring {
  return keyringOf(setting, 'SECRETS_KEYS ');
}

function keyringOf(setting: string, subject: string): Keyring {
  const { keys, faults } = readKeys(setting);
  const [first] = keys;
  if (faults.length > 0 || first === undefined)
    throw new Error(`${subject}must be id:base64,id2:base64: ${faults.join('; ')}`);
  return keyringWith(keys, first);
}

/** Faults name entries by number only: what stands there may be a key in the wrong place. */
function readKeys(setting: string) {
  const keys = new Map<string, KeyObject>();
  const faults: string[] = [];
  for (const [index, entry] of setting.split(',').entries()) {
    const [id = '', encoded = '', ...more] = entry.trim().split(':');
    const bytes = Buffer.from(encoded, 'base64');
    const isId = idPattern.test(id) && more.length === 0;
    const fault = isId ? faultOf(keys, id, encoded, bytes) : 'has no id of 1 to 16 letters, digits, _ or -';
    if (fault === undefined) keys.set(id, createSecretKey(bytes));
    else faults.push(`entry ${index + 1} ${fault}`);
  }
  return { keys, faults };
}

function faultOf(keys: ReadonlyMap<string, KeyObject>, id: string, encoded: string, bytes: Buffer) {
  // Decoding is lenient; only what encodes to the same text again was copied whole.
  if (bytes.length !== keyBytes || bytes.toString('base64') !== encoded)
    return `is not ${keyBytes} bytes in base64 (generate a key with openssl rand -base64 ${keyBytes})`;
  if (keys.has(id)) return 'repeats the id of an earlier entry';
  return [...keys.values()].some((key) => key.export().equals(bytes))
    ? 'repeats the key of an earlier entry'
    : undefined;
}

function keyringWith(keys: ReadonlyMap<string, KeyObject>, [firstId, firstKey]: readonly [string, KeyObject]): Keyring {
  const currentPrefix = `${version}.${firstId}.`;
  const derived = new Map<string, Buffer>();
  const hmac = (id: string, key: KeyObject, purpose: string, text: string): Buffer => {
    const name = `${id} ${purpose}`;
    const own = derived.get(name) ?? Buffer.from(hkdfSync('sha256', key, '', `wheelhouse mac ${purpose}`, keyBytes));
    derived.set(name, own);
    return createHmac('sha256', own).update(text).digest();
  };
  return {
    currentPrefix,
    signatures: () => [...keys].map(([id, key]) => ({ id, signature: hmac(id, key, 'key', id).toString('base64url') })),
    mac: (purpose, text) => `${firstId}.${hmac(firstId, firstKey, purpose, text).toString('base64url')}`,
    isMac: (purpose, text, mac) => {
      const [, id = '', encoded = ''] = macPattern.exec(mac) ?? [];
      const key = keys.get(id);
      const bytes = Buffer.from(encoded, 'base64url');
      // Decoding is lenient in its last character; a mac has one form only.
      if (key === undefined || bytes.toString('base64url') !== encoded) return false;
      return timingSafeEqual(hmac(id, key, purpose, text), bytes);
    },
    canCheck: (mac) => keys.has(macPattern.exec(mac)?.[1] ?? ''),
    isCurrent: (sealed) => sealed.startsWith(currentPrefix),

    seal: (place, plaintext) => {
      // It would come back with other characters in its place.
      if (!plaintext.isWellFormed()) throw new Error(`the secret for ${nameOf(place)} is not valid Unicode`);
      // Random nonces serve for 2^32 values of one key, more secrets than an installation will ever hold.
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, firstKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(associatedData(place));
      const parts = [nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return currentPrefix + Buffer.concat(parts).toString('base64url');
    },

    open: (place, sealed) => {
      const data = associatedData(place);
      const [, id, encoded] = sealedPattern.exec(sealed) ?? [];
      if (id === undefined || encoded === undefined)
        throw new SealedSecretError(
          `${nameOf(place)} does not contain a ${version} sealed secret: it was truncated, or not written by this version; set the secret again`,
        );
      const key = keys.get(id);
      if (key === undefined)
        throw new SealedSecretError(
          `${nameOf(place)} is sealed with the key "${id}", which is not in SECRETS_KEYS (${[...keys.keys()].join(', ')}): add ${id}:base64 after the first entry`,
        );
      const bytes = Buffer.from(encoded, 'base64url');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(data);
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        throw new SealedSecretError(
          `${nameOf(place)} cannot be decrypted with the key "${id}": the value was altered or belongs to another row, or SECRETS_KEYS has a different key under that id; restore the right key, or set the secret again`,
        );
      }
    },
  };
}

/** A list in JSON, so that no two places read the same. */
function associatedData({ tenantId, table, rowId, column }: SealedPlace): Buffer {
  if (!uuid.test(tenantId)) throw new Error(`a sealed secret needs a tenant id, but "${tenantId}" is not one`);
  if (!tablePattern.test(table)) throw new Error(`name the table of a sealed secret with its schema, not "${table}"`);
  if (rowId === '') throw new Error(`a sealed secret in ${table} needs the id of its row`);
  const place = [version, asStored(tenantId), table, asStored(rowId)];
  return Buffer.from(JSON.stringify(column === undefined ? place : [...place, column]));
}

/** PostgreSQL writes UUIDs in lower case; a caller may have written the same id otherwise. */
function asStored(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : id;
}

function nameOf({ tenantId, table, rowId, column }: SealedPlace): string {
  return `${column === undefined ? '' : `${column} of `}${table} row ${rowId} of tenant ${tenantId}`;
}
