import { correctionOf } from './correction.ts';

/** Of level M, by version: correction codewords in each block, and how many blocks. ISO/IEC 18004, table 9. */
const blocksOfVersion: readonly (readonly [correction: number, blocks: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];

export interface Codewords {
  readonly version: number;
  /** Data and correction of all blocks, in the order in which they are drawn. */
  readonly bytes: readonly number[];
}

/** Undefined when the text is too long for a code that a phone still reads with ease. */
export function codewordsOf(text: string): Codewords | undefined {
  const content = [...new TextEncoder().encode(text)];
  for (const [index, [correction, blocks]] of blocksOfVersion.entries()) {
    const version = index + 1;
    const total = Math.floor(freeModules(version) / 8);
    const room = total - correction * blocks;
    const countBits = version < 10 ? 8 : 16;
    if (4 + countBits + content.length * 8 > room * 8) continue;
    return { version, bytes: interleaved(packed(content, countBits, room), correction, blocks) };
  }
  return undefined;
}

/** What is left for codewords once the fixed patterns are drawn. */
function freeModules(version: number): number {
  const side = version * 4 + 17;
  const perSide = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = perSide === 0 ? 0 : (perSide ** 2 - 3) * 25 - (perSide - 2) * 2 * 5;
  const finders = 3 * 64;
  const timing = 2 * (side - 16);
  const format = 31;
  const versionInformation = version < 7 ? 0 : 36;
  return side ** 2 - finders - timing - alignment - format - versionInformation;
}

const byteMode = 0b0100;

function packed(content: readonly number[], countBits: number, room: number): readonly number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(byteMode, 4);
  push(content.length, countBits);
  for (const byte of content) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const bytes = Array.from({ length: bits.length / 8 }, (_, place) =>
    bits.slice(place * 8, place * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  );
  for (let fill = 0; bytes.length < room; fill += 1) bytes.push(fill % 2 === 0 ? 0xec : 0x11);
  return bytes;
}

/** The blocks are drawn side by side, so that one stain harms each a little and none much. */
function interleaved(data: readonly number[], correction: number, count: number): readonly number[] {
  const short = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - shortBlocks);
    return data.slice(start, start + short + (index < shortBlocks ? 0 : 1));
  });
  const corrections = blocks.map((block) => correctionOf(block, correction));
  return [...columns(blocks), ...columns(corrections)];
}

function columns(rows: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, place) =>
    rows.flatMap((row) => (place < row.length ? [row[place] ?? 0] : [])),
  ).flat();
}
