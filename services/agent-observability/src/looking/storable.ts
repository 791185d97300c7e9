import { mask, maskValue } from '@wheelhouse/kit';

/** What others say may hold secrets, and characters that PostgreSQL does not keep. Nothing of theirs is stored otherwise. */

const longest = 4_096;

export async function storable<T>(value: T): Promise<T> {
  // Cut after that: half a secret may look like none.
  const { value: masked } = await maskValue(withText(value, keepable));
  return withText(masked, shortened);
}

export async function storableText(text: string): Promise<string> {
  const { text: masked } = await mask(keepable(text));
  return shortened(masked);
}

function keepable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`.toWellFormed();
}

/** The same with each string of it changed; of JSON, so that it stays of its type. */
function withText<T>(value: T, change: (text: string) => string): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- strings become strings, and all else stays
  return changed(value, change) as T;
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, change)]));
}
