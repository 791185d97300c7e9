import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@wheelhouse/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watchedPage } from './browser.ts';
import { type BuiltDashboard, builtDashboard } from './built-dashboard.ts';
import { type GatewayHouse, startGatewayHouse } from './house.ts';

let dashboard: BuiltDashboard;
let house: GatewayHouse;
let browser: Browser;
let origin = '';
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  dashboard = await builtDashboard();
  house = await startGatewayHouse({
    GATEWAY_PORT: String(port),
    EXTERNAL_URL: origin,
    DASHBOARD_DIR: dashboard.folder,
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  await dashboard?.remove();
});

test('a deep link opens with its program, its styles and its theme, and breaks no policy', async () => {
  const { page, foreign, violations, answers } = await watchedPage(browser, origin);
  await page.goto(`${origin}/clusters/prod-eu/issues`);
  await page.getByText('ready').waitFor();
  expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('dark');
  expect(await page.evaluate(`getComputedStyle(document.body).color`)).toBe('rgb(1, 2, 3)');
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  expect([foreign, violations]).toEqual([[], []]);
});

test.for([
  ['a script from elsewhere', 'script-src', `import('http://127.0.0.2:9/x.js').catch(() => 0)`],
  [
    'a script made in the page',
    'require-trusted-types-for',
    `const one = document.createElement('script'); one.append('0'); document.body.append(one)`,
  ],
  [
    'a style in the page',
    'style-src',
    `const one = document.createElement('style'); one.append('a {}'); document.body.append(one)`,
  ],
  ['a picture from elsewhere', 'img-src', `new Image().src = 'http://127.0.0.2:9/x.png'`],
  ['a call to elsewhere', 'connect-src', `fetch('http://127.0.0.2:9/').catch(() => 0)`],
  ['text made into markup', 'require-trusted-types-for', `try { document.body.innerHTML = '<p>' } catch {}`],
] as const)('%s is stopped', async ([, directive, attempt]) => {
  const { page, violations } = await watchedPage(browser, origin);
  await page.goto(origin);
  await page.evaluate(`void (() => { ${attempt} })()`);
  await expect.poll(() => violations.join('\n')).toContain(directive);
});

test('the browser may still be sent to a listener on this machine', async () => {
  const listener = createServer((_request, response) => response.end('heard')).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const bound = listener.address();
    if (bound === null || typeof bound === 'string') throw new Error('the listener does not listen');
    const { page, violations } = await watchedPage(browser, origin);
    await page.goto(origin);
    await page.evaluate(`void location.assign('http://127.0.0.1:${bound.port}/?code=once')`);
    await page.getByText('heard').waitFor();
    expect(violations).toEqual([]);
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
});
