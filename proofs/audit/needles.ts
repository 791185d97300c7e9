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
  return secrets.flatMap((secret) => {
    // Most forms of most secrets are the same text.
    const needles = new Map<string, string>(
      Object.entries(formsOf(secret)).flatMap(([form, texts]) => texts.map((needle) => [needle, form] as const)),
    );
    return [...needles].flatMap(([needle, form]) => {
      const at = text.indexOf(needle);
      if (at < 0) return [];
      const context = text.slice(Math.max(0, at - 80), at).replaceAll('\n', ' ');
      return [{ place, form, begins: secret.slice(0, 6), context }];
    });
  });
}
