import { kindOfField } from './field-rules.ts';
import { cut, leftOut, longestMasked, merged, replaced, secretsIn } from './mask.ts';
import type { Found } from './rule.ts';

/** As JSON has it. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/** A string of it, and what the place says of it: it is the value of a field called `password`. */
interface Piece {
  readonly text: string;
  readonly leftOut: string;
  readonly kind: string | undefined;
  /** It follows another string of the same list, as the lines of a log do. */
  readonly isNext: boolean;
}

/** Between two of them: nothing but a whole private key goes over it. */
const between = ({ isNext }: Piece) => (isNext ? '\n' : '\n\0\n');

/** The same value with `[masked: KIND]` in the place of each secret in its strings; names of fields stay as they are. */
export async function maskValue<T>(value: T): Promise<{ readonly value: T; readonly masked: number }> {
  const pieces: Piece[] = [];
  collect(value as Json, undefined, pieces);
  const texts: string[] = [];
  let masked = 0;
  for (const batch of batches(pieces)) {
    const done = await maskedBatch(batch);
    texts.push(...done.texts);
    masked += done.masked;
  }
  const next = texts.values();
  return { value: rebuilt(value as Json, () => next.next().value ?? '') as T, masked };
}

function collect(value: Json, kind: string | undefined, into: Piece[], isNext = false): void {
  if (typeof value === 'string') {
    const text = cut(value);
    into.push({ text, leftOut: leftOut(value.length - text.length), kind, isNext });
  } else if (isList(value))
    for (const [index, one] of value.entries()) {
      const last = index === 0 ? undefined : value[index - 1];
      collect(one, kindAfter(last, one), into, typeof last === 'string');
    }
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collectField(value, name, one, into);
}

function collectField(object: Readonly<Record<string, Json>>, name: string, value: Json, into: Piece[]): void {
  if (typeof value === 'string') return collect(value, kindAt(object, name, value), into);
  const isData = object['kind'] === 'Secret' && (name === 'data' || name === 'stringData');
  if (!isData || typeof value !== 'object' || value === null || isList(value)) return collect(value, undefined, into);
  for (const one of Object.values(value))
    collect(one, typeof one === 'string' && one !== '' && !one.startsWith('[masked') ? 'secret_data' : undefined, into);
}

/** Behind `--password` in the arguments of a command. */
function kindAfter(last: Json, value: Json): string | undefined {
  const isFlag = typeof last === 'string' && /^--?[a-z]/i.test(last) && !last.includes('=');
  return isFlag && typeof value === 'string' && !value.startsWith('-') ? kindOfField(last, value) : undefined;
}

/** By its name, or by the name beside it as the environment of a container has it. */
function kindAt(object: Readonly<Record<string, Json>>, name: string, value: string): string | undefined {
  const { name: called } = object;
  return kindOfField(name === 'value' && typeof called === 'string' ? called : name, value);
}

/** As many as are looked through at once. */
function* batches(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let batch: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    const more = piece.text.length + between(piece).length;
    if (length + more > longestMasked && batch.length > 0) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(piece);
    length += more;
  }
  if (batch.length > 0) yield batch;
}

async function maskedBatch(batch: readonly Piece[]) {
  const found = await secretsIn(batch.map((piece) => between(piece) + piece.text).join(''));
  let start = 0;
  let masked = 0;
  let seen = 0;
  const texts = batch.map((piece) => {
    const { text, kind, leftOut: rest } = piece;
    start += between(piece).length;
    const end = start + text.length;
    const inside: Found[] = [];
    for (let one = found[seen]; one !== undefined && one.start < end; one = found[seen]) {
      if (one.end > start) inside.push(within(one, start, text.length));
      if (one.end > end) break;
      seen += 1;
    }
    const whole = kind === undefined ? [] : [{ start: 0, end: text.length, kind }];
    const own = merged([...whole, ...inside]);
    masked += own.length;
    start = end;
    return replaced(text, own) + rest;
  });
  return { texts, masked };
}

function within({ start, end, kind }: Found, offset: number, length: number): Found {
  return { start: Math.max(0, start - offset), end: Math.min(length, end - offset), kind };
}

function rebuilt(value: Json, next: () => string): Json {
  if (typeof value === 'string') return next();
  if (isList(value)) return value.map((one) => rebuilt(one, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rebuilt(one, next)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
