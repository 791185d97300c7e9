import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../runner/figures.ts';

/** What the kernel counts as resident of a process, in KiB. */
export interface Resident {
  readonly nowKib: number;
  readonly peakKib: number;
}

const samples = 10;

/** Of several processes over the same seconds, each the median of its samples. */
export async function residentOf(pids: readonly number[], everyMs: number): Promise<readonly Resident[]> {
  const seen = pids.map((): number[] => []);
  for (let sample = 0; sample < samples; sample += 1) {
    for (const [index, pid] of pids.entries()) seen[index]?.push(fieldOf(pid, 'VmRSS'));
    await wait(everyMs);
  }
  return pids.map((pid, index) => ({ nowKib: median(seen[index] ?? []), peakKib: fieldOf(pid, 'VmHWM') }));
}

function fieldOf(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
}
