import { expect, test } from 'vitest';
import { asleep, everyDeath, followed, placesIn, someDeaths } from './plan.ts';
import { everySleep, someSleeps } from './sleeps.ts';

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

test('one sleeps at every place, and at the writes to a cluster also while something else is asked for', () => {
  const nothing = async (): Promise<unknown> => undefined;
  const [make, makeAndDelete] = [{ name: 'make' }, { name: 'make, deleted' }].map((way) => ({
    ...way,
    prepare: nothing,
    start: nothing,
  }));
  if (make === undefined || makeAndDelete === undefined) throw new Error('there are two');
  const ofMake = placesIn(make, ['commit a', 'POST pods', 'answer POST /pods']);
  const sleeping = { quick: 1, overtaken: [{ way: make, by: makeAndDelete }] };
  const words = (fates: ReturnType<typeof everySleep>) =>
    fates.map(({ way, deaths: [death] }) => `${way.name}: ${death?.side} ${death?.effect}`);
  expect(everySleep(ofMake, undefined)).toEqual([]);
  expect(words(everySleep(ofMake, sleeping))).toEqual([
    'make: before commit a',
    'make: after commit a',
    'make: before POST pods',
    'make: after POST pods',
    'make: before answer POST /pods',
    'make: after answer POST /pods',
    'make, deleted: before POST pods',
    'make, deleted: after POST pods',
  ]);
  expect(words(someSleeps(ofMake, sleeping))).toEqual(['make, deleted: before POST pods', 'make: after POST pods']);
  expect(asleep(everyDeath(ofMake)).every(({ deaths }) => deaths[0]?.sleeps)).toBe(true);
});
