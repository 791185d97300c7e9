import { privateKeysIn, secretDataIn } from './blocks.ts';
import { fieldsIn } from './field-rules.ts';
import { placeRules } from './place-rules.ts';
import type { Found, MaskRule } from './rule.ts';
import { foundBySecretlint } from './secretlint.ts';
import { tokenRules } from './token-rules.ts';
import { valueAt } from './value-at.ts';

export interface Masked {
  readonly text: string;
  /** How many secrets were replaced. */
  readonly masked: number;
}

/** In characters. What is beyond is cut off, never handed on as it is. */
export const longestMasked = 1_048_576;

/** The text with `[masked: KIND]` in the place of each secret in it. Masking it once more changes nothing. */
export async function mask(text: string): Promise<Masked> {
  const taken = cut(text);
  const found = await secretsIn(taken);
  return { text: replaced(taken, found) + leftOut(text.length - taken.length), masked: found.length };
}

/** In order, and none over another. The text may not be longer than `longestMasked`. */
export async function secretsIn(text: string): Promise<readonly Found[]> {
  const own = [
    ...privateKeysIn(text),
    ...secretDataIn(text),
    ...[...tokenRules, ...placeRules].flatMap((rule) => [...foundBy(rule, text)]),
    ...fieldsIn(text),
  ];
  return merged([...own, ...(await foundBySecretlint(text))]);
}

function* foundBy({ kind, pattern, replaced: what, unless }: MaskRule, text: string): Generator<Found> {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    const [from, to] =
      what === 'match' ? [match.index, end] : (match.indices?.groups?.['secret'] ?? rangeOf(valueAt(text, end)));
    if (to > from && unless?.(text.slice(from, to)) !== true) yield { start: from, end: to, kind };
  }
}

function rangeOf(value: { readonly start: number; readonly end: number } | undefined): readonly [number, number] {
  return value === undefined ? [0, 0] : [value.start, value.end];
}

/** Of those that overlap one, of the kind of the first. */
export function merged(found: readonly Found[]): readonly Found[] {
  const all: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last === undefined || one.start >= last.end) all.push(one);
    else if (one.end > last.end) all[all.length - 1] = { ...last, end: one.end };
  }
  return all;
}

export function replaced(text: string, found: readonly Found[]): string {
  let end = 0;
  const pieces = found.map((one) => {
    const before = text.slice(end, one.start);
    end = one.end;
    return `${before}[masked: ${one.kind}]`;
  });
  return pieces.join('') + text.slice(end);
}

/** At a blank, if there is one near: half a secret may look like none. */
export function cut(text: string): string {
  if (text.length <= longestMasked) return text;
  const kept = text.slice(0, longestMasked);
  const end = kept.slice(-longestWord).search(/\s\S*$/);
  return end === -1 ? kept.slice(0, -longestWord) : kept.slice(0, kept.length - longestWord + end);
}

const longestWord = 16_384;

export function leftOut(characters: number): string {
  return characters === 0 ? '' : ` [${characters} characters left out]`;
}
