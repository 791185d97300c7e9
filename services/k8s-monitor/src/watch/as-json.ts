/** Rows as one parameter of a statement. What a cluster sends may hold characters that no text of the database can. */
export function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => cleanText(value));
}

/** The same of what is told to others, who may want to keep it. */
export function cleaned<T extends object>(told: T): T {
  return JSON.parse(JSON.stringify(told), (_name, value: unknown) => cleanText(value));
}

function cleanText(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}
