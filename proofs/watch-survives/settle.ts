import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../../dev/engines/clusters/api.ts';
import type { MonitorProcess } from './monitor-process.ts';
import { type FreshList, freshList } from './fresh-list.ts';
import { differences, type Ledger } from './ledger.ts';
import { monitorView } from './monitor-view.ts';
import type { Reflected } from './reflector-program.ts';
import type { Writer } from './writer.ts';

export interface Watchers {
  readonly api: Api;
  readonly writer: Writer;
  readonly ledger: Ledger;
  readonly monitor: MonitorProcess;
  readonly reflected: () => Promise<Reflected>;
}

/** How long after the return each was level with a fresh list; Infinity: never. */
export interface Settled {
  readonly reflectorMs: number;
  readonly monitorMs: number;
  readonly freshMs: number;
  /** Confirmed changes the reflector, and the control, then knew nothing of. */
  readonly missed: readonly string[];
  readonly naiveMissed: number;
  readonly lists: number;
  /** Of what was not level, some words. */
  readonly open: readonly string[];
}

const patienceMs = 120_000;
const pollMs = 100;

/** Holds the writer still, takes a fresh list and waits until everybody is level with it. */
export async function settle(watchers: Watchers, returnedAt: number): Promise<Settled> {
  await watchers.writer.pause();
  try {
    const list = await freshList(watchers.api);
    const level = (why: (watchers: Watchers, list: FreshList) => Promise<string | undefined>) =>
      levelAfter(() => why(watchers, list), returnedAt);
    const [reflector, monitor, fresh] = await Promise.all([
      level(whyReflectorIsNot),
      level(whyMonitorIsNot),
      level(whyStale),
    ]);
    const { told, naive, lists } = await watchers.reflected();
    return {
      reflectorMs: reflector.ms,
      monitorMs: monitor.ms,
      freshMs: fresh.ms,
      missed: watchers.ledger.missedBy(told),
      naiveMissed: watchers.ledger.missedBy(naive).length,
      lists,
      open: [reflector, monitor, fresh].flatMap(({ why }) => (why === undefined ? [] : [why])),
    };
  } finally {
    watchers.writer.resume();
  }
}

async function levelAfter(why: () => Promise<string | undefined>, returnedAt: number) {
  for (;;) {
    const reason = await why().catch((error: unknown) => String(error));
    const ms = performance.now() - returnedAt;
    if (reason === undefined) return { ms, why: undefined };
    if (ms > patienceMs) return { ms: Infinity, why: reason };
    await wait(pollMs);
  }
}

async function whyReflectorIsNot({ reflected }: Watchers, { view }: FreshList): Promise<string | undefined> {
  const { told, state, isSynced } = await reflected();
  if (!isSynced) return 'reflector: it is not synced';
  const [first] = [...differences(view, told), ...differences(view, state)];
  return first === undefined ? undefined : `reflector: ${first}`;
}

async function whyMonitorIsNot({ monitor }: Watchers, list: FreshList): Promise<string | undefined> {
  const seen = await monitorView(monitor);
  for (const part of ['nodes', 'workloads'] as const) {
    const wanted = new Set(list[part]);
    const odd = [...wanted].find((line) => !seen[part].includes(line)) ?? seen[part].find((line) => !wanted.has(line));
    if (odd !== undefined) return `monitor: ${part} differ by ${odd}`;
  }
  return undefined;
}

async function whyStale({ monitor }: Watchers): Promise<string | undefined> {
  const health = await monitor.health();
  return health?.stale === false ? undefined : `health: stale ${health?.stale}, observed ${health?.observed_at}`;
}

export const shown = (ms: number) => (ms === Infinity ? 'never' : `${(ms / 1_000).toFixed(2)} s`);
