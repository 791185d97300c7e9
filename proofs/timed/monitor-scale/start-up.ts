import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processCpu } from '../../runner/cpu.ts';
import type { BareList } from './bare-list.ts';
import { type MonitorProcess, startMonitor } from '../../watch-survives/monitor-process.ts';

export interface StartUp {
  readonly monitor: MonitorProcess;
  readonly cpuMs: number;
  readonly seconds: number;
}

const pollMs = 200;
const limitMs = 180_000;
/** What a process still does after it says it is ready is not the cluster's. */
const settleMs = 1_000;

/** What a fresh process burns from the registration of a cluster to the first health that has all its nodes. */
export async function startUp(kubeconfig: string, nodes: number): Promise<StartUp> {
  const monitor = await startMonitor();
  try {
    await wait(settleMs);
    const [before, began] = [processCpu(monitor.pid), performance.now()];
    await monitor.register(kubeconfig);
    while ((await monitor.health())?.totalNodes !== nodes) {
      if (performance.now() - began > limitMs)
        throw new Error(`${nodes} nodes were not seen within ${limitMs / 1_000} s of the registration`);
      await wait(pollMs);
    }
    return {
      monitor,
      cpuMs: processCpu(monitor.pid) - before,
      seconds: (performance.now() - began) / 1_000,
    };
  } catch (error) {
    await monitor.stop();
    throw error;
  }
}

/** What a fresh process burns to list the same objects by the same client. */
export async function bareList(kubeconfig: string): Promise<BareList> {
  const child = fork(join(import.meta.dirname, 'bare-list.ts'));
  child.send(kubeconfig);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the bare list ended with ${code}`);
  });
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [BareList];
  return report;
}
