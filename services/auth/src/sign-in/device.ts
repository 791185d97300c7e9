import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may be counted together before anybody is known. Accounts and addresses stand in the database as
 * keyed hashes only; a device is a browser on which the account signed in before, and says so with a
 * signed cookie that is of no use for any other account.
 */
export interface SignInKeys {
  readonly accountHash: (account: string) => Buffer;
  readonly addressHash: (address: string) => Buffer;
  readonly deviceHash: (cookie: string) => Buffer;
  readonly makeDevice: (account: string, now: Date) => string;
  readonly isDeviceOf: (account: string, cookie: string, now: Date) => boolean;
}

const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 32;
const lifeMs = 365 * 24 * 60 * 60_000;

export function signInKeys(secrets: readonly Uint8Array[]): SignInKeys {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'wheelhouse sign-in', 32)));
  const [first] = keys;
  if (first === undefined) throw new Error('there is no secret to make sign-in keys of');
  const hash = (what: string, text: string) => createHmac('sha256', first).update(`${what}\0${text}`).digest();
  const sign = (key: Buffer, account: string, head: Buffer) =>
    createHmac('sha256', key).update('device cookie\0').update(head).update(account).digest();
  return {
    accountHash: (account) => hash('account', account),
    addressHash: (address) => hash('address', address),
    deviceHash: (cookie) => hash('device', cookie),
    makeDevice: (account, now) => {
      const head = Buffer.alloc(nonceBytes + timeBytes);
      randomBytes(nonceBytes).copy(head);
      head.writeUIntBE(now.getTime() + lifeMs, nonceBytes, timeBytes);
      return Buffer.concat([head, sign(first, account, head)]).toString('base64url');
    },
    isDeviceOf: (account, cookie, now) => {
      const bytes = Buffer.from(cookie, 'base64url');
      // Another spelling of the same bytes would be a device of its own, with attempts of its own.
      if (bytes.length !== nonceBytes + timeBytes + macBytes || bytes.toString('base64url') !== cookie) return false;
      const head = bytes.subarray(0, nonceBytes + timeBytes);
      const mac = bytes.subarray(nonceBytes + timeBytes);
      if (head.readUIntBE(nonceBytes, timeBytes) <= now.getTime()) return false;
      return keys.some((key) => timingSafeEqual(sign(key, account, head), mac));
    },
  };
}
