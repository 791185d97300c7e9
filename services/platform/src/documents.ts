/** An array would be taken for one of PostgreSQL's own, so JSON is written as text. */
export function withDocuments(
  documents: ReadonlySet<string>,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      documents.has(column) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}
