/** What a request asks for, read in one way only: what could be read in two is refused. */
export interface Target {
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
}

/** Outside printable ASCII, what only a browser would mend, empty or dotted segments. */
const unclear = /[^\x21-\x7e]|[\\#"<>^`{|}]|\/\/|\/\.\.?(?:\/|$)/;
const unclearQuery = /[^\x21-\x7e]|#/;
const escape = /%([0-9A-Fa-f]{2})?/g;
/** Bytes that stand for themselves: an escaped one is a second spelling of the same path. */
const plain = /[\w.~/\\%-]/;

/** Answers why it is not understood. */
export function readTarget(url: string): Target | string {
  if (url.charCodeAt(0) !== 47) return 'The request target must start with a slash.';
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  if (unclear.test(path)) return 'The path contains empty or dotted segments, or characters that are not allowed.';
  if (path.includes('%')) {
    const fault = whyEscapesAreUnclear(path);
    if (fault !== undefined) return fault;
  }
  const query = at === -1 ? '' : url.slice(at);
  if (unclearQuery.test(query)) return 'The query contains characters that must be escaped.';
  return { path, query };
}

function whyEscapesAreUnclear(path: string): string | undefined {
  for (const [, hex] of path.matchAll(escape)) {
    if (hex === undefined) return 'The path contains a % that does not start an escape.';
    const byte = Number.parseInt(hex, 16);
    if (byte < 0x20 || byte === 0x7f || (byte < 0x80 && plain.test(String.fromCharCode(byte))))
      return `The path contains %${hex}, which is either not allowed or must not be escaped.`;
  }
  try {
    decodeURIComponent(path);
  } catch {
    return 'The path is not valid UTF-8 after decoding.';
  }
  return undefined;
}
