import { isHarmlessValue } from './harmless.ts';
import type { Found } from './rule.ts';
import { type ValueFound, valueAt } from './value-at.ts';

/** Fields whose name says that their value is secret. */
interface FieldRule {
  readonly kind: string;
  /**
   * How such a name ends; what stands before does not matter: `DB_PASSWORD`, `clientSecret`. Each begins with a letter,
   * which is quick to look for: what may not stand before it is said behind it.
   */
  readonly names: readonly string[];
}

const fieldRules: readonly FieldRule[] = [
  {
    kind: 'password',
    names: [
      'pass(?:word|wd|phrase|code)s?',
      'pwd(?!["\']?[=:][ "\']?/)',
      '(?:_|-|db|user|smtp)pass',
      'masterauth',
      'requirepass',
    ],
  },
  {
    kind: 'private_key',
    names: ['private[_-]?key(?:[_-]?pem)?', 'client[_-]?key[_-]?data', 'ssh[_-]?key', 'tls[._-]key'],
  },
  {
    kind: 'api_key',
    names: [
      '(?:api|access|account|auth|admin|app|license|webhook)[_-]?key',
      '(?:secret|shared|signing|signature|encryption|encrypt|crypto|master|hmac|storage)[._-]?(?:access[_-]?)?key(?:[_-]?base)?',
    ],
  },
  { kind: 'secret', names: ['secret(?<!existing[_-]?secret)', 'secret[_-]?id', 'pass(?<![a-z]pass)', '[._-]auth'] },
  { kind: 'token', names: ['token(?<!(?:page|next|continue|continuation)[_-]?token)', 'jwt', 'bearer'] },
  { kind: 'session', names: ['session[_-]?id', 'jsessionid', 'phpsessid', 'connect\\.sid'] },
];

const more = '(?:[_-]?(?:hash|value|base64|b64|plain|text|v?[0-9]{1,3}))?';
const quote = String.raw`\\{0,7}["']?`;
const after = [
  // name: value, "name": "value", name=value, [name] => value
  String.raw`${quote}\]?[ \t]{0,8}(?<sign>=>|:=|[:=]|%3d)[ \t]{0,8}`,
  // - name: NAME, then value: …, as the environment of a container is written
  String.raw`${quote},?\s{0,64}${quote}value${quote}[ \t]{0,8}:[ \t]{0,8}`,
  // --name value, also as an element of a list
  String.raw`(?<=--[\w-]{0,60})(?:\\{0,7}["'],\s{0,8}|[ \t]{1,4}|\n[ \t]{0,64}- )(?=[^\s-])`,
  // <name>value</name>
  String.raw`>(?<=<[\w:-]{0,60}>)(?=[^\s<])`,
].join('|');

const patterns = fieldRules.map(({ kind, names }) => ({
  kind,
  pattern: new RegExp(`(?:${names.join('|')})${more}(?:${after})`, 'gi'),
  isName: new RegExp(`(?:${names.join('|')})${more}$`, 'i'),
}));

/** Of `name: value` in whatever notation. */
export function* fieldsIn(text: string): Generator<Found> {
  for (const { kind, pattern } of patterns) {
    let covered = 0;
    for (const match of text.matchAll(pattern)) {
      if (match.index < covered) continue;
      const from = match.index + match[0].length;
      const sign = match.groups?.['sign'] ?? '';
      if (sign === ':' && isReference(text, match.index, from)) continue;
      const value = valueAt(text, from);
      if (value === undefined) continue;
      const whole = sign === ':' ? wholeLine(text, match.index, value) : value;
      const { start, end, isQuoted } = whole;
      const given = { text: text.slice(start, end), isQuoted, isProse: sign === ':' && text[from - 1] === ' ' };
      if (isHarmlessValue(given, kind)) continue;
      covered = end;
      yield { start, end, kind };
    }
  }
}

/** Of a field of this name; undefined: its value is no secret. */
export function kindOfField(name: string, value: string): string | undefined {
  if (name.endsWith('checksum/secret')) return undefined;
  const known = patterns.find(({ isName }) => isName.test(name.slice(-200)));
  const given = { text: value, isQuoted: true, isProse: false };
  return known !== undefined && !isHarmlessValue(given, known.kind) ? known.kind : undefined;
}

/** `registry.example/token:1.4`, `arn:…:secret:prod/db`, `token://host`, `checksum/secret: …`. */
function isReference(text: string, nameAt: number, valueFrom: number): boolean {
  if (text.startsWith('checksum/', nameAt - 'checksum/'.length)) return true;
  if (text[valueFrom - 1] !== ':') return false;
  if (
    text.startsWith('//', valueFrom) ||
    /(?:^|[^\w])arn:[\w:-]{0,96}:$/.test(text.slice(Math.max(0, nameAt - 100), nameAt))
  )
    return true;
  let before = nameAt;
  while (nameAt - before < 64 && /[\w.-]/.test(text.charAt(before - 1))) before -= 1;
  return text[before - 1] === '/' && /^(?:v?\d|latest|stable|main|master)/.test(text.slice(valueFrom, valueFrom + 8));
}

/** In YAML a value that is not quoted goes on to the end of its line. */
function wholeLine(text: string, nameAt: number, value: ValueFound): ValueFound {
  const before = text.slice(Math.max(0, nameAt - 128), nameAt);
  if (value.isQuoted || !/(?:^|\n)[ \t]{0,64}(?:- )?[\w./-]{0,64}$/.test(before)) return value;
  if (nameAt > 128 && !before.includes('\n')) return value;
  const rest = /^[^\r\n\0]{0,1024}/.exec(text.slice(value.start, value.start + 1_024))?.[0] ?? '';
  const [body = ''] = rest.split(/[ \t]+#/, 1);
  // Prose goes on after it.
  return body.length <= value.end - value.start ? value : { ...value, end: value.start + body.trimEnd().length };
}
