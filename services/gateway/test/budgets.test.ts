import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makeLog } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Budgets } from '../src/budget/budgets.ts';
import { Meter } from '../src/budget/meter.ts';
import { windowSeconds } from '../src/budget/scripts.ts';
import { Valkey } from '../src/budget/valkey.ts';
import { type OwnValkey, ownValkey } from './own-valkey.ts';

const limit = 100;
const log = makeLog({ level: 'fatal' });
let valkey: OwnValkey;
/** As four gateways have them. */
let four: readonly Budgets[];

beforeAll(async () => {
  valkey = await ownValkey();
  four = Array.from({ length: 4 }, () => new Budgets(new Valkey(valkey.url, log), log));
  for (const budgets of four) await budgets.open();
  await allKnowFour();
});
afterAll(async () => {
  for (const budgets of four) budgets.close();
  await valkey.remove();
});
// What a test counts, it counts in one window; on a busy machine some take ten seconds.
beforeEach(() => roomFor(15));

async function roomFor(seconds: number): Promise<void> {
  const left = windowSeconds - ((Date.now() / 1_000) % windowSeconds);
  if (left < seconds) await wait(left * 1_000 + 50);
}

const allKnowFour = () => eventually(() => expect(four.map(({ gateways }) => gateways)).toEqual([4, 4, 4, 4]));
const allCount = () => eventually(() => expect(four.map(({ isShared }) => isShared)).toEqual([true, true, true, true]));
const nobodyCounts = () =>
  eventually(() => expect(four.map(({ isShared }) => isShared)).toEqual([false, false, false, false]));

/** On a busy machine a gateway may take Valkey for slow and keep its share; then it is done again, with somebody else. */
async function whileAllCount<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await allCount();
    await roomFor(15);
    const answer = await ask();
    if (four.every(({ isShared }) => isShared)) return answer;
  }
}

interface Counted {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly tookMs: number;
}

function charge(budgets: Budgets | undefined, meter: Meter | undefined): Promise<Counted> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    if (budgets === undefined || meter === undefined) reject(new Error('there is none'));
    else
      budgets.charge(meter, {
        charged: (admitted, remaining) => resolve({ admitted, remaining, tookMs: performance.now() - began }),
      });
  });
}

/** A caller whom all four know, each by a meter of its own. */
interface Someone {
  /** All at once, in turn at these gateways. */
  readonly ask: (times: number, at?: readonly number[]) => Promise<readonly Counted[]>;
  /** One after the other, so that each gateway knows what the others have let in. */
  readonly askInTurn: (times: number) => Promise<readonly Counted[]>;
  /** What Valkey has counted in this window. */
  readonly counted: () => Promise<number>;
}

function someone(): Someone {
  const key = `budget:test:${randomUUID()}`;
  const meters = four.map(() => new Meter(key, limit));
  const at = (which = 0) => charge(four[which], meters[which]);
  return {
    ask: (times, gateways = [0, 1, 2, 3]) =>
      Promise.all(Array.from({ length: times }, (_, index) => at(gateways[index % gateways.length]))),
    askInTurn: async (times) => {
      const counted: Counted[] = [];
      for (let index = 0; index < times; index += 1) counted.push(await at(index % 4));
      return counted;
    },
    counted: async () => {
      const [counter = ''] = (await valkey.ask('KEYS', `${key}:*`)) as string[];
      return Number(await valkey.ask('GET', counter));
    },
  };
}

const admittedOf = (counted: readonly Counted[]) => counted.filter(({ admitted }) => admitted).length;
async function calls(): Promise<number> {
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await valkey.ask('INFO', 'commandstats')))?.[1] ?? 0);
}

describe('while Valkey counts', () => {
  test('four gateways let in exactly the budget, and each says another number', async () => {
    const counted = await whileAllCount(() => someone().ask(2 * limit));
    const admitted = counted.filter((one) => one.admitted);
    expect(admitted.map(({ remaining }) => remaining).toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, index) => limit - 1 - index),
    );
    expect(counted.filter((one) => !one.admitted && one.remaining === 0)).toHaveLength(limit);
  });

  test('all who come in one turn are counted in one call', async () => {
    const before = await calls();
    const many = Array.from({ length: 20 }, () => new Meter(`budget:test:${randomUUID()}`, limit));
    await Promise.all([...many, ...many].map((meter) => charge(four[0], meter)));
    expect((await calls()) - before).toBe(1);
  });

  test('who has spent a budget is refused without asking again', async () => {
    const { ask } = someone();
    await ask(limit, [0]);
    const before = await calls();
    expect(admittedOf(await ask(50, [0]))).toBe(0);
    expect((await calls()) - before).toBe(0);
  });

  test('a counter ends with its window', async () => {
    await someone().ask(1);
    const keys = (await valkey.ask('KEYS', 'budget:test:*')) as string[];
    const ends = await Promise.all(keys.map(async (key) => [key, await valkey.ask('EXPIRETIME', key)] as const));
    for (const [key, end] of ends) expect(key.endsWith(`:${String(end)}`)).toBe(true);
  });

  test('it goes on when its connections are cut and its scripts are gone', async () => {
    const { ask, counted } = someone();
    const first = admittedOf(await ask(40));
    await valkey.ask('SCRIPT', 'FLUSH');
    await valkey.ask('CLIENT', 'KILL', 'TYPE', 'normal');
    const second = admittedOf(await ask(20));
    await allCount();
    await eventually(async () => expect(await counted()).toBe(60));
    expect(first + second + admittedOf(await ask(2 * limit))).toBe(limit);
  });
});

