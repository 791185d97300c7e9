import { eventually } from '@wheelhouse/testkit';
import type { Browser } from 'playwright-core';
import { openTab, settled } from './browser.ts';
import type { Part } from './stage.ts';
import type { Person, World } from './world.ts';

/** What comes over the wire until a page stands, with nothing kept from before. */
interface FirstLoad {
  readonly path: string;
  /** Of what the page is made of: files, with their heads. */
  readonly bytes: number;
  /** Of what it shows: answers of the API, which are not packed. */
  readonly data: number;
  readonly requests: number;
}

const mostBytes = 250_000;

interface Visit {
  readonly path: string;
  /** What is drawn when all its files are there. */
  readonly last: string;
  readonly person?: Person;
}

/** The gateway packs a file tightly once it was asked for, and sends it packed fast until then: that is the first visitor's only. */
async function untilPacked(world: World, browser: Browser, { path, last, person }: Visit): Promise<void> {
  const { page, close } = await openTab(world, browser, 'load: first visitor', person === undefined ? {} : { person });
  const files = new Set<string>();
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) files.add(response.url());
  });
  try {
    await page.goto(`${world.origin}${path}`);
    await page.locator(last).first().waitFor();
    await settled(page);
  } finally {
    await close();
  }
  await eventually(async () => {
    for (const file of files) {
      const { headers } = await fetch(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
      if (Number(headers.get('content-length')) >= 256 && headers.get('content-encoding') !== 'br')
        throw new Error(`${file} is not packed yet`);
    }
  }, 120_000);
}

async function firstLoad(world: World, browser: Browser, visit: Visit): Promise<FirstLoad> {
  const { path, last, person } = visit;
  await untilPacked(world, browser, visit);
  const { page, context, close } = await openTab(world, browser, 'load', person === undefined ? {} : { person });
  try {
    const session = await context.newCDPSession(page);
    const sizes = new Map<string, number>();
    const finished = new Set<string>();
    const calls = new Set<string>();
    await session.send('Network.enable');
    // What is still open, as the stream, counts as far as it came.
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (new URL(response.url).pathname.startsWith('/api/')) calls.add(requestId);
      sizes.set(requestId, (sizes.get(requestId) ?? 0) + response.encodedDataLength);
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (!finished.has(requestId)) sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      finished.add(requestId);
      sizes.set(requestId, encodedDataLength);
    });
    await page.goto(`${world.origin}${path}`);
    await page.locator(last).first().waitFor();
    await settled(page);
    const sum = (isData: boolean) =>
      [...sizes].reduce((all, [id, size]) => all + (calls.has(id) === isData ? size : 0), 0);
    return { path, bytes: sum(false), data: sum(true), requests: sizes.size };
  } finally {
    await close();
  }
}

export const load: Part = async ({ world, browser, filled, say }) => {
  const loads = [
    await firstLoad(world, browser, { path: '/login', last: 'main form' }),
    await firstLoad(world, browser, { path: '/', last: 'main canvas', person: filled.person }),
  ];
  for (const { path, bytes, data, requests } of loads)
    say(`first load of ${path}: ${bytes} bytes of files and ${data} of data in ${requests} requests`);
  const most = Math.max(...loads.map(({ bytes }) => bytes));
  return {
    claims: { [`a first load is at most ${mostBytes / 1_000} kB`]: most <= mostBytes },
    figure: `first load ${(most / 1_000).toFixed(0)} kB of files, ${(Math.max(...loads.map(({ data }) => data)) / 1_000).toFixed(0)} of data`,
  };
};
