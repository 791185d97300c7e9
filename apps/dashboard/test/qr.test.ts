import { describe, expect, it } from 'vitest';
import { codewordsOf } from '../src/design/qr/codewords.ts';
import { correctionOf, product } from '../src/design/qr/correction.ts';
import type { Grid } from '../src/design/qr/grid.ts';
import { masks } from '../src/design/qr/masks.ts';
import { alignmentPlaces, fixedPatterns, formatBits, versionBits } from '../src/design/qr/patterns.ts';
import { freePlaces, qrSymbol } from '../src/design/qr/symbol.ts';

/** Figure 1 of ISO/IEC 18004: "QR Code Symbol", version 1, level M, mask 5. */
const figure = [
  '111111100001101111111',
  '100000101001101000001',
  '101110101110101011101',
  '101110101010001011101',
  '101110100000101011101',
  '100000100010101000001',
  '111111101010101111111',
  '000000001100100000000',
  '100000101111011001110',
  '100010001110001000111',
  '011101111001100100010',
  '110100001011010100110',
  '011111111110001011011',
  '000000001000000010110',
  '111111100111111000110',
  '100000100010011011100',
  '101110100000111000111',
  '101110100100001010100',
  '101110100100101010011',
  '100000100001110111100',
  '111111101011001010010',
];

describe('the numbers of the standard', () => {
  it('corrects as its worked example does', () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  it('writes format and version as its tables do', () => {
    const formats = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => formatBits(mask).toString(2).padStart(15, '0'));
    expect(formats[0]).toBe('101010000010010');
    expect(formats[5]).toBe('100000011001110');
    expect(formats[7]).toBe('100101010100000');
    expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100');
    expect(alignmentPlaces(2)).toEqual([6, 18]);
    expect(alignmentPlaces(7)).toEqual([6, 22, 38]);
    expect(alignmentPlaces(15)).toEqual([6, 26, 48, 70]);
    expect(alignmentPlaces(20)).toEqual([6, 34, 62, 90]);
  });

  it.each([
    [14, 1],
    [15, 2],
    [106, 6],
    [180, 9],
    [181, 10],
    [213, 10],
    [412, 15],
    [666, 20],
  ])('takes %i bytes into version %i', (bytes, version) => {
    expect(codewordsOf('x'.repeat(bytes))?.version).toBe(version);
  });

  it('takes no more than a phone reads with ease', () => {
    expect(qrSymbol('x'.repeat(667))).toBeUndefined();
  });
});

describe('a code', () => {
  it('holds the codewords of the figure in the standard, in its order', () => {
    const read = bitsUnder(5, fixedPatterns(1), (x, y) => Number(figure[y]?.[x]));
    expect(bytesOf(read)).toEqual(codewordsOf('QR Code Symbol')?.bytes);
    expect(textOf(gridOf(figure))).toBe('QR Code Symbol');
  });

  it.each([
    'a',
    'otpauth://totp/Wheelhouse%20127.0.0.1%3A8080:ada%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Wheelhouse%20127.0.0.1%3A8080&algorithm=SHA1&digits=6&period=30',
    'ünï¢ödé ☸ 船',
    ...Array.from({ length: 20 }, (_, index) => 'Wheel'.repeat(6 + index * 6)),
  ])('is read back as it was: %s', (text) => {
    const grid = qrSymbol(text);
    expect(grid && textOf(grid)).toBe(text);
  });
});

interface Cells {
  readonly side: number;
  readonly at: (x: number, y: number) => number | undefined;
}

const gridOf = (lines: readonly string[]): Cells => ({
  side: lines.length,
  at: (x, y) => Number(lines[y]?.[x]),
});

const bitsUnder = (mask: number, fixed: Grid, at: (x: number, y: number) => number) =>
  freePlaces(fixed).map(([x, y]) => at(x, y) ^ Number(masks[mask]?.(x, y)));

const bytesOf = (bits: readonly number[]) =>
  Array.from({ length: Math.floor(bits.length / 8) }, (_, place) =>
    Number.parseInt(bits.slice(place * 8, place * 8 + 8).join(''), 2),
  );

/** Reads a code as a camera's program does, by its own format bits; refuses one whose correction does not hold. */
function textOf(grid: Cells): string {
  const version = (grid.side - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7].map((x) => grid.at(x, 8)).join('') + [8, 7].map((y) => grid.at(8, y)).join('');
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((one) => formatBits(one).toString(2).padStart(15, '0').startsWith(format));
  if (mask === undefined) throw new Error(`no format begins with ${format}`);
  const bytes = bytesOf(bitsUnder(mask, fixedPatterns(version), (x, y) => grid.at(x, y) ?? 0));
  const data = dataOf(bytes, version);
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const countBits = version < 10 ? 8 : 16;
  const count = Number.parseInt(bits.slice(4, 4 + countBits), 2);
  const content = Array.from({ length: count }, (_, index) =>
    Number.parseInt(bits.slice(4 + countBits + index * 8, 12 + countBits + index * 8), 2),
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(content));
}

/** Blocks and correction of level M for each version, written a second time: from the table of capacities. */
const capacities = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627, 669];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

function dataOf(bytes: readonly number[], version: number): readonly number[] {
  const capacity = capacities[version - 1] ?? 0;
  const count = blockCounts[version - 1] ?? 1;
  const correction = Math.floor((bytes.length - capacity) / count);
  const blocks: number[][] = Array.from({ length: count }, () => []);
  const short = Math.floor(capacity / count);
  const longFrom = count - (capacity % count);
  let place = 0;
  const take = (block: number[]) => block.push(bytes[place++] ?? 0);
  for (let column = 0; column <= short; column += 1)
    for (const [index, block] of blocks.entries()) if (column < short || index >= longFrom) take(block);
  const data = blocks.map((block) => [...block]);
  for (let column = 0; column < correction; column += 1) for (const block of blocks) take(block);
  for (const block of blocks) expect(syndromes(block, correction)).toEqual(Array.from({ length: correction }, () => 0));
  return data.flat();
}

/** The block as a polynomial, at the powers of two where a right one is zero. */
function syndromes(block: readonly number[], count: number): readonly number[] {
  let root = 1;
  return Array.from({ length: count }, () => {
    const at = root;
    root = product(root, 2);
    return block.reduce((sum, byte) => product(sum, at) ^ byte, 0);
  });
}
