import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';

/**
 * UUIDv7: the time in front, so ids sort by it, partitions can be cut by it and a cursor is an id.
 * Ids of one process within one millisecond keep their order through a counter (RFC 9562, method 1).
 */
export type MakeId = () => string;

const pool = Buffer.alloc(4096);

export function makeIds(clock: Clock): MakeId {
  let used = pool.length;
  let lastMillisecond = 0;
  let counter = 0;
  return () => {
    if (used + 10 > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = Buffer.allocUnsafe(16);
    pool.copy(bytes, 6, used, used + 10);
    used += 10;

    const now = clock.now().getTime();
    if (now > lastMillisecond) {
      lastMillisecond = now;
      // Room to count upwards: the counter begins in the lower half of its twelve bits.
      counter = bytes.readUInt16BE(6) & 0x07ff;
    } else {
      counter += 1;
      if (counter > 0x0fff) {
        lastMillisecond += 1;
        counter = 0;
      }
    }
    bytes.writeUIntBE(lastMillisecond, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return hyphenated(bytes.toString('hex'));
  };
}

function hyphenated(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest id of a moment: turns `created_after` into a bound on the id itself. */
export function firstIdOf(moment: Date): string {
  return hyphenated(`${moment.getTime().toString(16).padStart(12, '0')}70008000000000000000`);
}

/**
 * An id of a moment that is not now, for what happened then: it sorts among the ids of its time; of several that are
 * made together for one moment, by which it is.
 */
export function idAt(moment: Date, which: number = randomInt(0x1000)): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(moment.getTime(), 0, 6);
  bytes.writeUInt16BE(0x7000 | Math.min(which, 0x0fff), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return hyphenated(bytes.toString('hex'));
}

export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** Events carry their id in a form of its own. */
export function eventIdOf(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}
