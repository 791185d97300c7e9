import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median, quantile } from '../../runner/figures.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import type { SickChild } from './sick-child.ts';

/** What befalls a module, and what its callers may be told meanwhile. */
interface Fault {
  readonly name: string;
  readonly path: string;
  readonly begin?: () => Promise<void>;
  readonly end?: () => Promise<void>;
  readonly allowed: readonly string[];
  /** Told to some, or the fault did not happen. */
  readonly shown: readonly string[];
}

export interface BystanderOptions {
  /** Two gateways before the same modules: through one the sick module is asked, through the other another. */
  readonly ports: readonly [number, number];
  readonly token: string;
  readonly sick: SickChild;
  readonly firstByteMs: number;
  readonly say: (text: string) => void;
}

/** What was seen while one fault, or none, was there. */
interface Window {
  readonly name: string;
  /** p95 in ms through the gateway with the sick module, and through the other. */
  readonly felt: number;
  readonly beside: number;
  readonly longestMs: number;
  /** What callers of the sick module were told and must not be. */
  readonly wrong: readonly string[];
  /** What may be the machine's doing where it was busy with something else. */
  readonly trouble: readonly string[];
}

export interface Bystanders {
  /** p95 of the healthy module's callers through the one, over that through the other at the same time: medians. */
  readonly ratios: Readonly<Record<string, number>>;
  /** The median over the windows of all faults. */
  readonly overall: number;
  /** The same without a fault. */
  readonly same: number;
  /** The fewest windows of a fault that count; those while the machine was busy with something else do not. */
  readonly fewest: number;
  readonly asked: number;
  readonly sickAsked: number;
  /** What a caller of the sick module must not be told, or too late; and any trouble of the healthy one's. */
  readonly wrong: readonly string[];
  readonly worstMs: number;
}

export const bar = 1.1;
const judged = 0.95;
const seconds = 5;
/** Windows of each fault that must count. */
export const rounds = 9;
/** While fewer count, or a fault seems to be felt, more rounds are run until then. */
const mostMs = 20 * 60_000;
export const calm = { from: 0.9, to: 1.1 };
export const isCalm = (same: number) => same >= calm.from && same <= calm.to;
const loader = join(import.meta.dirname, 'load.ts');
const healthyPerSecond = 240;
const sickPerSecond = 60;
const untilFaultMs = 300;
const warmUpSeconds = 1.5;
const busyFactor = 2;
const noFault = 'no fault';
const graceMs = 1_000;
const pathOf = (module: string, fault: string) => `/api/${module}/api/v1/faults/${fault}`;
const healthyPath = pathOf('healthy', 'none');
const sickPath = pathOf('sick', 'none');

function faultsOf(sick: SickChild): readonly Fault[] {
  const broken = ['502 upstream_error'];
  return [
    {
      name: 'killed',
      path: sickPath,
      begin: () => sick.kill(),
      end: () => sick.start(),
      allowed: ['200', '503 unavailable', ...broken],
      shown: ['503 unavailable'],
    },
    {
      name: 'stopped',
      path: sickPath,
      begin: async () => sick.signal('SIGSTOP'),
      end: async () => sick.signal('SIGCONT'),
      allowed: ['200', '503 unavailable', '504 upstream_timeout'],
      shown: ['504 upstream_timeout'],
    },
    { name: 'garbage', path: pathOf('faulty', 'speaks-something-else'), allowed: broken, shown: broken },
    {
      name: 'slow bytes',
      path: pathOf('faulty', 'says-bytes-slowly-and-closes'),
      // More are under way than it may have.
      allowed: ['cut', '503 unavailable'],
      shown: ['cut'],
    },
    { name: 'early close', path: pathOf('faulty', 'closes-without-a-word'), allowed: broken, shown: broken },
    { name: 'close in the body', path: pathOf('faulty', 'closes-in-its-body'), allowed: ['cut'], shown: ['cut'] },
  ];
}

/**
 * Load on a healthy module through both gateways, request by request in turn, so that whatever else the machine does
 * is felt alike; through one of them a sick module is asked besides, through the other a sound one just as often.
 */
