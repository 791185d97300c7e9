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
}

const patienceMs = 120_000;

/** One fault, and what was seen of it. */
export async function survive(
  fault: Fault,
  ground: Ground,
  watchers: Watchers,
  { calmMs, cutMs }: Pace,
  say: (text: string) => void,
): Promise<Survived> {
  const { monitor, ledger } = watchers;
  await eventually(async () => {
    if ((await monitor.health())?.stale !== false) throw new Error('the monitor did not come back from the last fault');
  }, patienceMs);
  await wait(calmMs);
  await fault.cut(ground);
  const seen = await watchStaleness(monitor, Date.now(), cutMs[fault.name]);
  await fault.mend(ground);
  const settled = await settle(watchers, performance.now());
  say(
    `${fault.name}: level after ${shown(settled.reflectorMs)}, monitor ${shown(settled.monitorMs)}, fresh ${shown(settled.freshMs)}; ${ledger.changes} changes, missed ${settled.missed.length}, by the control ${settled.naiveMissed}; lists ${settled.lists}; stale ${seen.judged}, wrong ${seen.wrong.length}`,
  );
  for (const text of [...settled.open, ...settled.missed.slice(0, 3), ...seen.wrong.slice(0, 3)]) say(`  ${text}`);
  return { ...settled, ...seen };
}
