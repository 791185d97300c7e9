import type { MakeId } from '@wheelhouse/kit';

/** A row as it was last written. */
export type Written<Row> = Row & { readonly id: string };

/** What makes the rows of a table those that are wanted. */
export interface RowChanges<Row> {
  readonly added: readonly Written<Row>[];
  readonly changed: readonly Written<Row>[];
  readonly removed: readonly string[];
  /** What is written once all of that is. */
  readonly next: ReadonlyMap<string, Written<Row>>;
}

export function rowChanges<Row>(
  before: ReadonlyMap<string, Written<Row>>,
  wanted: Iterable<readonly [key: string, row: Row]>,
  is: {
    /** It is the same thing, and not one that has taken its name. */
    readonly same: (before: Row, now: Row) => boolean;
    readonly equal: (before: Row, now: Row) => boolean;
  },
  makeId: MakeId,
): RowChanges<Row> {
  const added: Written<Row>[] = [];
  const changed: Written<Row>[] = [];
  const removed: string[] = [];
  const next = new Map<string, Written<Row>>();
  for (const [key, row] of wanted) {
    const known = before.get(key);
    if (known !== undefined && is.same(known, row)) {
      if (is.equal(known, row)) next.set(key, known);
      else {
        const now = { ...row, id: known.id };
        changed.push(now);
        next.set(key, now);
      }
      continue;
    }
    const made = { ...row, id: makeId() };
    added.push(made);
    next.set(key, made);
    if (known !== undefined) removed.push(known.id);
  }
  for (const [key, { id }] of before) if (!next.has(key)) removed.push(id);
  return { added, changed, removed, next };
}

export function isNothing({ added, changed, removed }: RowChanges<unknown>): boolean {
  return added.length === 0 && changed.length === 0 && removed.length === 0;
}
