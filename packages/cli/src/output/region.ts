import { fitted } from './width.ts';

/** A few lines on stderr that change in place. Only for a screen. */
export interface Region {
  readonly draw: (lines: readonly string[]) => void;
  readonly end: () => void;
}

/** Up to the first of the lines, and everything from there on wiped. */
const wipe = (lines: number) => `\r${lines > 1 ? `\u001b[${lines - 1}A` : ''}\u001b[J`;

export function startRegion(): Region {
  const { stderr } = process;
  let drawn = 0;
  const clear = () => (drawn === 0 ? '' : wipe(drawn));
  return {
    draw: (lines) => {
      // A line that the screen breaks in two, or one that scrolls out of it, could not be wiped.
      const shown = lines.slice(0, Math.max(1, (stderr.rows || 24) - 1));
      const columns = (stderr.columns || 80) - 1;
      stderr.write(`${clear()}${shown.map((line) => fitted(line, columns)).join('\n')}`);
      drawn = shown.length;
    },
    end: () => {
      stderr.write(clear());
      drawn = 0;
    },
  };
}
