import type { Found } from './rule.ts';
import { valueAt } from './value-at.ts';

/** Secrets that go over several lines. */

const longestKey = 32_768;

/** Private keys in PEM, also where the end was cut off. */
export function* privateKeysIn(text: string): Generator<Found> {
  const begins = /-----BEGIN[A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----/g;
  for (const match of text.matchAll(begins)) {
    const body = match.index + match[0].length;
    const marks = /-----(?:BEGIN|END[A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----)/g;
    marks.lastIndex = body;
    const next = marks.exec(text);
    const isWhole = next?.[0].startsWith('-----END') === true && next.index - body <= longestKey;
    const end = isWhole ? next.index + next[0].length : endOfBody(text, body, next?.index ?? text.length);
    yield { start: match.index, end, kind: 'private_key' };
  }
}

/** As long as what comes looks like Base64, in lines of its own or with `\n` between. */
function endOfBody(text: string, from: number, most: number): number {
  const piece = /(?:\\{1,4}[nr]|[\s"',|>+.]){0,64}(?:[\w-]{1,32}: [^\r\n\\]{0,128}|[0-9A-Za-z+/=]{16,})/y;
  let end = from;
  for (;;) {
    piece.lastIndex = end;
    const match = piece.exec(text);
    if (match === null || match.index + match[0].length > most) break;
    end = match.index + match[0].length;
  }
  // Its last line is shorter than the others.
  const last = /(?:\\{1,4}[nr]|\s){1,64}[0-9A-Za-z+/]{1,16}={0,2}(?=\s|\\|$)/y;
  last.lastIndex = end;
  const rest = end > from && end < most ? last.exec(text) : null;
  return rest === null ? end : Math.min(most, rest.index + rest[0].length);
}

const isBase64 = /^[0-9A-Za-z+/]{8,}={0,2}$/;

/** The data of Kubernetes Secrets in YAML and JSON, and Base64 in `data:` of anything. */
export function* secretDataIn(text: string): Generator<Found> {
  if (!/data/i.test(text)) return;
  yield* yamlData(text);
  if (!/kind\\{0,7}"[ \t]{0,8}:\s{0,8}\\{0,7}"Secret\\{0,7}"/.test(text)) return;
  for (const { 0: opening, index } of text.matchAll(/\\{0,7}"(?:data|stringData)\\{0,7}"\s{0,64}:\s{0,64}\{/g))
    yield* jsonData(text, index + opening.length);
}

/** Field by field to the first that is none. */
function* jsonData(text: string, from: number): Generator<Found> {
  const name = /\s{0,64},?(?:\s|\\n){0,64}\\{0,7}"[\w.-]{1,253}\\{0,7}"\s{0,64}:\s{0,64}(?=\\{0,7}")/y;
  name.lastIndex = from;
  for (let field = name.exec(text); field !== null; field = name.exec(text)) {
    const value = valueAt(text, name.lastIndex);
    if (value === undefined) return;
    if (value.end > value.start && !text.startsWith('[masked', value.start))
      yield { start: value.start, end: value.end, kind: 'secret_data' };
    // Behind its quote.
    name.lastIndex = value.end + (/^\\{0,7}"/.exec(text.slice(value.end, value.end + 8))?.[0].length ?? 0);
  }
}

interface Line extends Found {
  readonly value: string;
}

/** Line by line; whether a document is a Secret may be said after its data. */
function* yamlData(text: string): Generator<Found> {
  let isSecret = false;
  let inside: number | undefined;
  let lines: Line[] = [];
  const told = () => lines.filter(({ value }) => isSecret || isEncoded(value));
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (line.startsWith('---')) {
      yield* told();
      [isSecret, inside, lines] = [false, undefined, []];
      continue;
    }
    const indent = /^[ \t]{0,256}/.exec(line)?.[0].length ?? 0;
    if (/^[ \t-]{0,256}kind:[ \t]{1,8}["']?Secret["']?\s*$/.test(line)) isSecret = true;
    if (/^[ \t]{0,256}(?:- )?(?:data|stringData|binaryData):\s*$/.test(line)) {
      inside = indent;
      continue;
    }
    if (inside !== undefined && indent <= inside) inside = undefined;
    if (inside === undefined) continue;
    const name =
      /^[ \t]{0,256}[\w.-]{1,253}:[ \t]{1,64}(?:[|>][-+0-9]{0,3}[ \t]*$)?/.exec(line)?.[0] ?? line.slice(0, indent);
    const value = line.slice(name.length).trimEnd();
    const start = index + name.length;
    if (value !== '' && !value.startsWith('[masked'))
      lines.push({ start, end: start + value.length, kind: 'secret_data', value });
  }
  yield* told();
}

/** It reads as Base64 and not as a word. */
function isEncoded(value: string): boolean {
  if (!isBase64.test(value) || value.length % 4 !== 0) return false;
  return (
    value.endsWith('=') || (value.length >= 12 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9+/]/.test(value))
  );
}
