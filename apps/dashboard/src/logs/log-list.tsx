import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import css from './log-list.module.css';
import type { LogRow } from './log-rows.ts';

interface LogListProps {
  readonly rows: readonly LogRow[];
  /** Somebody reads: it stays where it is. */
  readonly isHeld: boolean;
  readonly onHold: () => void;
}

const lineHeight = 20;
const nearPx = 40;

/** Only what is in view is drawn. At its end it goes along with what comes; whoever scrolls up keeps their place. */
export function LogList({ rows, isHeld, onHold }: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
    initialRect: { width: 800, height: 600 },
  });
  const last = rows.at(-1)?.key;
  const height = virtual.getTotalSize();
  // Also when lines turn out taller than was thought, as they do in another width.
  useEffect(() => {
    if (!isHeld && rows.length > 0) virtual.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [isHeld, last, rows.length, height, virtual]);
  const hold = () => {
    const box = scroller.current;
    if (box === null || isHeld) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight > nearPx) onHold();
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (['ArrowUp', 'PageUp', 'Home'].includes(key) && rows.length > 0) onHold();
  };
  const items = virtual.getVirtualItems();
  if (rows.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- what scrolls must be reachable by keys
    <div
      ref={scroller}
      className={css['log']}
      role="region"
      aria-label="Log"
      tabIndex={0}
      onWheel={({ deltaY }) => {
        if (deltaY < 0) onHold();
      }}
      onTouchMove={hold}
      onKeyDown={onKey}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onPointerUp={() => {
        isPressed.current = false;
      }}
      onScroll={() => {
        // By the bar at its side; what we scroll ourselves is no wish of anybody.
        if (isPressed.current) hold();
      }}
    >
      <ol style={{ height }} className={css['rows']}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={String(key)}
              ref={virtual.measureElement}
              data-index={index}
              data-kind={row.kind}
              className={css['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'line' ? <Line row={row} /> : <span className="name">{row.words}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

function Line({ row: { pod, at, text } }: { readonly row: Extract<LogRow, { readonly kind: 'line' }> }) {
  return (
    <>
      <time className={css['at']} dateTime={at} title={at}>
        {clock.format(Date.parse(at))}
      </time>
      <span className={`${css['pod']} name`} title={pod}>
        {shortPod(pod)}
      </span>
      <span className={`${css['text']} name`}>{text}</span>
    </>
  );
}

/** The end tells pods of one workload apart. */
const shortPod = (pod: string): string => pod.split('-').at(-1) ?? pod;
