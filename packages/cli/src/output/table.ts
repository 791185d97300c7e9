import type { Style } from './terminal.ts';
import { fitted, padded, widthOf } from './width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly style?: (row: Row) => Style | undefined;
  /** Ids and times are shown whole or not at all. */
  readonly whole?: boolean;
}

const gap = 2;
const narrowest = 8;

/** `width` is what there is to fit into; undefined is no end of it. Cells are plain text already. */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, paint }: { readonly width: number | undefined; readonly paint: (style: Style, text: string) => string },
): readonly string[] {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  const wanted = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = width === undefined ? wanted : shrunk(columns, wanted, width);
  const lineOf = (texts: readonly string[], styleOf: (index: number) => Style | undefined) =>
    texts
      .map((text, index) => {
        const cell = padded(fitted(text, widths[index] ?? 0), widths[index] ?? 0);
        const style = styleOf(index);
        return style === undefined ? cell : paint(style, cell);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  const head = lineOf(
    columns.map(({ title }) => title),
    () => 'dim',
  );
  return [
    head,
    ...cells.map((line, at) =>
      lineOf(line, (index) => {
        const row = rows[at];
        return row === undefined ? undefined : columns[index]?.style?.(row);
      }),
    ),
  ];
}

/** The widest gives way first, as far as it may. */
function shrunk<Row>(columns: readonly Column<Row>[], wanted: readonly number[], most: number): readonly number[] {
  const widths = [...wanted];
  const spare = () => widths.reduce((sum, one) => sum + one, gap * (widths.length - 1)) - most;
  while (spare() > 0) {
    let widest = -1;
    for (const [index, { whole = false }] of columns.entries())
      if (!whole && (widths[index] ?? 0) > Math.max(narrowest, widths[widest] ?? 0)) widest = index;
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
