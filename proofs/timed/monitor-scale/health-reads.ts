import { median } from '../../runner/figures.ts';
import type { MonitorProcess } from '../../watch-survives/monitor-process.ts';

export interface Reads {
  readonly rounds: number;
  readonly perRound: number;
}

export interface ReadCost {
  readonly ratio: number;
  /** The empty cluster's against itself. */
  readonly same: number;
  readonly fleetMs: number;
  readonly emptyMs: number;
}

/** Health of the fleet and of the empty cluster read in turn, the empty one before and after each; medians of rounds. */
export async function compareReads(
  fleet: MonitorProcess,
  empty: MonitorProcess,
  { rounds, perRound }: Reads,
): Promise<ReadCost> {
  await round(fleet, empty, perRound);
  const seen: ReadCost[] = [];
  for (let count = 0; count < rounds; count += 1) seen.push(await round(fleet, empty, perRound));
  const over = (pick: (one: ReadCost) => number) => median(seen.map(pick));
  return {
    ratio: over((one) => one.ratio),
    same: over((one) => one.same),
    fleetMs: over((one) => one.fleetMs),
    emptyMs: over((one) => one.emptyMs),
  };
}

async function round(fleet: MonitorProcess, empty: MonitorProcess, reads: number): Promise<ReadCost> {
  const first: number[] = [];
  const middle: number[] = [];
  const last: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    first.push(await timed(empty));
    middle.push(await timed(fleet));
    last.push(await timed(empty));
  }
  const emptyMs = median([...first, ...last]);
  const fleetMs = median(middle);
  return { ratio: fleetMs / emptyMs, same: median(first) / median(last), fleetMs, emptyMs };
}

async function timed(monitor: MonitorProcess): Promise<number> {
  const began = performance.now();
  if ((await monitor.health()) === undefined) throw new Error('there was a health before, and now there is none');
  return performance.now() - began;
}
