import type { Grid } from './grid.ts';

/** Where each of the eight masks turns a module over. */
export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const finderLike = ['10111010000', '00001011101'];

/** How hard a code is to read; the mask with the least is taken. */
export function penaltyOf(grid: Grid): number {
  let penalty = 0;
  let dark = 0;
  for (const line of grid.lines()) {
    const text = line.join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (const pattern of finderLike)
      for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) penalty += 40;
    dark += line.filter((cell) => cell === 1).length / 2;
  }
  for (let y = 1; y < grid.side; y += 1)
    for (let x = 1; x < grid.side; x += 1) {
      const cell = grid.at(x, y);
      if (cell === grid.at(x - 1, y) && cell === grid.at(x, y - 1) && cell === grid.at(x - 1, y - 1)) penalty += 3;
    }
  const percent = (dark * 100) / grid.side ** 2;
  return penalty + Math.floor(Math.abs(percent - 50) / 5) * 10;
}
