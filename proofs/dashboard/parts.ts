import { watchHost } from '../runner/cpu.ts';
import { median } from '../runner/figures.ts';
import { axeControl, axePlaces } from './axe.ts';
import { lookAtHostile } from './hostile.ts';
import { walkByKeys } from './keys.ts';
import { firstLoad, mostBytes } from './load.ts';
import { longestMs, lookAtNodes, parts as deeds, type Run } from './many-nodes.ts';
import type { Part } from './part.ts';
import { allPlaces, somePlaces } from './places.ts';
import { mostGrowth, playStreams } from './stream.ts';

/** What each part does, and what of it must be so. */

const load: Part = async ({ world, browser, filled, say }) => {
  const loads = [await firstLoad(world, browser, '/login'), await firstLoad(world, browser, '/', filled.person)];
  for (const { path, bytes, data, requests } of loads)
    say(`first load of ${path}: ${bytes} bytes of files and ${data} of data in ${requests} requests`);
  const most = Math.max(...loads.map(({ bytes }) => bytes));
  return {
    claims: { [`a first load is at most ${mostBytes / 1_000} kB`]: most <= mostBytes },
    figure: `first load ${(most / 1_000).toFixed(0)} kB of files, ${(Math.max(...loads.map(({ data }) => data)) / 1_000).toFixed(0)} of data`,
  };
};

const nodes: Part = async ({ world, browser, filled, quick, say }) => {
  const runs: Run[] = [];
  // What a host takes away while a task runs counts as that task's time on the processor.
  const host = watchHost();
  for (let run = 0; run < (quick ? 1 : 5); run += 1) {
    const seen = await lookAtNodes(world, browser, filled);
    runs.push(seen);
    for (const { part, ms, cpuMs, inside } of seen.values())
      if (deeds.some((deed) => deed === part))
        say(
          `${part}: longest task ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} on the processor${ms > longestMs ? `: ${inside.join(', ')}` : ''}`,
        );
  }
  const of = (pick: (task: { readonly ms: number; readonly cpuMs: number }) => number) =>
    median(
      runs.map((seen) =>
        Math.max(...deeds.map((deed) => pick(seen.get(deed) ?? { ms: Number.NaN, cpuMs: Number.NaN }))),
      ),
    );
  const [wall, cpu] = [of(({ ms }) => ms), of(({ cpuMs }) => cpuMs)];
  const busy =
    host() ?? (cpu <= longestMs ? `of the longest task the processor was ours for ${cpu.toFixed(0)} ms` : undefined);
  return {
    claims: {},
    timed: { [`no task of the main thread takes more than ${longestMs} ms`]: wall <= longestMs },
    unclear: wall > longestMs ? busy : undefined,
    figure: `5,000 nodes: longest task ${wall.toFixed(0)} ms (${cpu.toFixed(0)} on the processor), median of ${runs.length}`,
  };
};

const axe: Part = async ({ world, browser, filled, bare, quick, say }) => {
  const link = await world.setupLink(await world.tenant());
  const places = allPlaces(filled, link);
  const { looked, violations, undecided } = await axePlaces(
    world,
    browser,
    quick ? somePlaces(places) : places,
    { filled: filled.person, bare },
    quick,
  );
  for (const words of violations) say(`axe: ${words}`);
  say(`axe could not decide: ${[...undecided].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'nothing'}`);
  const missed = await axeControl(world, browser);
  return {
    claims: {
      'axe finds nothing on any page': violations.length === 0 && looked > 0,
      [`axe finds what is planted (${missed.join(', ')})`]: missed.length === 0,
    },
    figure: `axe ${violations.length} violations in ${looked} looks`,
  };
};

const keys: Part = async ({ world, browser, quick, say }) => {
  const { flows, presses, stops, unseen, left, missed } = await walkByKeys(world, browser, quick, say);
  for (const words of [...unseen, ...left]) say(`keys: ${words}`);
  return {
    claims: {
      'the focus is always to be seen': unseen.length === 0 && stops > 0,
      'no secret stays in address, history, storage or cookie': left.length === 0,
      [`planted secrets and hidden focus are found (${missed.join(', ')})`]: missed.length === 0,
    },
    figure: `${flows.length} flows by keyboard alone (${presses} presses, ${stops} stops of the focus, ${unseen.length} not seen)`,
  };
};

const hostile: Part = async ({ world, browser, quick, say }) => {
  const { stored, kinds, faults, refused, missed } = await lookAtHostile(world, browser, quick);
  for (const words of [...faults, ...refused]) say(`hostile: ${words}`);
  return {
    claims: {
      'hostile names are text': faults.length === 0 && stored > 0,
      'the API took the hostile names': refused.length === 0,
      [`what a name could do is found when planted (${missed.join(', ')})`]: missed.length === 0,
    },
    figure: `${stored} hostile texts in ${kinds.length} kinds of things, ${faults.length} faults`,
  };
};

const mostSeconds = 600;

const stream: Part = async ({ world, browser, filled, quick, say }) => {
  const played = await playStreams(world, browser, filled, quick ? 600 : 28_800);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  for (const { name, events, seconds, early, late } of played)
    say(
      `stream of the ${name}: ${events} events in ${seconds.toFixed(0)} s; after a tenth and at the end: heap ${megabytes(early.heap)} and ${megabytes(late.heap)} MB, DOM nodes ${early.nodes} and ${late.nodes}, listeners ${early.listeners} and ${late.listeners}`,
    );
  const growth = Math.max(...played.map(({ early, late }) => late.heap / early.heap));
  const seconds = Math.max(...played.map((one) => one.seconds));
  return {
    // In so few events as quick has, what the browser compiles and caches is more than any growth of ours.
    claims: quick ? {} : { [`the heap grows to at most ${mostGrowth} of what it was`]: growth <= mostGrowth },
    timed: { [`the events are played within ${mostSeconds} s`]: seconds <= mostSeconds },
    figure: `${played[0]?.events} stream events on ${played.map(({ name }) => name).join(' and ')}: heap ${growth.toFixed(2)}×, in ${seconds.toFixed(0)} s`,
  };
};

export const parts = { load, nodes, axe, keys, hostile, stream };