export async function watchBystanders(options: BystanderOptions): Promise<Bystanders> {
  const { ports, token, sick, firstByteMs, say } = options;
  const [healthyLoader, sickLoader] = [fork(loader), fork(loader)];
  const windows: Window[] = [];
  const until = performance.now() + mostMs;
  let [asked, sickAsked] = [0, 0];
  const common = { token, seconds };

  const watch = async (fault: Fault | undefined, [through, beside]: readonly [number, number]): Promise<void> => {
    const name = fault?.name ?? noFault;
    const sickAsking = ordered(sickLoader, {
      ...common,
      doors: [
        { port: through, path: fault?.path ?? sickPath },
        { port: beside, path: healthyPath },
      ],
      perSecond: sickPerSecond,
      patienceMs: firstByteMs + graceMs + 1_000,
    });
    const healthyAsking = ordered(healthyLoader, {
      ...common,
      doors: [through, beside].map((port) => ({ port, path: healthyPath })),
      perSecond: healthyPerSecond,
      patienceMs: firstByteMs,
    });
    if (fault?.begin !== undefined) {
      await wait(untilFaultMs);
      await fault.begin();
    }
    const healthy = await healthyAsking;
    const [told, sound] = await sickAsking;
    await fault?.end?.();
    if (told === undefined || sound === undefined) throw new Error('the load was not reported');
    asked += healthy.reduce((sum, { sent }) => sum + sent, 0);
    sickAsked += told.sent;
    const [one = Number.NaN, other = Number.NaN] = healthy.map(({ tookMs }) => quantile(tookMs, judged));
    const longestMs = Math.max(...told.tookMs);
    const late = longestMs > firstByteMs + graceMs ? [`took ${Math.round(longestMs)} ms`] : [];
    const unshown = (fault?.shown ?? []).filter((outcome) => told.outcomes[outcome] === undefined);
    windows.push({
      name,
      felt: one,
      beside: other,
      longestMs,
      wrong: [...unlike(told, fault?.allowed ?? ['200']), ...unshown.map((outcome) => `nobody was told ${outcome}`)],
      trouble: [...[...healthy, sound].flatMap((report) => unlike(report, ['200'])), ...late],
    });
    say(`${name}: p${judged * 100} ${one.toFixed(2)} ms, without ${other.toFixed(2)}: ${(one / other).toFixed(3)}×`);
  };

  try {
    for (let time = 0; time < 2; time += 1) await warmUp(healthyLoader, ports, token);
    const faults = faultsOf(sick);
    const isOpen = () => {
      const ratios = ratiosOf(windows);
      const isFew = [...ratios.values()].some(({ length }) => length < rounds);
      return isFew || !isCalm(median(ratios.get(noFault) ?? [])) || overallOf(ratios) > bar;
    };
    const mayGoOn = (round: number) => round < rounds || performance.now() < until;
    for (let round = 0; round < rounds || (isOpen() && mayGoOn(round)); round += 1) {
      // Each gateway is the one with the sick module in turn.
      const turned = round % 2 === 0 ? ports : ([ports[1], ports[0]] as const);
      for (const fault of [undefined, ...faults]) if (mayGoOn(round)) await watch(fault, turned);
    }
  } finally {
    for (const one of [healthyLoader, sickLoader]) one.kill('SIGKILL');
  }
  const quiet = quietOnes(windows);
  const ratios = ratiosOf(windows);
  const medians = Object.fromEntries([...ratios].map(([name, seen]) => [name, median(seen)]));
  const { [noFault]: same = Number.NaN, ...felt } = medians;
  return {
    ratios: felt,
    overall: overallOf(ratios),
    same,
    fewest: Math.min(...[...ratios.values()].map(({ length }) => length)),
    asked,
    sickAsked,
    wrong: [
      ...windows.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`)),
      ...quiet.flatMap(({ name, trouble }) => trouble.map((what) => `${name}, beside it: ${what}`)),
    ],
    worstMs: Math.max(...quiet.map(({ longestMs }) => longestMs)),
  };
}

/** Where even those beside the fault waited long, the machine was busy with something else. */
function quietOnes(windows: readonly Window[]): readonly Window[] {
  const least = Math.min(...windows.map(({ beside }) => beside));
  return windows.filter(({ beside }) => beside <= least * busyFactor);
}

function overallOf(ratios: ReadonlyMap<string, readonly number[]>): number {
  return median([...ratios].flatMap(([name, seen]) => (name === noFault ? [] : seen)));
}

function ratiosOf(windows: readonly Window[]): ReadonlyMap<string, readonly number[]> {
  const quiet = quietOnes(windows);
  return new Map(
    [...new Set(windows.map(({ name }) => name))].map((name) => [
      name,
      quiet.filter((window) => window.name === name).map(({ felt, beside }) => felt / beside),
    ]),
  );
}

/** A gateway that has just started would be measured at making itself fast. */
async function warmUp(program: ChildProcess, ports: readonly number[], token: string): Promise<void> {
  const paths = [healthyPath, pathOf('faulty', 'speaks-something-else'), pathOf('faulty', 'closes-in-its-body')];
  const doors = ports.flatMap((port) => paths.map((path) => ({ port, path })));
  await ordered(program, { doors, token, perSecond: 150, seconds: warmUpSeconds, patienceMs: 2_000 });
}

async function ordered(program: ChildProcess, order: LoadOrder): Promise<readonly LoadReport[]> {
  program.send(order);
  const [reports] = (await once(program, 'message')) as [readonly LoadReport[]];
  return reports;
}

function unlike({ outcomes }: LoadReport, allowed: readonly string[]): readonly string[] {
  return Object.entries(outcomes).flatMap(([outcome, count]) =>
    allowed.includes(outcome) ? [] : [`${count} × ${outcome}`],
  );
}
