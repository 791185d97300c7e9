import type { Page } from 'playwright-core';
import { openTab, settled } from '../../dashboard/browser.ts';
import { median } from '../../runner/figures.ts';
import { watchHost } from '../../runner/cpu.ts';
import type { Stage } from '../../dashboard/stage.ts';
import { startTrace, type Task } from './trace.ts';

/** The longest task of each part in one run over the list of nodes. */
type Run = ReadonlyMap<string, Task>;

export const nodeCount = 5_000;
const longestMs = 100;
const runCount = 5;
const parts = ['scrolling', 'filtering', 'sorting'] as const;

export async function manyNodes(stage: Stage, say: (text: string) => void) {
  const runs: Run[] = [];
  // What a host takes away while a task runs counts as that task's time on the processor.
  const host = watchHost();
  for (let run = 0; run < runCount; run += 1) {
    const seen = await lookAtNodes(stage);
    runs.push(seen);
    for (const { part, ms, cpuMs, inside } of seen.values())
      if (parts.some((one) => one === part))
        say(
          `${part}: longest task ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} on the processor${ms > longestMs ? `: ${inside.join(', ')}` : ''}`,
        );
  }
  const of = (pick: (task: Pick<Task, 'ms' | 'cpuMs'>) => number) =>
    median(
      runs.map((seen) =>
        Math.max(...parts.map((part) => pick(seen.get(part) ?? { ms: Number.NaN, cpuMs: Number.NaN }))),
      ),
    );
  const [wall, cpu] = [of(({ ms }) => ms), of(({ cpuMs }) => cpuMs)];
  const busy =
    host() ?? (cpu <= longestMs ? `of the longest task the processor was ours for ${cpu.toFixed(0)} ms` : undefined);
  return {
    timed: { [`no task of the main thread takes more than ${longestMs} ms`]: wall <= longestMs },
    unclear: wall > longestMs ? busy : undefined,
    figure: `5,000 nodes: longest task ${wall.toFixed(0)} ms (${cpu.toFixed(0)} on the processor), median of ${runs.length}`,
  };
}

async function lookAtNodes({ world, browser, filled: { person, clusterId } }: Stage): Promise<Run> {
  const { page, close } = await openTab(world, browser, 'many nodes', { person });
  try {
    await page.goto(`${world.origin}/clusters/${clusterId}/nodes`);
    await settled(page);
    await drawn(page).first().waitFor();
    const trace = await startTrace(browser, page);
    await trace.part('scrolling');
    await scrollToEnd(page, nodeCount);
    await trace.part('filtering');
    await filter(page);
    await trace.part('sorting');
    await sort(page);
    return await trace.stop();
  } finally {
    await close();
  }
}

const table = 'main [role=region]';
const drawn = (page: Page) => page.locator(`${table} tbody tr[data-index]`);

/** With the wheel, until the last of all nodes is drawn; the pages of the list are read on the way. */
async function scrollToEnd(page: Page, count: number): Promise<void> {
  await page.locator(table).hover();
  const last = page.locator(`${table} tr[data-index="${count - 1}"]`);
  const deadline = Date.now() + 120_000;
  while ((await last.count()) === 0) {
    if (Date.now() > deadline)
      throw new Error(
        `the last of ${count} nodes did not come: ${await page
          .locator('main')
          .innerText()
          .then((text) => text.slice(-200))}`,
      );
    // At the end of what is read the wheel moves the page around the list instead.
    await page.locator(table).hover();
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 2_000);
  }
}

async function filter(page: Page): Promise<void> {
  const field = page.getByRole('searchbox').first();
  await field.click();
  await page.keyboard.type('pool-42', { delay: 40 });
  await page.waitForURL(/q=pool-42/);
  await page.locator(`${table} tr[data-index="0"]`, { hasText: 'pool-42' }).waitFor();
  for (let left = 'pool-42'.length; left > 0; left -= 1) await page.keyboard.press('Backspace', { delay: 20 });
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await drawn(page).nth(5).waitFor();
}

async function sort(page: Page): Promise<void> {
  const heads = page.locator(`${table} thead button`);
  const count = await heads.count();
  if (count === 0) throw new Error('the nodes can be sorted by no column');
  for (let index = 0; index < count; index += 1)
    for (let turn = 0; turn < 2; turn += 1) {
      const before = page.url();
      await heads.nth(index).click();
      await page.waitForURL((url) => url.href !== before);
      await drawn(page).nth(5).waitFor();
    }
}
