import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@wheelhouse/testkit';
import type { Fault, Ground } from './faults.ts';
import { type Settled, settle, shown, type Watchers } from './settle.ts';
import { type Staleness, watchStaleness } from './staleness.ts';

export interface Survived extends Settled, Staleness {}

export interface Pace {
  /** Undisturbed, before each fault. */
  readonly calmMs: number;
  readonly cutMs: Readonly<Record<Fault['name'], number>>;
  /** No fault begins that would not be over by then. */
  readonly until: number;
  /** How long the API server took to start. */
  readonly startMs: number;
  readonly say: (text: string) => void;
}

/** A machine that stands still for longer brings late what was on its way, and does late what was due. */
const mostStillMs = 250;
/** As a rule; longer when something is amiss. */
const settleMs = 2_000;
const freshWithinMs = 30_000;

/** One fault after the other, and what was seen of each. One that failed while the machine stood still comes again. */
export async function survive(
  faults: readonly Fault[],
  ground: Ground,
  watchers: Watchers,
  { calmMs, cutMs, until, startMs, say }: Pace,
): Promise<{ readonly survived: readonly Survived[]; readonly repeated: number }> {
  const { monitor, ledger } = watchers;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const survived: Survived[] = [];
  const coming = [...faults];
  for (const fault of coming) {
    const takesMs = calmMs + cutMs[fault.name] + (fault.starts ? startMs : 0) + settleMs;
    if (performance.now() + takesMs > until) continue;
    await eventually(async () => {
      if ((await monitor.health())?.stale !== false)
        throw new Error('the monitor did not come back from the last fault');
    }, freshWithinMs);
    await wait(calmMs);
    delay.reset();
    await fault.cut(ground);
    const staleness = watchStaleness(monitor);
    await wait(cutMs[fault.name]);
    const seen = await staleness();
    await fault.mend(ground);
    const settled = await settle(watchers, performance.now());
    const stoodStillMs = delay.max / 1e6;
    const isExcused = stoodStillMs > mostStillMs && (settled.open.length > 0 || seen.wrong.length > 0);
    if (isExcused) coming.push(fault);
    else survived.push({ ...settled, ...seen });
    say(
      `${isExcused ? 'again' : survived.length} ${fault.name}: level after ${shown(settled.reflectorMs)}, monitor ${shown(settled.monitorMs)}, fresh ${shown(settled.freshMs)}; ${ledger.changes} changes, missed ${settled.missed.length}, by the control ${settled.naiveMissed}; lists ${settled.lists}; stale ${seen.judged}, wrong ${seen.wrong.length}; longest standstill ${stoodStillMs.toFixed(0)} ms`,
    );
    for (const text of [...settled.open, ...settled.missed.slice(0, 3), ...seen.wrong.slice(0, 3)]) say(`  ${text}`);
  }
  delay.disable();
  return { survived, repeated: coming.length - faults.length };
}
