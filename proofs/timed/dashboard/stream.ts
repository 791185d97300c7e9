import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { eventually } from '@wheelhouse/testkit';
import { openTab, settled, type Tab } from '../../dashboard/browser.ts';
import type { Stage } from '../../dashboard/stage.ts';
import { period, type PlayedHealth, playedHealth } from './played-health.ts';
import { startProxy, type StreamProxy } from './proxy.ts';

/** What a page holds after it stood still and all garbage was collected. */
interface Held {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

interface Played {
  readonly name: string;
  readonly events: number;
  readonly seconds: number;
  readonly early: Held;
  readonly late: Held;
}

const mostGrowth = 1.1;
const mostSeconds = 600;
const dayOfEvents = 28_800;
/** Sixty times as fast as it would come: 28,800 in eight minutes. */
const everyMs = 1_000 / 60;
const restMs = 3_000;
const warmUp = 400;
/** The page may be behind by all that was told since it was last looked at. */
const mostWaitMs = 15 * 60_000;

export async function longDay(stage: Stage, say: (text: string) => void) {
  const played = await playStreams(stage);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  for (const { name, events, seconds, early, late } of played)
    say(
      `stream of the ${name}: ${events} events in ${seconds.toFixed(0)} s; after a tenth and at the end: heap ${megabytes(early.heap)} and ${megabytes(late.heap)} MB, DOM nodes ${early.nodes} and ${late.nodes}, listeners ${early.listeners} and ${late.listeners}`,
    );
  const growth = Math.max(...played.map(({ early, late }) => late.heap / early.heap));
  const seconds = Math.max(...played.map((one) => one.seconds));
  return {
    claims: { [`the heap grows to at most ${mostGrowth} of what it was`]: growth <= mostGrowth },
    timed: { [`the events are played within ${mostSeconds} s`]: seconds <= mostSeconds },
    figure: `${played[0]?.events} stream events on ${played.map(({ name }) => name).join(' and ')}: heap ${growth.toFixed(2)}×, in ${seconds.toFixed(0)} s`,
  };
}

/** Plays a day's work on the page of a cluster and on the overview at once; each sees every event. */
async function playStreams(stage: Stage): Promise<readonly Played[]> {
  const { world, filled } = stage;
  const { person, clusterId } = filled;
  const [one, all] = await Promise.all([
    playedHealth(person.ask, `?cluster_id=${clusterId}`),
    playedHealth(person.ask, ''),
  ]);
  const proxy = await startProxy(world.origin, (id) => (id === '' ? all : one).at(0).text);
  try {
    return await Promise.all([
      play(stage, proxy, { name: 'cluster', path: `/clusters/${clusterId}`, of: clusterId, health: one }),
      play(stage, proxy, { name: 'overview', path: '/', of: '', health: all }),
    ]);
  } finally {
    proxy.stop();
  }
}

interface Part {
  readonly name: string;
  readonly path: string;
  readonly of: string;
  readonly health: PlayedHealth;
}

async function play(
  { world, browser, filled: { person } }: Stage,
  proxy: StreamProxy,
  { name, path, of, health }: Part,
): Promise<Played> {
  const tab = await openTab(world, browser, `stream: ${name}`, { person, origin: proxy.origin });
  try {
    const session = await tab.context.newCDPSession(tab.page);
    await tab.page.goto(`${proxy.origin}${path}`);
    await settled(tab.page);
    await eventually(() => {
      if (!proxy.followed().includes(of)) throw new Error(`${name} follows no stream`);
    });
    const upTo = async (from: number, to: number, pauseMs = everyMs) => {
      const start = performance.now();
      for (let index = from + 1; index <= to; index += 1) {
        await proxy.tell(of, 'changed', health.at(index).text);
        await wait(Math.max(0, start + (index - from) * pauseMs - performance.now()));
      }
      await untilShown(tab, name, health.at(to).shown);
      // Lists that the last events made old are read again.
      await wait(restMs);
    };
    // Looked at twice in the same state, so that what differs is not what is shown.
    const [warm, tenth, last] = [0, dayOfEvents / 10, dayOfEvents].map((index) => alike(warmUp + index)) as [
      number,
      number,
      number,
    ];
    // Code that the browser has not compiled yet is no growth of ours.
    await upTo(0, warm, 0);
    const began = performance.now();
    await upTo(warm, tenth);
    const early = await heldBy(session);
    await upTo(tenth, last);
    const seconds = (performance.now() - began) / 1_000;
    return { name, events: last - warm, seconds, early, late: await heldBy(session) };
  } finally {
    await tab.close();
  }
}

/** The first event from this one on with the same issues as in all others of these. */
const alike = (index: number) => Math.ceil(index / period) * period + Math.floor(period / 2);

/** The last event is on the screen; those before it came the same way, in order. */
async function untilShown({ page }: Tab, name: string, shown: string): Promise<void> {
  const main = page.locator('main');
  await main
    .filter({ hasText: shown })
    .waitFor({ timeout: mostWaitMs })
    .catch(async () => {
      throw new Error(`${name} does not show ${shown}: ${(await main.innerText()).slice(0, 400)}`);
    });
}

/** Collected until it no longer shrinks. */
async function heldBy(session: CDPSession): Promise<Held> {
  let heap = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 10; turn += 1) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    if (usedSize > heap * 0.998) break;
    heap = usedSize;
  }
  const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  return { heap, nodes, listeners };
}
