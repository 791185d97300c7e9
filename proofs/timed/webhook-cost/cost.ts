import { readFileSync } from 'node:fs';
import { processCpu } from '../../runner/cpu.ts';
import type { SideName, Stage } from './stage.ts';

/** CPU milliseconds a delivery took: of the process that makes it, and of PostgreSQL's backends that serve it. */
export interface Cost {
  readonly node: number;
  readonly server: number;
  readonly perSecond: number;
  /** Connections that had to be opened meanwhile. */
  readonly opened: number;
}

export const sum = ({ node, server }: Cost) => node + server;
export const shown = ({ node, server }: Cost) => `${(node * 1000).toFixed(0)} + ${(server * 1000).toFixed(0)}`;

/** Connections that were idle for 30 seconds are closed, and opening them is no part of the cost. */
const warmUp = 3_200;
const coldAfterMs = 20_000;

export async function costOf(stage: Stage, side: SideName, events: number): Promise<Cost> {
  if (stage.idleMs(side) > coldAfterMs) await letGo(stage, side, warmUp);
  if (side !== 'bare') await stage.fill(side, events);
  const pid = stage.pidOf(side);
  const { connections } = await stage.receiver();
  const [node, server, began] = [processCpu(pid), await backends(stage), performance.now()];
  await stage.go(side, events);
  const seconds = (performance.now() - began) / 1_000;
  const spent = { node: processCpu(pid) - node, server: spentSince(server, await backends(stage)) };
  const opened = (await stage.receiver()).connections - connections;
  await stage.rest(side);
  return { node: spent.node / events, server: spent.server / events, perSecond: events / seconds, opened };
}

export async function letGo(stage: Stage, side: SideName, events: number): Promise<void> {
  if (side !== 'bare') await stage.fill(side, events);
  await stage.go(side, events);
  await stage.rest(side);
}

/** All that serve this database but the stage's own; what a new one burns counts from its beginning. */
async function backends({ owner }: Stage): Promise<ReadonlyMap<number, number>> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'stage'`,
  );
  return new Map(rows.map(({ pid }) => [pid, onCpu(pid)]));
}

function onCpu(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function spentSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((total, [pid, cpu]) => total + cpu - (before.get(pid) ?? 0), 0);
}
