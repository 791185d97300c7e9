/** A value as JSON, YAML, shells and logs write it behind a name. */
export interface ValueFound {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** What is longer is looked at in one go all the same: whatever is found there is not looked at once more. */
const longest = 1_048_576;
const isBlank = (char: string) => char === '' || char === '\n' || char === '\r' || char === ' ' || char === '\t';

/** Undefined: there is none, or it is no single value. */
export function valueAt(text: string, start: number): ValueFound | undefined {
  if (text[start] === '[' && !text.startsWith('[masked', start)) {
    const list = listAt(text, start);
    if (list !== undefined) return list;
  }
  const [opening = '', slashes = '', quote = ''] = /^(\\{0,7})(["'])/.exec(text.slice(start, start + 8)) ?? [];
  if (quote !== '') return quotedAt(text, start + opening.length, slashes.length, quote);
  if (text[start] === '|' || text[start] === '>') return blockAt(text, start) ?? bareAt(text, start);
  return text[start] === '{' && text[start + 1] !== '{' ? undefined : bareAt(text, start);
}

/** All of a list on one line: `["Bearer …"]`, and `[…]` as Go writes it. */
function listAt(text: string, start: number): ValueFound | undefined {
  const list = /\[[^\]\n\0]{0,4096}\]/y;
  list.lastIndex = start;
  const length = list.exec(text)?.[0].length;
  return length === undefined ? undefined : { start: start + 1, end: start + length - 1, isQuoted: true };
}

/** Up to the quote with as many backslashes before it as the first has; one that is not closed, to the end of its line. */
function quotedAt(text: string, start: number, slashes: number, quote: string): ValueFound {
  const most = Math.min(text.length, start + longest);
  let before = 0;
  for (let index = start; index < most; index += 1) {
    const char = text[index];
    if (char === '\n' || char === '\r') return { start, end: index, isQuoted: true };
    if (char === quote && before === slashes) {
      // YAML doubles a quote that belongs to the value.
      if (quote === "'" && slashes === 0 && text[index + 1] === "'") index += 1;
      else return { start, end: index - slashes, isQuoted: true };
    }
    before = char === '\\' ? before + 1 : 0;
  }
  return { start, end: most, isQuoted: true };
}

/** Lines of YAML that belong to `name: |`: those further to the right than it. */
function blockAt(text: string, start: number): ValueFound | undefined {
  const [indicator] = /^[|>][-+0-9]{0,3}[ \t]{0,8}\r?\n/.exec(text.slice(start, start + 16)) ?? [];
  if (indicator === undefined) return undefined;
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const own = /^[ \t-]*/.exec(line)?.[0].length ?? 0;
  const first = start + indicator.length;
  let end = first;
  while (end < text.length && end - first < longest) {
    const next = text.indexOf('\n', end);
    const lineEnd = next === -1 ? text.length : next;
    const indent = /^[ \t]*/.exec(text.slice(end, Math.min(lineEnd, end + own + 1)))?.[0].length ?? 0;
    if (lineEnd > end && indent <= own) break;
    end = Math.min(text.length, lineEnd + 1);
  }
  const body = text.slice(first, end);
  const blanks = body.length - body.trimStart().length;
  return { start: first + blanks, end: first + body.trimEnd().length, isQuoted: true };
}

/** To the next blank, without what ends a sentence, a list or a pair of brackets around it. */
function bareAt(text: string, start: number): ValueFound | undefined {
  const most = Math.min(text.length, start + longest);
  let end = start;
  for (; end < most; end += 1) {
    const char = text.charAt(end);
    if (isBlank(char) || char === '\0' || char === '`') break;
    if ((char === '"' || char === "'") && !/[\w$#@%^*+=/-]/.test(text.charAt(end + 1))) break;
    if (char === '<' && text[end + 1] === '/') break;
    if ((char === '&' || char === ';' || char === ',') && endsHere(text, end + 1)) break;
  }
  let bare = text.slice(start, end).replace(/[.,;:\\]+$/, '');
  const [closing = ''] = /[)\]}]+$/.exec(bare) ?? [];
  if (closing !== '' && !/[([{]/.test(bare)) bare = bare.slice(0, -closing.length);
  return bare === '' ? undefined : { start, end: start + bare.length, isQuoted: false };
}

/** Behind a comma, semicolon or ampersand: the next field, or nothing. */
function endsHere(text: string, index: number): boolean {
  const next = text.charAt(index);
  if (isBlank(next) || next === '"' || next === "'" || next === '\\') return true;
  return /^[\w.%-]{1,64}[=:]/.test(text.slice(index, index + 65));
}
