import { join } from 'node:path';
import { eventually, freePort } from '@wheelhouse/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, watchedPage } from './browser.ts';
import { type GatewayHouse, startGatewayHouse } from './house.ts';

/** With WRITE_IMAGES=1 the pictures of docs/images are taken anew. */
const images = join(import.meta.dirname, '../../../docs/images');
const writesImages = process.env['WRITE_IMAGES'] === '1';

let house: GatewayHouse;
let browser: Browser;
let origin = '';
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  house = await startGatewayHouse({ GATEWAY_PORT: String(port), EXTERNAL_URL: origin });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});

const whoCalls = 'Read who the caller is and what they may do';
const beginTotp = 'Start setting up a second factor; its secret is shown only once';

async function paste(page: Page, token: string): Promise<void> {
  await page.getByLabel('Paste a token').fill(token);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Opens an operation on oneself by its title in the sidebar. */
async function look(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: 'Wheelhouse auth' }).waitFor();
  await page.getByRole('button', { name: 'Open Group - me' }).click();
  await page.getByText(title).first().click();
}

async function send(page: Page, operation: RegExp): Promise<void> {
  await page.getByRole('button', { name: operation }).click();
  await page.getByRole('button', { name: /^Send \w+ request to/ }).click();
}

test.for(['light', 'dark'] as const)(
  'a pasted token opens the API browser and is sent with what is tried, all within the origin (%s)',
  async (colorScheme) => {
    const token = await house.token(await house.tenant());
    const { page, foreign, violations, answers } = await watchedPage(browser, origin, { colorScheme });
    await page.goto(`${origin}/docs`);
    await paste(page, token);
    await look(page, whoCalls);
    await page.getByRole('button', { name: /^Test Request ?\(get \/api\/v1\/me\)/ }).waitFor();
    if (writesImages) await page.screenshot({ path: join(images, `docs-${colorScheme}.png`) });
    await send(page, /^Test Request ?\(get \/api\/v1\/me\)/);
    await eventually(() => expect(answers).toContainEqual({ method: 'GET', path: '/api/auth/api/v1/me', status: 200 }));
    expect(violations).toEqual([]);
    expect(foreign).toEqual([]);
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(token);
    await page.context().close();
  },
);

test('a session needs no token, and what changes something is done for it', async () => {
  const { secret } = await house.signedIn(await house.tenant());
  const { page, foreign, violations, answers } = await watchedPage(browser, origin);
  await page.context().addCookies([{ name: 'wh_session', value: secret, url: origin, httpOnly: true }]);
  await page.goto(`${origin}/api/docs`);
  await look(page, beginTotp);
  await send(page, /^Test Request ?\(post \/api\/v1\/me\/totp\)/);
  await eventually(() =>
    expect(answers).toContainEqual({ method: 'POST', path: '/api/auth/api/v1/me/totp', status: 201 }),
  );
  expect(violations).toEqual([]);
  expect(foreign).toEqual([]);
  await page.context().close();
});

test('a token that is none is told so and asked for again, and a good one can be forgotten', async () => {
  const token = await house.token(await house.tenant());
  const { page, answers } = await watchedPage(browser, origin);
  await page.goto(`${origin}/api/docs`);
  await paste(page, 'whp_nobody');
  await page.getByRole('alert').waitFor();
  expect(answers.some(({ path }) => path.endsWith('/scalar.js'))).toBe(false);
  await paste(page, token);
  await page.getByRole('heading', { name: 'Wheelhouse auth' }).waitFor();
  await page.getByRole('button', { name: 'Forget it' }).click();
  await page.getByLabel('Paste a token').waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(token);
  await page.context().close();
});
