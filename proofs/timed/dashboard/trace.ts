import type { Browser, Page } from 'playwright-core';

/** Tasks of a page's main thread, from the browser's own trace. */
export interface Task {
  readonly part: string;
  readonly ms: number;
  /** The most that one took of the processor; less than `ms` where the machine was busy with others. */
  readonly cpuMs: number;
  /** What ran in it, longest first. */
  readonly inside: readonly string[];
}

interface Event {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly functionName?: string; readonly url?: string; readonly type?: string } };
}

const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'v8',
  'disabled-by-default-v8.gc',
];
const mark = 'part:';

export interface Tracing {
  /** What comes from now on belongs to this part. */
  readonly part: (name: string) => Promise<void>;
  /** The longest tasks of every part. */
  readonly stop: () => Promise<ReadonlyMap<string, Task>>;
}

export async function startTrace(browser: Browser, page: Page): Promise<Tracing> {
  await browser.startTracing(page, { categories });
  const part = async (name: string) => void (await page.evaluate(`void performance.mark('${mark}${name}')`));
  return {
    part,
    stop: async () => {
      await part('end');
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
        readonly traceEvents: readonly Event[];
      };
      return longestOf(traceEvents);
    },
  };
}

function longestOf(events: readonly Event[]): ReadonlyMap<string, Task> {
  const marks = events
    .filter(({ name, cat }) => name.startsWith(mark) && cat.includes('user_timing'))
    .toSorted((a, b) => a.ts - b.ts);
  // The marks are made on the page's main thread, which tells it apart from all others.
  const [first] = marks;
  if (first === undefined) throw new Error('the trace holds no marks of the page');
  const own = events.filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X');
  const tasks = own.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');
  if (tasks.length === 0) throw new Error('the trace holds no tasks');
  const longest = new Map<string, Task>();
  for (const [index, { name, ts }] of marks.entries()) {
    const until = marks[index + 1]?.ts;
    if (until === undefined) break;
    const here = tasks.filter((task) => task.ts >= ts && task.ts < until);
    const [top] = here.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0));
    if (top === undefined) continue;
    const part = name.slice(mark.length);
    const task = {
      part,
      ms: (top.dur ?? 0) / 1_000,
      // Of all of them, not of the one that took longest: that one may have waited for the processor.
      cpuMs: Math.max(...here.map(({ dur = 0, tdur = dur }) => tdur)) / 1_000,
      inside: insideOf(top, own),
    };
    if (task.ms > (longest.get(part)?.ms ?? -1)) longest.set(part, task);
  }
  return longest;
}

function insideOf(task: Event, own: readonly Event[]): readonly string[] {
  const end = task.ts + (task.dur ?? 0);
  return own
    .filter(
      (event) =>
        event !== task && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end && (event.dur ?? 0) > 5_000,
    )
    .filter(({ name }) => !name.includes('RunTask'))
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 8)
    .map(({ name, dur = 0, args }) => {
      const { functionName = '', type = '', url = '' } = args?.data ?? {};
      const which = [type, functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
      return `${name}${which === '' ? '' : ` (${which})`} ${(dur / 1_000).toFixed(0)} ms`;
    });
}
