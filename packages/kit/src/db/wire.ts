import pg from 'pg';

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/**
 * A value as it travels to PostgreSQL. Lists of plain values are written here: pg runs two regular expressions over each
 * of their elements, and a batch has thousands.
 */
export function wireOf(value: unknown): unknown {
  if (!Array.isArray(value)) return prepareValue(value);
  const items: string[] = [];
  for (const item of value as readonly unknown[]) {
    const written = elementOf(item);
    if (written === undefined) return prepareValue(value);
    items.push(written);
  }
  return `{${items.join(',')}}`;
}

function elementOf(item: unknown): string | undefined {
  if (item === null || item === undefined) return 'NULL';
  if (typeof item === 'string') return `"${escaped(item)}"`;
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  return item instanceof Date ? `"${String(prepareValue(item))}"` : undefined;
}

function escaped(text: string): string {
  const doubled = text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
  return doubled.includes('"') ? doubled.replaceAll('"', '\\"') : doubled;
}
