import { expect, test } from 'vitest';
import { everyDeath, followed, placesIn, someDeaths } from './plan.ts';

const places = [
  ...placesIn('write', ['commit a', 'publish x', 'commit a', 'ack q']),
  ...placesIn('change', ['commit b', 'publish x']),
];
const told = (fates: ReturnType<typeof someDeaths<string>>) =>
  fates.map(({ way, deaths }) => `${way}: ${deaths.map(({ side, effect, nth }) => `${side} ${effect} ${nth}`).join()}`);

test('every effect is died of before and after, and again with a successor that dies', () => {
  const every = everyDeath(places);
  expect(told(every.slice(0, 2))).toEqual(['write: before commit a 1', 'write: after commit a 1']);
  expect(every).toHaveLength(12);
  expect(followed(every).map(({ deaths }) => deaths.length)).toEqual(every.map(() => 2));
});

test('some deaths are of every kind, and the same each time', () => {
  expect(told(someDeaths(places, 6))).toEqual([
    'write: after ack q 1',
    'write: after commit a 1',
    'change: after publish x 1',
    'write: before ack q 1',
    'change: before commit b 1',
    'change: before publish x 1',
  ]);
  expect(someDeaths(places, 100)).toHaveLength(8);
});
