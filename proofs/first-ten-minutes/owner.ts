import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Camera } from './camera.ts';
import { saveDownload } from './download.ts';
import { mustBe } from './steps.ts';

/** What the newcomer does in the browser, by what stands on the page. */

export const password = 'lantern quay violet otter';

interface Named {
  readonly name: string;
  readonly slug: string;
}

/** Opens the setup link and becomes the owner; of a tenant that is named there, where none was made before. */
export async function setUp(page: Page, link: string, camera: Camera, tenant?: Named): Promise<void> {
  const { hash } = new URL(link);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Set up Wheelhouse' }).waitFor();
  if (tenant !== undefined) {
    await page.getByLabel('Organisation').fill(tenant.name);
    await page.getByLabel('Short name').fill(tenant.slug);
  }
  await page.getByLabel('Your email').fill('ada@acme.example');
  mustBe(!page.url().includes(hash.slice(1)), `the address bar holds the token: ${page.url()}`);
  await page.getByLabel('Your name').fill('Ada Byron');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await camera.shoot(page, 'setup');
  await page.getByRole('button', { name: 'Become the owner' }).click();
  await page.getByRole('heading', { level: 1, name: 'Needs you' }).waitFor();
  mustBe(!page.url().includes('#'), `the address bar holds a fragment: ${page.url()}`);
}

/** Whoever comes later with the same link is told that it is used. */
export async function openAgain(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByText('This setup link was already used, was replaced or has expired.').waitFor();
}

/** By the menus, as the guide says; what is shown once is saved where a browser saves. */
export async function makeToken(page: Page, home: string, camera: Camera): Promise<string> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Access tokens' }).waitFor();
  await page.getByText('Your access tokens will appear here').waitFor();
  await camera.shoot(page, 'access-tokens-empty');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('my laptop');
  mustBe(await dialog.getByRole('checkbox', { name: /^read/ }).isChecked(), 'the scope read is not chosen');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const secret = page.locator('[data-secret]');
  await secret.waitFor();
  const token = (await secret.textContent()) ?? '';
  mustBe(token.startsWith('whp_'), 'what is shown is no token');
  await camera.shoot(page, 'token-shown-once');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await saveDownload(await downloading, join(home, 'Downloads'));
  await page.getByLabel('I saved the token').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('row', { name: /my laptop/ }).waitFor();
  mustBe(!(await page.content()).includes(token), 'the token is still on the page');
  return token;
}

/** The page that `wheelhouse login` names; the signed-in person agrees. */
export async function handOver(page: Page, address: string, camera: Camera, more?: 'admin'): Promise<void> {
  await page.goto(address);
  const give = page.getByRole('button', { name: 'Give the terminal a token' });
  await give.waitFor();
  if (more !== undefined) await page.getByRole('checkbox', { name: new RegExp(`^${more}`) }).check();
  await camera.shoot(page, 'cli-login');
  await give.click();
  await page.getByText('Signed in; you can close this.').waitFor();
}

/** Its page, from the list of clusters. */
export async function openCluster(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Clusters' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Clusters' }).waitFor();
  await page.getByRole('link', { name: 'demo' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'demo' }).waitFor();
}
