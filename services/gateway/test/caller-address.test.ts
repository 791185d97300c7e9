import { expect, test } from 'vitest';
import { CallerAddresses } from '../src/door/caller-address.ts';

test('who says for whom they ask and is not trusted is told of, once', () => {
  const told: string[] = [];
  const addresses = new CallerAddresses(['10.0.0.0/8'], (peer) => told.push(peer));
  expect(addresses.of('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  expect(told).toEqual([]);
  expect([1, 2].map(() => addresses.of('192.0.2.1', '203.0.113.9'))).toEqual(['192.0.2.1', '192.0.2.1']);
  expect(addresses.of('192.0.2.2', undefined)).toBe('192.0.2.2');
  expect(told).toEqual(['192.0.2.1']);
});
