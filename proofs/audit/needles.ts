/** The forms in which a secret may lie somewhere, each a text to look for. */
export function formsOf(secret: string): Readonly<Record<string, readonly string[]>> {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => base64Inside(bytes, offset));
  return {
    raw: [secret],
    'in JSON': [JSON.stringify(secret).slice(1, -1)],
    base64,
    base64url: base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex: [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    'URL-encoded': [encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)],
  };
}

/** What of its base64 stands there whatever is before and after it, as in `client:secret` of a Basic header. */
function base64Inside(bytes: Buffer, offset: number): string {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return whole.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
}

export interface Leak {
  readonly place: string;
  readonly form: string;
  /** Enough to know which, and not more. */
  readonly begins: string;
  /** What stands around it. */
  readonly context: string;
}

export function leaksIn(place: string, text: string, secrets: readonly string[]): readonly Leak[] {
  const needles = new Map(
    secrets.flatMap((secret) =>
      Object.entries(formsOf(secret)).flatMap(([form, texts]) =>
        texts.map((needle) => [needle, { form, begins: secret.slice(0, 6) }] as const),
      ),
    ),
  );
  return [...placesOf(text, [...needles.keys()])].flatMap(([needle, at]) => {
    const known = needles.get(needle);
    const context = text.slice(Math.max(0, at - 80), at).replaceAll('\n', ' ');
    return known === undefined ? [] : [{ place, ...known, context }];
  });
}

const base = 31;
const slots = 1 << 22;

/**
 * Where each needle that is in a text first is. One walk however many there are (Rabin and Karp): at every place a
 * hash of as many characters as the shortest has tells whether one can begin there.
 */
function placesOf(text: string, needles: readonly string[]): ReadonlyMap<string, number> {
  const length = needles.reduce((least, needle) => Math.min(least, needle.length), text.length);
  const hashOf = (part: string) => {
    let hash = 0;
    for (let index = 0; index < length; index += 1) hash = (Math.imul(hash, base) + part.charCodeAt(index)) | 0;
    return hash;
  };
  const byHash = Map.groupBy(needles, hashOf);
  const isTaken = new Uint8Array(slots);
  for (const hash of byHash.keys()) isTaken[hash & (slots - 1)] = 1;
  let power = 1;
  for (let index = 0; index < length; index += 1) power = Math.imul(power, base);
  const places = new Map<string, number>();
  let hash = hashOf(text);
  for (let at = 0; at + length <= text.length; at += 1) {
    if (isTaken[hash & (slots - 1)] === 1)
      for (const needle of byHash.get(hash) ?? [])
        if (!places.has(needle) && text.startsWith(needle, at)) places.set(needle, at);
    hash = (Math.imul(hash, base) + text.charCodeAt(at + length) - Math.imul(text.charCodeAt(at), power)) | 0;
  }
  return places;
}
