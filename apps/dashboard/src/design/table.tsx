import { useVirtualizer } from '@tanstack/react-virtual';
import {
  createContext,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useRows } from './appearance.ts';
import { Icon } from './icon.tsx';
import css from './table.module.css';
import { useNarrow } from './use-narrow.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** The API's name for it, if the list can be sorted by it. */
  readonly sort?: string;
  readonly align?: 'end';
  /** On a phone it stands under the first cell that does not fold. */
  readonly folds?: boolean;
  /** Said before it there, where the value alone would not be plain. */
  readonly foldedLabel?: string;
  readonly width?: string;
}

const ActiveRow = createContext(true);

/** For buttons in rows of long lists: Tab stops at those of the row one is at, not at hundreds. */
export function useRowTabIndex(): 0 | -1 {
  return useContext(ActiveRow) ? 0 : -1;
}

interface TableProps<Row> {
  /** What the rows are, for those who hear the page. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** All that match, also those not read yet. */
  readonly total?: number | undefined;
  /** Reads the next page; called when the end comes near. */
  readonly more?: (() => void) | undefined;
  /** The rows are still those of the question before: what comes is read from its beginning. */
  readonly outdated?: boolean;
  /** As the API takes it: name, or -name. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** What Enter on a row, or a press on it, opens. */
  readonly onOpen?: (row: Row) => void;
  /** Every row is one line, so none is measured: for lists of thousands. */
  readonly even?: boolean;
  /** Few rows that are tall: the page scrolls, and not the table in it. */
  readonly whole?: boolean;
}

/** As the style sheet has it. */
const rowHeight = { usual: 36, compact: 28, narrow: 60 };

const short = 60;

/** Rows are drawn as they come into view; j and k (or the arrows) move, Enter opens. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  total,
  more,
  outdated = false,
  sort,
  onSort,
  onOpen,
  even = false,
  whole = false,
}: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const [active, setActive] = useState(0);
  const [density] = useRows();
  const height = rowHeight[narrow ? 'narrow' : density];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // A short list is drawn whole, so that the browser's own search finds all of it.
    overscan: rows.length <= short ? short : 4,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  useEffect(() => {
    // Not before they are there: until then the router puts back where the old ones stood.
    if (outdated) return;
    scroller.current?.scrollTo({ top: 0 });
    setActive(0);
  }, [outdated]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more !== undefined && last >= rows.length - 40) more();
  }, [more, last, rows.length]);
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);

  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    setActive(index);
    virtual.scrollToIndex(index);
    // The row may only be drawn after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()),
    );
  };
  const onKey = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    // Keys pressed in what stands inside a row belong to that.
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const steps: Readonly<Record<string, number>> = {
      j: 1,
      ArrowDown: 1,
      k: -1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
    };
    const step = steps[event.key];
    const row = rows[active];
    if (step !== undefined) move(active + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(rows.length - 1);
    else if (event.key === 'Enter' && onOpen !== undefined && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <div ref={scroller} className={css['scroller']} data-whole={whole} role="region" aria-label={label} tabIndex={0}>
      <table className={css['table']} data-even={even} aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKey}>
          {before > 0 && <Gap height={before} span={columns.length} />}
          {shown.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Line
                key={keyOf(row)}
                row={row}
                columns={columns}
                index={index}
                active={index === active}
                narrow={narrow}
                measure={even ? undefined : virtual.measureElement}
                onFocus={setActive}
                onOpen={onOpen}
              />
            );
          })}
          {after > 0 && <Gap height={after} span={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { sort: name, label, align, folds = false, width } = column;
  const rising = name !== undefined && sort === name;
  const falling = name !== undefined && sort === `-${name}`;
  const next = rising ? `-${name}` : falling ? undefined : name;
  const order = rising ? 'ascending' : falling ? 'descending' : undefined;
  return (
    <th scope="col" data-align={align} data-folds={folds} style={{ width }} aria-sort={order}>
      {label === '' && <span className="unseen">Actions</span>}
      {name === undefined || onSort === undefined ? (
        label
      ) : (
        <button type="button" className={css['sort']} onClick={() => onSort(next)}>
          {label}
          {rising && <Icon name="rising" size={12} />}
          {falling && <Icon name="falling" size={12} />}
        </button>
      )}
    </th>
  );
}

interface LineProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly active: boolean;
  /** What folds is drawn under the first cell only then: rows are what scrolling costs. */
  readonly narrow: boolean;
  /** Rows whose words take several lines are taller than the rest. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  readonly onFocus: (index: number) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets that the component is generic
const Line = memo(function Line<Row>({
  row,
  columns,
  index,
  active,
  narrow,
  measure,
  onFocus,
  onOpen,
}: LineProps<Row>) {
  const folded = narrow ? columns.filter(({ folds }) => folds === true) : [];
  const stays = columns.findIndex(({ folds }) => folds !== true);
  return (
    <tr
      ref={measure}
      tabIndex={active ? 0 : -1}
      data-index={index}
      data-opens={onOpen !== undefined}
      aria-rowindex={index + 2}
      onFocus={() => onFocus(index)}
      onClick={(event) => {
        const inside = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
        if (!inside) onOpen?.(row);
      }}
    >
      <ActiveRow value={active}>
        {columns.map(({ id, cell, align, folds = false }, place) => (
          <td key={id} data-align={align} data-folds={folds}>
            {cell(row)}
            {place === stays && folded.length > 0 && (
              <span className={css['folded']}>
                {folded.map(({ id: name, foldedLabel, cell: tell }) => {
                  const told = tell(row);
                  const isNothing = told === null || told === undefined || told === false;
                  return isNothing ? null : (
                    <span key={name}>
                      {foldedLabel !== undefined && `${foldedLabel} `}
                      {told}
                    </span>
                  );
                })}
              </span>
            )}
          </td>
        ))}
      </ActiveRow>
    </tr>
  );
}) as <Row>(props: LineProps<Row>) => ReactNode;

/** Stands for the rows that are not drawn. */
function Gap({ height, span }: { readonly height: number; readonly span: number }) {
  return (
    <tr aria-hidden="true" className={css['gap']}>
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}