describe('while Valkey hangs', () => {
  test('shares are kept, and what was let in is told on return', async () => {
    const { ask, counted } = someone();
    expect(admittedOf(await ask(40))).toBe(40);
    await valkey.freeze();
    const meanwhile = await ask(40);
    await nobodyCounts();
    expect(admittedOf(meanwhile)).toBe(40);
    // How little they wait for it, the proof `budget` measures.
    expect(Math.max(...meanwhile.map(({ tookMs }) => tookMs))).toBeLessThan(1_000);
    expect(admittedOf(await ask(3, [0]))).toBe(3);
    await valkey.thaw();
    await allCount();
    // By all four, though nobody has asked the other three again.
    await eventually(async () => expect(await counted()).toBe(83));
    expect(admittedOf(await ask(2 * limit, [2]))).toBe(17);
  });

  test('a second time shares are dealt from what is left by then', async () => {
    const { ask, askInTurn, counted } = someone();
    let admitted = admittedOf(await ask(4));
    await valkey.freeze();
    admitted += admittedOf(await ask(4));
    await nobodyCounts();
    await valkey.thaw();
    await allCount();
    await eventually(async () => expect(await counted()).toBe(8));
    admitted += admittedOf(await askInTurn(80));
    expect(admitted).toBe(88);
    await valkey.freeze();
    admitted += admittedOf(await ask(2 * limit));
    await nobodyCounts();
    admitted += admittedOf(await ask(2 * limit));
    // Each knows what was counted when it last asked itself.
    expect(admitted).toBeLessThanOrEqual(limit * 1.1);
    await valkey.thaw();
    await allCount();
  });

  test('nobody is counted twice, whenever it answers again', async () => {
    const { ask, counted } = someone();
    const times = 12;
    for (let time = 0; time < times; time += 1) {
      await valkey.freeze();
      await ask(1, [0]);
      await eventually(() => expect(four[0]?.isShared).toBe(false));
      // About when it is asked again: what it counted late, it then tells with what it answers now.
      await wait(60 + 4 * time);
      await valkey.thaw();
      await allCount();
    }
    await eventually(async () => expect(await counted()).toBe(times));
  });

  test('what remains is never said to be more than before', async () => {
    const { ask } = someone();
    const told: number[] = [];
    const askThere = async (times: number) => {
      for (let time = 0; time < times; time += 1) told.push(...(await ask(1, [1])).map(({ remaining }) => remaining));
    };
    await askThere(20);
    await valkey.freeze();
    await askThere(10);
    await nobodyCounts();
    await askThere(10);
    await valkey.thaw();
    await allCount();
    await askThere(20);
    expect(told).toEqual(told.toSorted((a, b) => b - a));
  });
});

test('a Valkey that answers but cannot count is told by what it says, to whoever starts meanwhile too', async () => {
  await valkey.ask('CONFIG', 'SET', 'maxmemory', '1');
  await nobodyCounts();
  const fifth = new Budgets(new Valkey(valkey.url, log), log);
  await fifth.open();
  for (const { trouble } of [...four, fifth]) expect(trouble).toMatch(/^Valkey cannot count requests: OOM/);
  fifth.close();
  await valkey.ask('CONFIG', 'SET', 'maxmemory', '0');
  await allCount();
  expect(four.every(({ trouble }) => trouble === undefined)).toBe(true);
});

describe('while Valkey is dead', () => {
  test('shares are kept to the end of a window of which it has forgotten a part', async () => {
    const [regular, late] = [someone(), someone()];
    let admitted = admittedOf(await regular.askInTurn(40));
    await valkey.kill();
    admitted += admittedOf(await regular.ask(40));
    await nobodyCounts();
    expect(admitted).toBe(80);
    await valkey.start();
    await eventually(async () => expect(await valkey.ask('GET', 'gateways:forgotten')).not.toBeNull());
    admitted += admittedOf(await regular.ask(4 * limit));
    expect(admitted).toBeGreaterThanOrEqual(limit - 4);
    expect(admitted).toBeLessThanOrEqual(limit + 4);
    expect(admittedOf(await late.ask(4 * limit))).toBe(limit);
    expect(four.map(({ isShared }) => isShared)).toEqual([false, false, false, false]);
    // A gateway that has counted nothing yet learns it from the others.
    const fifth = new Budgets(new Valkey(valkey.url, log), log);
    await fifth.open();
    expect(fifth.isShared).toBe(false);
    fifth.close();
  });

  test('who was seen before it died is not forgotten with it', () => {
    for (const { gateways } of four) expect(gateways).toBeGreaterThanOrEqual(4);
  });
});
