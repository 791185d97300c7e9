import { describe, expect, test } from 'vitest';
import { type Cursor, cursorIn, idOf, lastId, podKey } from '../src/cursor.ts';
import { contains, cut, lineIn } from '../src/log-line.ts';
import { secondText, timeIn, timeText } from '../src/log-time.ts';
import { after, beginning, type Position } from '../src/position.ts';
import { unread } from '../src/unread.ts';

describe('a line with its time', () => {
  test.for([
    ['2026-11-18T08:05:15.123456789Z hello there', '2026-11-18T08:05:15.123456789Z', 'hello there'],
    ['2026-11-18T10:05:15.5+02:00 two  spaces ', '2026-11-18T08:05:15.500000000Z', 'two  spaces '],
    ['2026-11-18T08:05:15Z ', '2026-11-18T08:05:15.000000000Z', ''],
    ['2026-11-18T08:05:15.000000001Z', '2026-11-18T08:05:15.000000001Z', ''],
  ] as const)('%s', ([raw, at, text]) => {
    const line = lineIn(raw);
    expect([line && timeText(line.at), line?.text]).toEqual([at, text]);
  });

  test('what has no time is none of a container', () => {
    expect(lineIn('unable to retrieve container logs for containerd://7c')).toBeUndefined();
    expect(timeIn('2026-13-45T99:00:00Z')).toBeUndefined();
  });

  test('Kubernetes is asked for whole seconds', () => {
    expect(secondText(timeIn('2026-11-18T08:05:15.999999999Z') ?? 0n)).toBe('2026-11-18T08:05:15Z');
  });

  test('is cut at 16 KiB, between characters', () => {
    const long = cut({ at: 1n, text: `${'x'.repeat(16_383)}é and more` });
    expect(long).toEqual({ at: 1n, text: 'x'.repeat(16_383), truncated: true });
    const fits = { at: 1n, text: 'é'.repeat(8_192) };
    expect(cut(fits)).toBe(fits);
    expect(Buffer.byteLength(cut({ at: 1n, text: '漢'.repeat(6_000) }).text)).toBeLessThanOrEqual(16_384);
  });

  test('is found by a part of it, in capitals or not', () => {
    expect(contains('TimeOut')('read TIMEOUT of 3 s')).toBe(true);
    expect(contains('timeout')('timed out')).toBe(false);
    expect(contains()('anything')).toBe(true);
  });
});

describe('a log that is taken up again', () => {
  const timeAt = (microseconds: number) => timeText(begin + BigInt(microseconds) * 1_000n);
  const begin = timeIn('2026-11-18T08:05:15Z') ?? 0n;
  const at = (microseconds: number, count = 1): Position => ({ at: begin + BigInt(microseconds) * 1_000n, count });

  /** A log that stays open. */
  async function* log(...times: readonly number[]) {
    for (const [index, time] of times.entries()) yield `${timeAt(time)} ${index}`;
    await new Promise(() => undefined);
  }

  /** The places in the log of those that are told, up to so many. */
  async function told(source: AsyncIterable<string>, from: Position, most: number): Promise<readonly number[]> {
    const found: number[] = [];
    for await (const { text } of unread(source, from)) {
      found.push(Number(text));
      if (found.length === most) break;
    }
    return found;
  }

  test('begins after what was read, also where lines have the same time', async () => {
    const read = [5n, 7n, 7n].reduce(after, beginning);
    expect(read).toEqual({ at: 7n, count: 2 });
    expect(await told(log(4, 5, 7, 7, 7, 8), at(7, 2), 2)).toEqual([4, 5]);
    expect(await told(log(0, 1), beginning, 2)).toEqual([0, 1]);
    expect(await told(log(3, 4, 5), at(4, 0), 2)).toEqual([1, 2]);
  });

  test('goes by the order of the log where that of the times is another', async () => {
    // What came before the last line was read, though its time is later; what came behind was not.
    expect(await told(log(5, 8, 7, 6, 9), at(7), 2)).toEqual([3, 4]);
    expect(await told(log(5, 8, 7, 6, 9), at(8), 3)).toEqual([2, 3, 4]);
  });

  test("tells another container's from its first line, however few they are", async () => {
    expect(await told(log(8), at(7), 1)).toEqual([0]);
    expect(await told(log(2_000_000, 8), at(7), 2)).toEqual([0, 1]);
    const many = Array.from({ length: 120 }, (_, index) => 10 + index);
    expect((await told(log(...many), at(7), 120)).length).toBe(120);
  });

  test('is told whole where it ends, and broken where it breaks', async () => {
    const ending = async function* () {
      yield `${timeAt(7)} 0`;
      yield 'unable to retrieve container logs';
      yield `${timeAt(8)} 1`;
    };
    expect(await told(ending(), at(7), 9)).toEqual([1]);
    expect(await told(ending(), at(5), 9)).toEqual([0, 1]);
    const breaking = async function* () {
      yield* ending();
      throw new Error('lost');
    };
    await expect(told(breaking(), at(7), 9)).rejects.toThrow('lost');
  });
});

describe('the id of an event', () => {
  const time = timeIn('2026-11-18T08:05:15.123456789Z') ?? 0n;
  const cursor: Cursor = {
    time,
    untold: 1_234,
    pods: new Map<string, Position | undefined>([
      [podKey('read'), { at: time, count: 1 }],
      [podKey('behind'), { at: time - 86_400_000_000_000n, count: 12 }],
      [podKey('ahead'), { at: time + 5n, count: 1 }],
      [podKey('new'), beginning],
      [podKey('unread'), undefined],
    ]),
  };

  test('says of every pod how far it was told', () => {
    expect(cursorIn(idOf(cursor))).toEqual(cursor);
    expect(idOf(cursor)).toMatch(/^2026-11-18T08:05:15\.123456789Z~/);
    expect(cursorIn(idOf({ time, untold: 0, pods: new Map() }))).toEqual({ time, untold: 0, pods: new Map() });
  });

  test('of fifty pods fits into a header', () => {
    const year = 365n * 86_400_000_000_000n;
    const pods = new Map(Array.from({ length: 50 }, (_, index) => [podKey(`${index}`), { at: time - year, count: 1 }]));
    expect(pods.size).toBe(50);
    expect(idOf({ time, untold: 999_999, pods })).toMatch(/^[\x21-\x7e]{100,1000}$/);
  });

  test('of the last event says that there is no more', () => {
    expect(cursorIn(lastId(time))).toBe('ended');
  });

  test.for([
    '',
    '17',
    '2026-11-18T08:05:15Z',
    '2026-11-18T08:05:15Z~x!~',
    '2026-11-18T08:05:15Z~0~abc',
    '2026-11-18T08:05:15Z~0~abcdef?',
  ])('is none that was sent: %s', (id) => expect(cursorIn(id)).toBeUndefined());
});
