import { setTimeout as wait } from 'node:timers/promises';
import { machineCpu, shareOf, stolenCpu } from '../../runner/cpu.ts';
import { quantile } from '../../runner/figures.ts';
import type { Stage } from './stage.ts';

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  /** p95 of those committed in each tenth of the time: whether it began badly, or grew worse. */
  readonly p95s: readonly number[];
  /** The share of the machine that its host took away meanwhile. */
  readonly stolen: number;
  /** The share of it that others had before, while nothing here did anything. */
  readonly others: number;
}

const patienceMs = 30_000;
const tenths = 10;
const restMs = 2_000;

/** From the commit of an event to the first byte of its request at the receiver, events being written at a rate. */
export async function latencyAt(stage: Stage, perSecond: number, seconds: number): Promise<Latency> {
  const rest = shareOf(machineCpu);
  await wait(restMs);
  const others = rest();
  const stolen = shareOf(stolenCpu);
  const committed = await stage.flow({ perSecond, events: Math.floor(perSecond * seconds) });
  const arrived = await arrivedAll(stage, committed);
  await stage.rest('ours');
  const taken = { stolen: stolen(), others };
  const waits = committed
    .toSorted(([, one], [, other]) => one - other)
    .map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at);
  const each = Math.ceil(waits.length / tenths);
  const p95s = Array.from({ length: tenths }, (_, nth) => quantile(waits.slice(nth * each, (nth + 1) * each), 0.95));
  return { p50: quantile(waits, 0.5), p95: quantile(waits, 0.95), p95s, ...taken };
}

async function arrivedAll(
  stage: Stage,
  committed: readonly (readonly [string, number])[],
): Promise<ReadonlyMap<string, number>> {
  for (const began = performance.now(); ; ) {
    const arrived = new Map(await stage.firstBytes());
    if (committed.every(([id]) => arrived.has(id)) || performance.now() - began > patienceMs) return arrived;
    await wait(200);
  }
}
