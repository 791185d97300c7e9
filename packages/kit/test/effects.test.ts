import { expect, test } from 'vitest';
import { commitOf, effect, watchEffects } from '../src/effects.ts';

test('a commit is named by what it changes, each once', () => {
  const numbering = `WITH heads AS (INSERT INTO example.outbox_streams (type) SELECT 'a' ON CONFLICT (type) DO UPDATE SET head = 1)
    UPDATE example.outbox AS o SET seq = 1`;
  expect(commitOf([numbering, 'DELETE FROM example.inbox WHERE seq = 1', numbering])).toBe(
    'commit insert example.outbox_streams, update example.outbox, delete example.inbox',
  );
  expect(commitOf(['SELECT 1 FROM example.leases FOR UPDATE'])).toBeUndefined();
});

test('an observer is told before and after; what is no effect or fails is not told as done', async () => {
  const told: string[] = [];
  const happen = (name: string | undefined, work = async () => void told.push('done')) => effect(() => name, work);
  await happen('unwatched');
  watchEffects(async (moment, name) => void told.push(`${moment} ${name}`));
  await happen('publish');
  await happen(undefined);
  await expect(happen('ack', () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  expect(told).toEqual(['done', 'before publish', 'done', 'after publish', 'done', 'before ack']);
});
