import { expect, test } from 'vitest';
import { newestWarnings } from '../src/watch/newest-warnings.ts';

const event = (name: string, about: string, seconds: number) => ({
  type: 'Warning',
  metadata: { name, namespace: 'default' },
  involvedObject: { kind: 'Pod', namespace: 'default', name: about },
  message: name,
  lastTimestamp: new Date(seconds * 1_000).toISOString(),
});

test('the newest about an object is kept, and when it is gone the next may come', () => {
  const applied: string[] = [];
  const { keep, apply } = newestWarnings((key, now) => applied.push(`${key} ${now?.text ?? 'gone'}`));
  const first = keep(event('first', 'web', 10));
  expect(first?.text).toBe('first');
  expect(keep(event('older', 'web', 5))).toBeUndefined();
  expect(keep(event('first', 'web', 10))?.text).toBe('first');
  expect(keep(event('other', 'db', 1))?.text).toBe('other');
  apply('default/first', undefined, first);
  expect(applied).toEqual(['default/first gone']);
  expect(keep(event('older', 'web', 5))?.text).toBe('older');
});

test('no more than two thousand objects are kept warnings about', () => {
  const { keep } = newestWarnings(() => undefined);
  const kept = Array.from({ length: 3_000 }, (_, index) => keep(event(`e${index}`, `pod-${index}`, index)));
  expect(kept.filter((one) => one !== undefined)).toHaveLength(2_000);
  expect(keep(event('newer', 'pod-7', 9_999))?.text).toBe('newer');
});
