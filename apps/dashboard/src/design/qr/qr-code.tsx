import { useMemo } from 'react';
import type { Grid } from './grid.ts';
import css from './qr-code.module.css';
import { qrSymbol } from './symbol.ts';

const quiet = 4;

/** For a camera; what it holds must stand beside it as text too. Nothing at all when the text is too long. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const grid = useMemo(() => qrSymbol(text), [text]);
  if (grid === undefined) return null;
  const side = grid.side + quiet * 2;
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
function pathOf(grid: Grid): string {
  let path = '';
  for (let y = 0; y < grid.side; y += 1)
    for (let x = 0; x < grid.side; x += 1) {
      if (grid.at(x, y) !== 1) continue;
      const start = x;
      while (grid.at(x + 1, y) === 1) x += 1;
      path += `M${start + quiet} ${y + quiet}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  return path;
}
