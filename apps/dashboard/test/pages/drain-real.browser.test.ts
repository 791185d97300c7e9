import { existsSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { engineSetting, freePort } from '@wheelhouse/testkit';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ActionsHouse, openActionsHouse } from '../../../../packages/cli/test/actions-house.ts';
import { allReady, makePool, type Pool } from '../../../../services/action-agent/test/drain-objects.ts';
import { type Build, buildDashboard } from './build.ts';

/** The whole way in a browser, without a mouse: from the list of nodes to the end of the drain, on a real cluster. */
let build: Build;
let browser: Browser;
let house: ActionsHouse;
let door: Server;
let url = '';
let page: Page;
let pool: Pool;
let node = '';

beforeAll(async () => {
  const executablePath = engineSetting('CHROMIUM');
  if (!existsSync(executablePath))
    throw new Error('Chromium is not installed. Next step: npm run engines -- up chromium');
  [build, browser] = await Promise.all([buildDashboard(), chromium.launch({ executablePath })]);
  // A page may change something only where the installation says that it is.
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  house = await openActionsHouse({ EXTERNAL_URL: url, DASHBOARD_DIR: build.folder, BUDGET_PAGES: '1000000' });
  const { port: behind } = new URL(house.url);
  door = createServer((socket) => {
    const other = connect(Number(behind), '127.0.0.1');
    socket.pipe(other).pipe(socket);
    socket.on('error', () => other.destroy());
    other.on('error', () => socket.destroy());
  }).listen(port, '127.0.0.1');
});
beforeEach(async () => {
  pool = await makePool(house.kube);
  node = await pool.node();
  await pool.pod('free-1', node);
  await pool.pod('free-2', node);
  await pool.pod('held', node);
  await pool.budget('hold', 'held', { minAvailable: 1 });
  await allReady(pool, 3);
  const { secret } = await house.house.signedIn(house.tenant);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await context.addCookies([{ name: 'wh_session', value: secret, url, httpOnly: true, sameSite: 'Lax' }]);
  page = await context.newPage();
});
afterEach(async () => {
  await page?.context().close();
  await pool?.remove();
});
afterAll(async () => {
  await browser?.close();
  door?.close();
  await house?.close();
  await build?.remove();
});

/** Tab by Tab, as somebody without a mouse. */
async function use(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by Tab`);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** From the list of nodes, by the plan, to the page of the drain. */
async function beginDrain(): Promise<void> {
  await page.goto(`${url}/clusters/${house.clusterId}/nodes?q=${node}`);
  await use(button(`Drain ${node}`));
  const dialog = page.getByRole('dialog', { name: `Drain ${node}` });
  await dialog.getByText('1 healthy, 1 needed: none may go').waitFor();
  await dialog.getByText(/within \d+ min/).waitFor();
  await use(dialog.getByRole('button', { name: `Drain ${node}` }));
  await page.getByRole('heading', { level: 1, name: `Cordon ${node} and evict 3 pods from it` }).waitFor();
}

test('plan, confirm, and watch a drain to its end; while it is blocked the page names the budget', async () => {
  await beginDrain();
  await page.getByText(/Blocked by budget hold: attempt [1-5] of 5, next try in \d+ s/).waitFor();
  await page.getByText('2 of 3 pods gone', { exact: true }).waitFor();
  await page.getByText(/^at most .* left$/).waitFor();
  await page.getByText('Node is cordoned: no new pods').waitFor();
  await pool.setBudget('hold', { minAvailable: 0 }, 1);
  await page.getByText('3 of 3 pods gone', { exact: true }).waitFor();
  await page.getByText(/^Done/).waitFor();
  expect(await pool.pods()).toEqual([]);
  await use(button('Undo: uncordon the node'));
  await use(button('Undo action'));
  await page.getByRole('heading', { level: 1, name: `Make ${node} schedulable again` }).waitFor();
  await page.getByText(/^Done/).waitFor();
});

test('a drain that is canceled stops, and says how the node is left', async () => {
  await beginDrain();
  await page.getByText('2 of 3 pods gone', { exact: true }).waitFor();
  await use(button('Cancel drain'));
  await page.getByRole('dialog').waitFor();
  await use(page.getByRole('dialog').getByRole('button', { name: 'Cancel drain' }));
  await page.getByText('Canceled. No more pods are evicted.').waitFor();
  await page.getByText(`2 of 3 pods are gone. Node ${node} stays cordoned.`).waitFor();
  expect((await pool.pods()).map(({ metadata }) => metadata.name)).toEqual(['held']);
});
