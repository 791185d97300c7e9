import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newPerson } from '../first-ten-minutes/browser.ts';
import type { Camera } from '../first-ten-minutes/camera.ts';
import { mustBe } from '../first-ten-minutes/steps.ts';
import type { StoryHouse } from './house.ts';

/** What the person does in the browser, by what stands on the page. */

export async function atBrowser(browser: Browser, { origin, session }: StoryHouse): Promise<BrowserContext> {
  const person = await newPerson(browser);
  const cookie = { name: 'wh_session', value: session, url: origin, httpOnly: true, sameSite: 'Lax' } as const;
  await person.addCookies([cookie]);
  return person;
}

/** Answers the secret, which is shown once, and the webhook's id. */
export async function createWebhook(page: Page, origin: string, url: string) {
  await page.goto(`${origin}/webhooks/new`);
  await page.getByRole('button', { name: 'Your own server' }).click();
  await page.getByLabel('URL').fill(url);
  await page.getByLabel('Description').fill('Tells the team chat what waits, and what was done');
  await page.getByLabel('Only some event types').check();
  for (const type of ['action.pending', 'action.executed']) await page.getByRole('checkbox', { name: type }).check();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const shown = page.locator('[data-secret]');
  await shown.waitFor();
  const secret = (await shown.textContent()) ?? '';
  mustBe(secret.startsWith('whsec_'), 'what is shown is no secret');
  await page.getByLabel('I saved the signing secret').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.waitForURL(/\/webhooks\/[\da-f-]{36}/);
  await page.getByRole('heading', { name: 'Deliveries' }).first().waitFor();
  mustBe(!(await page.content()).includes(secret), 'the secret is still on the page');
  return { secret, webhookId: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
}

export async function openCluster(page: Page, { origin, clusterId }: StoryHouse): Promise<void> {
  await page.goto(`${origin}/clusters/${clusterId}`);
  await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
  await page
    .getByText(/score \d+/)
    .first()
    .waitFor();
}

/** On the open page, without a reload: what is wrong, and what to do about it. */
export async function seesIssue(page: Page, node: string, camera: Camera): Promise<void> {
  const row = page
    .getByRole('row')
    .filter({ hasText: node })
    .filter({ hasText: `kubectl uncordon ${node}` });
  await row.first().waitFor();
  await camera.shoot(page, 'story-issue');
}

const yes = /^Uncordon /;

/** From what needs somebody to the one action and its plan. */
export async function readsPlan(page: Page, node: string, camera: Camera): Promise<void> {
  await page.getByRole('link', { name: 'Needs you' }).first().click();
  const need = page.getByRole('listitem').filter({ hasText: node });
  await need
    .getByRole('link', { name: /^Decide/ })
    .first()
    .click();
  const uncordon = page.getByRole('button', { name: yes });
  await uncordon.and(page.locator(':enabled')).waitFor();
  await page.getByText('unschedulable').first().waitFor();
  await camera.shoot(page, 'story-plan');
}

/** On that page. Answers the action's id. */
export async function approves(page: Page, camera: Camera): Promise<string> {
  await page.getByRole('button', { name: yes }).click();
  await page.getByRole('dialog').getByRole('button', { name: yes }).click();
  await page.getByText('Done.', { exact: true }).first().waitFor();
  await camera.shoot(page, 'story-done');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

export async function seesDeliveries(page: Page, origin: string, webhookId: string, camera: Camera): Promise<void> {
  await page.goto(`${origin}/webhooks/${webhookId}`);
  for (const type of ['action.pending', 'action.executed'])
    await page.getByRole('row').filter({ hasText: type }).filter({ hasText: 'succeeded' }).first().waitFor();
  await camera.shoot(page, 'story-webhook');
}
