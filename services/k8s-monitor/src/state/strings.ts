const most = 50_000;
const known = new Map<string, string>();

/**
 * The one copy of a text that many objects repeat (a node's name, an owner's key). Forgets all when it knows too
 * many: texts in use stay, and only those that come after are copied once more.
 */
export function shared(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= most) known.clear();
  const copy = ownCopy(text);
  known.set(copy, copy);
  return copy;
}

/** At most so many characters, and nothing of the longer text kept alive behind them. */
export function cut(text: string | undefined, length = 200): string {
  if (text === undefined) return '';
  return text.length <= length ? text : ownCopy(`${text.slice(0, length - 1)}…`);
}

/** A piece of a text, or texts put together, would keep the whole or the parts alive. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
