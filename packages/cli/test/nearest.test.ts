import { describe, expect, test } from 'vitest';
import { nearest } from '../src/nearest.ts';

const names = ['serve', 'migrate', 'config', 'doctor', 'secrets'];

describe('the nearest name', () => {
  test.each([
    ['migrat', 'migrate'],
    ['Docter', 'doctor'],
    ['cofnig', 'config'],
    ['srve', 'serve'],
  ])('%s means %s', (given, meant) => expect(nearest(given, names)).toBe(meant));

  test('what resembles nothing gets no suggestion', () => expect(nearest('kubernetes-pods', names)).toBeUndefined());
});
