import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type pg from 'pg';

/**
 * CPU milliseconds of the backends that serve one database, read from the kernel. Others may use the
 * same server meanwhile; what their backends burn is not counted.
 */
export async function backendCpu(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
  );
  return () => rows.reduce((sum, { pid }) => sum + onCpu(pid), 0);
}

/**
 * The same where connections come and go meanwhile: what a new one burns counts from its beginning, and one
 * that is gone was idle before. To be asked again for what was burnt since.
 */
export async function backendCpuSince(pool: pg.Pool): Promise<() => Promise<number>> {
  const began = await backendsOf(pool);
  return async () => [...(await backendsOf(pool))].reduce((sum, [pid, cpu]) => sum + cpu - (began.get(pid) ?? 0), 0);
}

async function backendsOf(pool: pg.Pool): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
  );
  return new Map(rows.map(({ pid }) => [pid, onCpu(pid)]));
}

/** The scheduler counts in nanoseconds; the better known ticks are ten milliseconds each. */
function onCpu(pid: number | string): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** CPU milliseconds of another process, all its threads that still run. */
export function processCpu(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + onCpu(`${pid}/task/${thread}`), 0);
}

/** CPU milliseconds of this process. */
export function nodeCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of the whole machine, with what a host took away from it. */
export function machineCpu(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticks();
  return (user + nice + system + irq + softirq + steal) * tickMs;
}

/** CPU milliseconds that a host took away from the machine. */
export function stolenCpu(): number {
  const [, , , , , , , steal = 0] = ticks();
  return steal * tickMs;
}

/** Of the machine's time, from now on. */
export function shareOf(cpu: () => number): () => number {
  const [before, began] = [cpu(), performance.now()];
  return () => (cpu() - before) / ((performance.now() - began) * availableParallelism());
}

/** Where a host takes more of the machine than this, how long something took says nothing. */
const mostTaken = 0.05;

/** For bars that are not judged where it does. */
export const hostTakesMuch = `the host takes more than ${mostTaken * 100} % of the machine`;

/** From now on; answers why times say nothing, if they do not. */
export function watchHost(): () => string | undefined {
  const stolen = shareOf(stolenCpu);
  return () => {
    const share = stolen();
    return share > mostTaken ? `the host took ${(share * 100).toFixed(0)} % of the machine` : undefined;
  };
}

const tickMs = 10;

function ticks(): readonly number[] {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/) ?? [];
  return fields.map(Number);
}
