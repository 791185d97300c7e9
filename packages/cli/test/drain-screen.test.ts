import { expect, test } from 'vitest';
import type { Action } from '../src/groups/actions/action.ts';
import { type DrainedPod, drainScreen, endedText } from '../src/groups/actions/tell-drain.ts';

const now = Date.parse('2026-11-18T03:00:00Z');
const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

const pod = (name: string, more: Partial<DrainedPod> = {}): DrainedPod => ({
  namespace: 'shop',
  pod: name,
  owner: 'Deployment web',
  status: 'waiting',
  reason: null,
  attempts: 0,
  blocked_by: [],
  next_try_at: null,
  deadline_at: null,
  ...more,
});

const counts = { waiting: 0, evicting: 0, evicted: 0, skipped: 0, failed: 0 };

function draining(pods: readonly DrainedPod[], more: object = {}): Action {
  const drain = { node_cordoned: true, pass: 1, upper_bound_at: inSeconds(130), counts, ...more };
  const shown = { action: 'drain_node', target: { node_name: 'node-7' }, details: { pods, drain } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of an action is not looked at
  return shown as unknown as Action;
}

test('a drain on a screen: a bar, what is in the way in full, and the others in short', () => {
  const pods = [
    pod('web-1', { attempts: 3, blocked_by: ['web'], next_try_at: inSeconds(11.2), reason: 'It needs 3 and has 3' }),
    ...['a', 'b', 'c', 'd', 'e'].map((name) => pod(name, { status: 'evicting' })),
    pod('later'),
    pod('stuck', { status: 'failed', reason: 'its finalizers hold it' }),
  ];
  const figures = { counts: { ...counts, waiting: 2, evicting: 5, evicted: 8, failed: 1 } };
  expect(drainScreen(draining(pods, figures), now)).toEqual([
    `Drain Node node-7  ${'█'.repeat(12)}${'░'.repeat(12)}  8 of 16 pods gone, at most 2 min 10 s left`,
    '  shop/web-1 is blocked by budget web: attempt 3 of 5, next try in 12 s',
    '    It needs 3 and has 3',
    '  shop/stuck failed: its finalizers hold it',
    '  evicting  shop/a, shop/b, shop/c and 2 more',
    '  waiting   shop/later',
    '  cordoned; Ctrl-C stops watching, not the drain',
  ]);
});

test('of many that are blocked some are named, however many there are', () => {
  const pods = Array.from({ length: 40 }, (_, at) => pod(`web-${at}`, { attempts: 1, blocked_by: ['web', 'all'] }));
  const lines = drainScreen(draining(pods, { pass: 2, upper_bound_at: null }), now);
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe('  shop/web-0 is blocked by budgets web and all: attempt 1 of 5');
  expect(lines.slice(-2)).toEqual([
    '  and 32 more',
    '  cordoned; pass 2 of 3: pods came back; Ctrl-C stops watching, not the drain',
  ]);
});

test('what somebody else wrote moves no cursor', () => {
  const reason = 'webhook said \u001b[2J';
  const [, , told] = drainScreen(draining([pod('web-1', { blocked_by: ['web'], reason })]), now);
  expect(told).toBe(String.raw`    webhook said \u001b[2J`);
});

test('how it ended, in one line', () => {
  const of = (more: object, node_cordoned = true) =>
    endedText({ node_cordoned, pass: 1, upper_bound_at: null, counts: { ...counts, ...more } });
  expect(of({ evicted: 12, skipped: 3 })).toBe('12 pods evicted, 3 left alone; the node is cordoned');
  expect(of({ evicted: 1, failed: 1, waiting: 2, evicting: 1 }, false)).toBe(
    '1 pod evicted, 1 failed, 3 not gone; the node is not cordoned',
  );
});
