import { randomUUID } from 'node:crypto';
import { makeLog, type Refusal } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Valkey } from '../src/budget/valkey.ts';
import { type OpenStream, Streams } from '../src/door/streams.ts';
import { type OwnValkey, ownValkey } from './own-valkey.ts';

/** Two gateways that count their streams in one Valkey. */
let own: OwnValkey;
let valkeys: readonly [Valkey, Valkey];
let gateways: readonly [Streams, Streams];
let whose: string;

beforeAll(async () => {
  own = await ownValkey();
  const log = makeLog({ level: 'fatal' });
  valkeys = [new Valkey(own.url, log), new Valkey(own.url, log)];
  await Promise.all(valkeys.map((one) => one.open()));
  gateways = [new Streams(valkeys[0]), new Streams(valkeys[1])];
});
beforeEach(() => {
  whose = randomUUID();
});
afterAll(async () => {
  for (const one of gateways) one.close();
  for (const one of valkeys) one.close();
  await own.remove();
});

const streamOf = (credentialId: string): OpenStream => ({
  holder: { principal: { credentialId } } as unknown as NonNullable<OpenStream['holder']>,
  cut: () => undefined,
});

/** How many of so many are let in, by turns at one gateway and the other. */
async function open(count: number): Promise<readonly OpenStream[]> {
  const streams = Array.from({ length: count }, () => streamOf(whose));
  const ends = await Promise.allSettled(streams.map((one, index) => gateways[index % 2 === 0 ? 0 : 1].add(one)));
  for (const { reason } of ends.filter((end) => end.status === 'rejected'))
    expect(reason).toMatchObject({ code: 'rate_limited' } satisfies Partial<Refusal>);
  return streams.filter((_, index) => ends[index]?.status === 'fulfilled');
}

test('a credential has twenty streams at all gateways together', async () => {
  expect(await open(30)).toHaveLength(20);
});

test('one that is closed makes room at the other gateway', async () => {
  const [first] = await open(20);
  if (first === undefined) throw new Error('none was let in');
  expect(await open(1)).toHaveLength(0);
  gateways[0].delete(first);
  await eventually(async () => expect(await open(1)).toHaveLength(1));
});

test('what a killed gateway had open counts until its places run out, and is kept as long as it lives', async () => {
  const place = () => valkeys[0].takePlace(whose, randomUUID(), 1, 1);
  expect([await place(), await place()]).toEqual([true, false]);
  await eventually(async () => expect(await place()).toBe(true));
  const kept = randomUUID();
  await eventually(async () => expect(await valkeys[0].takePlace(whose, kept, 1, 1)).toBe(true));
  await valkeys[0].keepPlaces([[whose, kept]], 60);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  expect(await place()).toBe(false);
});

test('without Valkey each gateway counts its own', async () => {
  await own.kill();
  expect(await open(50)).toHaveLength(40);
  await own.start();
});
