/** Rows as one parameter of a statement. What a cluster sends may hold characters that no text of the database can. */
export function asJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  );
}
