import { useMemo } from 'react';
import css from './qr-code.module.css';
import { type QrGrid, qrGrid } from './qr-grid.ts';

/** For a camera; what it holds must stand beside it as text too. Nothing at all when the text is too long. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const grid = useMemo(() => qrGrid(text), [text]);
  if (grid === undefined) return null;
  const side = grid.length;
  return (
    <svg
      className={css['code']}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-secret
    >
      <path d={pathOf(grid)} fill="currentColor" />
    </svg>
  );
}

/** One bar for each run of dark modules. */
function pathOf(grid: QrGrid): string {
  let path = '';
  for (const [y, row] of grid.entries())
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  return path;
}
