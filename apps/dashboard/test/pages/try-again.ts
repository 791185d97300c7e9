import type { Page } from 'playwright-core';

/** Without waiting for the button a second time: a page that asks again by itself may be without it by then. */
export async function tryAgain(page: Page, recover: () => void): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).focus();
  recover();
  await page.keyboard.press('Enter');
}
