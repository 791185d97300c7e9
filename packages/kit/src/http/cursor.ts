import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

/**
 * A cursor is the id of the last row seen, signed and bound to tenant, list and filters: a caller can
 * neither make one up nor carry one into another list.
 */
export interface Cursors {
  readonly write: (binding: string, id: string) => string;
  readonly read: (binding: string, cursor: string) => string;
}

const idBytes = 16;
const macBytes = 16;

export function cursors(secrets: readonly Uint8Array[]): Cursors {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'wheelhouse cursor', 32)));
  const sign = (key: Buffer, binding: string, id: Buffer) =>
    createHmac('sha256', key).update(binding).update('\0').update(id).digest().subarray(0, macBytes);
  return {
    write: (binding, id) => {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no secret to sign cursors with');
      const raw = Buffer.from(id.replaceAll('-', ''), 'hex');
      return Buffer.concat([raw, sign(key, binding, raw)]).toString('base64url');
    },
    read: (binding, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const id = bytes.subarray(0, idBytes);
      const mac = bytes.subarray(idBytes);
      const genuine =
        bytes.length === idBytes + macBytes &&
        bytes.toString('base64url') === cursor &&
        keys.some((key) => timingSafeEqual(sign(key, binding, id), mac));
      if (!genuine) refuse('invalid_cursor');
      const hex = id.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
