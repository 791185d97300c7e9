import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { refuse } from './refusal.ts';

/**
 * A cursor is the id of the last row seen and what it was sorted by, signed and bound to tenant, list, order and
 * filters: a caller can neither make one up nor carry one into another list.
 */
export interface Cursors {
  readonly write: (binding: string, id: string, values?: readonly SortValue[]) => string;
  readonly read: (binding: string, cursor: string) => Place;
}

/** What a row is sorted by. */
export type SortValue = string | number | null;

/** Where in a list a row is. */
export interface Place {
  readonly id: string;
  readonly values: readonly SortValue[];
}

const idBytes = 16;
const macBytes = 16;

export function cursors(secrets: readonly Uint8Array[]): Cursors {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'wheelhouse cursor', 32)));
  const sign = (key: Buffer, binding: string, place: Buffer) =>
    createHmac('sha256', key).update(binding).update('\0').update(place).digest().subarray(0, macBytes);
  return {
    write: (binding, id, values = []) => {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no secret to sign cursors with');
      const place = Buffer.concat([
        Buffer.from(id.replaceAll('-', ''), 'hex'),
        Buffer.from(values.length === 0 ? '' : JSON.stringify(values)),
      ]);
      return Buffer.concat([place, sign(key, binding, place)]).toString('base64url');
    },
    read: (binding, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const place = bytes.subarray(0, -macBytes);
      const mac = bytes.subarray(-macBytes);
      const genuine =
        bytes.length >= idBytes + macBytes &&
        bytes.toString('base64url') === cursor &&
        keys.some((key) => timingSafeEqual(sign(key, binding, place), mac));
      if (!genuine) refuse('invalid_cursor');
      const hex = place.subarray(0, idBytes).toString('hex');
      const values = place.subarray(idBytes).toString();
      return {
        id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
        values: values === '' ? [] : (JSON.parse(values) as readonly SortValue[]),
      };
    },
  };
}
