import type { StreamEvent } from '@wheelhouse/kit';
import { describe, expect, test } from 'vitest';
import { cursorIn } from '../src/cursor.ts';
import { Desk, type Tracked } from '../src/desk.ts';
import { Lag, Rate } from '../src/rate.ts';
import { Teller } from '../src/teller.ts';

test('the rate holds in any second, not only in those of the clock', () => {
  const rate = new Rate(3);
  for (const at of [900, 950, 990]) {
    expect(rate.roomIn(at)).toBeLessThanOrEqual(0);
    rate.take(at);
  }
  expect(rate.roomIn(1_010)).toBe(890);
  expect(rate.roomIn(1_900)).toBe(0);
});

test('who catches up is never behind, whatever the clocks say; who falls back is', () => {
  const lag = new Lag();
  expect(lag.behind(0, 600_000)).toBe(0);
  expect(lag.behind(10_000, 601_000)).toBe(0);
  expect(lag.behind(10_500, 604_500)).toBe(3_000);
});

/** A desk on a clock that stands until it is moved, and who tells what lies on it. */
function desk(limits: { readonly linesPerSecond?: number; readonly lines?: number; readonly bytes?: number } = {}) {
  const time = { now: 0 };
  const now = () => time.now;
  const date = () => new Date(Date.UTC(2026, 10, 18) + time.now);
  const made = new Desk({ linesPerSecond: 1_000, lines: 500, bytes: 1_000_000, now, ...limits });
  const teller = new Teller({ desk: made, date, now, from: undefined });
  return { desk: made, teller, time };
}

const line = (at: number, text = `line ${at}`) => ({ at: BigInt(at), text });

const textsOf = (events: readonly StreamEvent[]) =>
  events.map(({ event, data }) =>
    event === 'lines' ? (data as { lines: { text: string }[] }).lines.map(({ text }) => text) : event,
  );

const pending = (work: Promise<void>) =>
  Promise.race([work.then(() => false), new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))]);

describe('the desk', () => {
  test('holds a batch: whoever comes then waits, in turn, or is counted', async () => {
    const { desk: full, teller } = desk({ lines: 2 });
    const [one, other] = [teller.track('aaaaaa', 'one', undefined), teller.track('bbbbbb', 'other', undefined)];
    await full.put(one, line(1), true);
    await full.put(one, line(2), true);
    const waits = [full.put(one, line(3), true), full.put(other, line(3, 'other'), true)];
    expect(await Promise.all(waits.map(pending))).toEqual([true, true]);
    await full.put(other, line(4), false);
    expect(textsOf([...teller.round()])).toEqual([['line 1', 'line 2']]);
    await Promise.all(waits);
    expect(textsOf([...teller.round()])).toEqual([['line 3', 'other']]);
  });

  test('holds so many bytes, however few lines', async () => {
    const { desk: full, teller } = desk({ bytes: 10 });
    const pod = teller.track('aaaaaa', 'one', undefined);
    await full.put(pod, line(1, 'x'.repeat(10)), false);
    await full.put(pod, line(2), false);
    expect(textsOf([...teller.round()])).toEqual([['x'.repeat(10)]]);
    expect(pod.read.dropped).toBe(1);
  });

  test('lets those who wait go when it is closed', async () => {
    const { desk: full, teller } = desk({ lines: 1 });
    const pod = teller.track('aaaaaa', 'one', undefined);
    await full.put(pod, line(1), true);
    const waits = full.put(pod, line(2), true);
    expect(await pending(waits)).toBe(true);
    full.close();
    expect(await pending(waits)).toBe(false);
  });
});

describe('the teller', () => {
  const positionIn = ({ id }: StreamEvent, { key }: Tracked) => {
    const cursor = cursorIn(id);
    return cursor === 'ended' ? undefined : cursor?.pods.get(key)?.at;
  };

  test('puts lines that came together in the order of their times', async () => {
    const { desk: full, teller } = desk();
    const [one, other] = [teller.track('aaaaaa', 'one', undefined), teller.track('bbbbbb', 'other', undefined)];
    for (const at of [1, 3, 5]) await full.put(one, line(at), true);
    for (const at of [2, 3, 4]) await full.put(other, line(at, `other ${at}`), true);
    const [told] = [...teller.round()];
    expect(textsOf(told === undefined ? [] : [told])).toEqual([
      ['line 1', 'other 2', 'line 3', 'other 3', 'other 4', 'line 5'],
    ]);
  });

  test('an id goes no further than its own event, and what did not match is not read again', async () => {
    const { desk: full, teller } = desk();
    const pod = teller.track('aaaaaa', 'one', undefined);
    await full.put(pod, line(1), true);
    full.tell('pod_joined', { pod: 'other' });
    await full.put(pod, line(2), true);
    full.skip(pod, line(3), 0);
    const events = [...teller.round()];
    expect(textsOf(events)).toEqual([['line 1'], 'pod_joined', ['line 2']]);
    expect(events.map((event) => positionIn(event, pod))).toEqual([1n, 1n, 2n]);
    full.tell('pod_joined', { pod: 'third' });
    expect([...teller.round()].map((event) => positionIn(event, pod))).toEqual([3n]);
  });

  test('counts once a second, and an id carries what was counted and not told', async () => {
    const { desk: full, teller, time } = desk({ linesPerSecond: 1 });
    const pod = teller.track('aaaaaa', 'one', undefined);
    for (const at of [1, 2, 3]) await full.put(pod, line(at), false);
    time.now = 999;
    expect(textsOf([...teller.round()])).toEqual([['line 1']]);
    time.now = 1_000;
    await full.put(pod, line(4), false);
    await full.put(pod, line(5), false);
    const [lines, dropped] = [...teller.round()];
    expect(cursorIn(lines?.id ?? '')).toMatchObject({ untold: 2 });
    expect(dropped).toMatchObject({ event: 'dropped', data: { count: 3, since: '2026-11-18T00:00:00.000Z' } });
    expect(cursorIn(dropped?.id ?? '')).toMatchObject({ untold: 0 });
  });

  test('what a pod left out is told though it has left, and before the end', async () => {
    const { desk: full, teller } = desk({ lines: 1 });
    const pod = teller.track('aaaaaa', 'one', undefined);
    for (const at of [1, 2, 3]) await full.put(pod, line(at), false);
    full.tell('pod_left', { pod: 'one' }, pod);
    const events = [...teller.end('app_deleted')];
    expect(textsOf(events)).toEqual([['line 1'], 'pod_left', 'dropped', 'ended']);
    expect(events[2]?.data).toMatchObject({ count: 2 });
    expect(cursorIn(events[3]?.id ?? '')).toBe('ended');
  });

  test('batches have at most 500 lines', async () => {
    const { desk: full, teller } = desk({ lines: 1_000 });
    const pod = teller.track('aaaaaa', 'one', undefined);
    for (let at = 0; at < 800; at += 1) await full.put(pod, line(at), true);
    expect(textsOf([...teller.round()]).map(({ length }) => length)).toEqual([500, 300]);
  });
});
