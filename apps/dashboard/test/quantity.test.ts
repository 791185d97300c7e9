import { describe, expect, it } from 'vitest';
import { bytesOf, bytesWords, coresOf } from '../src/design/quantity.ts';

describe('quantities', () => {
  it('are said in the unit of the whole', () => {
    expect(coresOf(3_200, 8_000)).toBe('3.2 of 8 cores');
    expect(coresOf(250, 1_000)).toBe('0.25 of 1 core');
    expect(bytesOf(9_382_236_160, 25_274_793_984)).toBe('8.74 of 23.5 GiB');
    expect(bytesWords(68_719_476_736)).toBe('64 GiB');
    expect(bytesWords(0)).toBe('0 B');
  });
});
