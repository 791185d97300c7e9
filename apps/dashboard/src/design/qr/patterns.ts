import { Grid } from './grid.ts';

/** What is the same in every code of a version: by it a camera finds the code and its modules. */
export function fixedPatterns(version: number): Grid {
  const side = version * 4 + 17;
  const grid = new Grid(side);
  for (let place = 0; place < side; place += 1) {
    grid.draw(6, place, place % 2 === 0);
    grid.draw(place, 6, place % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    rings(grid, x, y, 4);
  const places = alignmentPlaces(version);
  const last = places.length - 1;
  for (const [row, y] of places.entries())
    for (const [column, x] of places.entries()) {
      const underFinder =
        (row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0);
      if (!underFinder) rings(grid, x, y, 2);
    }
  drawFormat(grid, 0);
  if (version >= 7) drawVersion(grid, version);
  return grid;
}

/** Square rings around a middle: finders reach 4 far, with their light edge, alignment patterns 2. */
function rings(grid: Grid, x: number, y: number, reach: 2 | 4): void {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      grid.draw(x + dx, y + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1);
    }
}

/** ISO/IEC 18004, annex E: evenly spread from the far side, the first always at 6. */
export function alignmentPlaces(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const far = version * 4 + 10;
  const step = Math.ceil((far - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => far - (count - 2 - place) * step)];
}

/** Level M and the mask, twice, with their own correction. */
export function drawFormat(grid: Grid, mask: number): void {
  const { side } = grid;
  const bits = formatBits(mask);
  const dark = (place: number) => ((bits >>> place) & 1) === 1;
  for (let place = 0; place < 15; place += 1) {
    // Around the first finder, past the timing patterns; and split between the other two.
    if (place < 8) grid.draw(8, place < 6 ? place : place + 1, dark(place));
    else grid.draw(place === 8 ? 7 : 14 - place, 8, dark(place));
    if (place < 8) grid.draw(side - 1 - place, 8, dark(place));
    else grid.draw(8, side - 15 + place, dark(place));
  }
  grid.draw(8, side - 8, true);
}

export const formatBits = (mask: number): number => withRemainder(mask, 10, 0x5_37) ^ 0x54_12;
export const versionBits = (version: number): number => withRemainder(version, 12, 0x1f_25);

function drawVersion(grid: Grid, version: number): void {
  const bits = versionBits(version);
  for (let place = 0; place < 18; place += 1) {
    const dark = ((bits >>> place) & 1) === 1;
    const along = Math.floor(place / 3);
    const across = grid.side - 11 + (place % 3);
    grid.draw(across, along, dark);
    grid.draw(along, across, dark);
  }
}

function withRemainder(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return (value << degree) | rest;
}
