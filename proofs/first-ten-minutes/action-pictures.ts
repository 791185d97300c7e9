import type { Page } from 'playwright-core';
import type { Camera } from './camera.ts';

/** The list, the one action that waits in it, and what asks for the yes; nothing is decided. */
export async function takeAction(page: Page, url: string, camera: Camera): Promise<void> {
  await page.goto(`${url}/actions`);
  const waiting = page.getByRole('region', { name: 'Actions that wait for approval' });
  await waiting.getByRole('link', { name: 'Uncordon Node' }).waitFor();
  await camera.shoot(page, 'actions');
  await waiting.getByRole('link', { name: 'Uncordon Node' }).click();
  const uncordon = page.getByRole('button', { name: /^Uncordon / });
  await uncordon.and(page.locator(':enabled')).waitFor();
  await camera.shoot(page, 'action');
  await uncordon.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Uncordon / })
    .waitFor();
  await camera.shoot(page, 'action-approve');
  await page.close();
}
