import { codewordsOf } from './codewords.ts';
import type { Grid } from './grid.ts';
import { masks, penaltyOf } from './masks.ts';
import { drawFormat, fixedPatterns } from './patterns.ts';

/** A QR code of the text (ISO/IEC 18004, byte mode, level M); undefined when the text is too long for one. */
export function qrSymbol(text: string): Grid | undefined {
  const codewords = codewordsOf(text);
  if (codewords === undefined) return undefined;
  const fixed = fixedPatterns(codewords.version);
  const [first, ...others] = masks.map((turns, mask) => {
    const grid = fixed.copy();
    for (const [place, [x, y]] of freePlaces(fixed).entries()) {
      const byte = codewords.bytes[place >>> 3] ?? 0;
      const dark = ((byte >>> (7 - (place & 7))) & 1) === 1;
      grid.draw(x, y, dark !== turns(x, y));
    }
    drawFormat(grid, mask);
    return { grid, penalty: penaltyOf(grid) };
  });
  return others.reduce((best, one) => (best === undefined || one.penalty < best.penalty ? one : best), first)?.grid;
}

/** In pairs of columns from the right, up and down in turn; the timing column is stepped over. */
export function freePlaces(fixed: Grid): readonly (readonly [x: number, y: number])[] {
  const { side } = fixed;
  const places: (readonly [number, number])[] = [];
  for (let pair = 0; pair < (side - 1) / 2; pair += 1) {
    const right = side - 1 - pair * 2;
    const column = right <= 6 ? right - 1 : right;
    for (let step = 0; step < side; step += 1) {
      const y = pair % 2 === 0 ? side - 1 - step : step;
      for (const x of [column, column - 1]) if (fixed.at(x, y) === undefined) places.push([x, y]);
    }
  }
  return places;
}
