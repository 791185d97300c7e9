import { createHash } from 'node:crypto';
import { timeIn, timeText } from './log-time.ts';
import { beginning, type Position } from './position.ts';

/** How far a client has been told: enough to go on in another process without a line lost or told twice. */
export interface Cursor {
  /** The time of the newest line; before there is one, when the stream began. */
  readonly time: bigint;
  /** Lines that were left out, and of which the client has not been told yet. */
  readonly untold: number;
  /** By the key of the pod; undefined: nothing of its log has been looked at. */
  readonly pods: ReadonlyMap<string, Position | undefined>;
}

/** Short, since an id names all pods that are followed; of fifty, two are alike once in sixty million apps. */
export function podKey(uid: string): string {
  return createHash('sha256').update(uid).digest('base64url').slice(0, keyLength);
}

const keyLength = 6;
const unread = '_';
const over = 'ended';

/** The id of an event: the time for people, then how many are untold, then each pod with how far it lies behind that time. */
export function idOf({ time, untold, pods }: Cursor): string {
  const entries = [...pods].map(([key, position]) => `${key}${placeText(time, position)}`);
  return [timeText(time), untold.toString(36), entries.join('.')].join('~');
}

/** Of the last event: who has seen it is told nothing more. */
export function lastId(time: bigint): string {
  return `${timeText(time)}~${over}`;
}

/** Undefined where no event had this id. */
export function cursorIn(id: string): Cursor | 'ended' | undefined {
  const [text = '', untold = '', entries] = id.split('~');
  const time = timeIn(text);
  if (time === undefined) return undefined;
  if (untold === over && entries === undefined) return 'ended';
  if (entries === undefined || !/^[0-9a-z]{1,9}$/.test(untold)) return undefined;
  const pods = new Map<string, Position | undefined>();
  for (const entry of entries === '' ? [] : entries.split('.')) {
    const place = placeIn(time, entry.slice(keyLength));
    if (entry.length < keyLength || place === 'unknown') return undefined;
    pods.set(entry.slice(0, keyLength), place);
  }
  return { time, untold: Number.parseInt(untold, 36), pods };
}

function placeText(time: bigint, position: Position | undefined): string {
  if (position === undefined) return unread;
  if (position.at === 0n) return '';
  const behind = (time - position.at).toString(36);
  return position.count === 1 ? behind : `${behind}*${position.count}`;
}

function placeIn(time: bigint, text: string): Position | undefined | 'unknown' {
  if (text === unread) return undefined;
  if (text === '') return beginning;
  const [, behind, count = '1'] = /^(-?[0-9a-z]{1,13})(?:\*(\d{1,6}))?$/.exec(text) ?? [];
  if (behind === undefined) return 'unknown';
  return { at: time - numberIn36(behind), count: Number(count) };
}

/** Nanoseconds of more than three months are beyond what a number holds. */
function numberIn36(text: string): bigint {
  const digits = text.replace('-', '');
  const value = Array.from(digits).reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  return text.startsWith('-') ? -value : value;
}
