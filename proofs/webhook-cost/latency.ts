import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from './stage.ts';

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

const patienceMs = 30_000;

/** From the commit of an event to the first byte of its request at the receiver, events being written at a rate. */
export async function latencyAt(stage: Stage, perSecond: number, seconds: number): Promise<Latency> {
  const committed = await stage.flow({ perSecond, events: Math.floor(perSecond * seconds) });
  const arrived = await arrivedAll(stage, committed);
  await stage.rest('ours');
  const waits = committed
    .map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
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
