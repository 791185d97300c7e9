import type { Column } from './columns.ts';

/** One operation under one column: how many cases were made, and what was wrong. */
export interface Cell {
  readonly operation: string;
  readonly column: Column;
  readonly cases: number;
  readonly faults: readonly string[];
  /** Its cases prove nothing: the call was not one that succeeds for its owner. */
  readonly uncounted: readonly string[];
}

/** Collects what the cases of an operation find. */
export class Findings {
  readonly #cases = new Map<Column, number>();
  readonly #faults = new Map<Column, string[]>();
  readonly #uncounted = new Map<Column, string[]>();

  /** One case; `fault` says how it was not as it must be. */
  case(column: Column, fault: string | undefined): void {
    this.#cases.set(column, (this.#cases.get(column) ?? 0) + 1);
    if (fault !== undefined) listIn(this.#faults, column).push(fault);
  }

  /** Whatever was found in these columns proves nothing, and why. */
  void(columns: readonly Column[], why: string): void {
    for (const column of columns) listIn(this.#uncounted, column).push(why);
  }

  cells(operation: string, wanted: readonly Column[]): readonly Cell[] {
    return wanted.map((column) => {
      const cases = this.#cases.get(column) ?? 0;
      const uncounted = this.#uncounted.get(column) ?? [];
      return {
        operation,
        column,
        cases,
        faults: this.#faults.get(column) ?? [],
        uncounted: cases > 0 || uncounted.length > 0 ? uncounted : ['no case was made'],
      };
    });
  }
}

function listIn(lists: Map<Column, string[]>, column: Column): string[] {
  const list = lists.get(column) ?? [];
  lists.set(column, list);
  return list;
}
