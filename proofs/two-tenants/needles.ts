/** What of a cluster can be known again in a text: ids, and words that only its things have. */
export interface Needles {
  readonly ids: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export function idsIn(text: string): readonly string[] {
  return (text.match(uuid) ?? []).map((id) => id.toLowerCase());
}

export function needlesOf(texts: Iterable<string>, words: readonly string[]): Needles {
  const ids = new Set<string>();
  for (const text of texts) for (const id of idsIn(text)) ids.add(id);
  return { ids, words: new Set(words) };
}

export function allOf(many: readonly Needles[]): Needles {
  return {
    ids: new Set(many.flatMap(({ ids }) => [...ids])),
    words: new Set(many.flatMap(({ words }) => [...words])),
  };
}

/** What somebody must not see, less what they may. */
export function without(one: Needles, other: Needles): Needles {
  const less = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
    new Set([...all].filter((part) => !some.has(part)));
  return { ids: less(one.ids, other.ids), words: less(one.words, other.words) };
}

export function found({ ids, words }: Needles, text: string): readonly string[] {
  const there = idsIn(text).filter((id) => ids.has(id));
  return [...new Set([...there, ...[...words].filter((word) => text.includes(word))])];
}
