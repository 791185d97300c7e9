import type { Told } from '../installation/ask.ts';

/** Of the moment, or of the caller's budget: what may differ between two answers that tell the same. */
const apart = /^(date|x-request-id|x-ratelimit-.*)$/;

/**
 * How two answers differ, beyond what always does; undefined when nobody could tell them apart. What was asked for
 * may be named back, and is taken out first.
 */
export function difference(
  one: Told,
  other: Told,
  asked: readonly [readonly string[], readonly string[]],
): string | undefined {
  if (one.status !== other.status) return `${brief(one)} against ${brief(other)}`;
  const [first, second] = [comparable(one, asked[0]), comparable(other, asked[1])];
  return first === second ? undefined : `${first} against ${second}`;
}

function comparable({ headers, text }: Told, asked: readonly string[]): string {
  const lines = [...headers].filter(([name]) => !apart.test(name)).map(([name, value]) => `${name}: ${value}`);
  let whole = `${lines.join('\n')}\n${text.replace(/"request_id":"[^"]*"/, '')}`;
  for (const id of asked) whole = whole.replaceAll(id, 'what was asked for');
  return whole;
}

export function brief({ status, text }: Told): string {
  return `${status} ${text.slice(0, 200)}`;
}

/** They change by being looked at, or follow a change by a moment. */
const restless = new Set(['last_used_at', 'last_used_ip', 'last_seen_at', 'changes']);

/** What a read tells of an object, for holding it against another read. */
export function contentOf({ status, text }: Told): string {
  const kept = (name: string, value: unknown) => (restless.has(name) ? undefined : value);
  return `${status} ${status < 400 ? JSON.stringify(JSON.parse(text), kept) : ''}`;
}
