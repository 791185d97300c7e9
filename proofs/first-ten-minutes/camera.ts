import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { narrow, wide } from './browser.ts';

/** Makes the pictures of docs/images: each page in light, in dark, and as wide as a phone. */
export interface Camera {
  readonly shoot: (page: Page, name: string) => Promise<void>;
  /** How many, and their bytes. */
  readonly made: () => { readonly count: number; readonly bytes: number };
}

const folder = join(import.meta.dirname, '../../docs/images');
const looks = [
  { look: 'light', colorScheme: 'light', size: wide },
  { look: 'dark', colorScheme: 'dark', size: wide },
  { look: 'narrow', colorScheme: 'light', size: narrow },
] as const;

/** For the quick size. */
export const noCamera: Camera = { shoot: async () => undefined, made: () => ({ count: 0, bytes: 0 }) };

export async function openCamera(): Promise<Camera> {
  await mkdir(folder, { recursive: true });
  let [count, bytes] = [0, 0];
  return {
    made: () => ({ count, bytes }),
    shoot: async (page, name) => {
      for (const { look, colorScheme, size } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(size);
        await still(page);
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        await writeFile(join(folder, `${name}-${look}.png`), picture);
        count += 1;
        bytes += picture.length;
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(wide);
    },
  };
}

/** Until its fonts are there and two looks in a row are the same. */
async function still(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  let last: unknown;
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await page.waitForTimeout(200)) {
    const now = await page.evaluate('document.body.innerHTML');
    if (now === last) return;
    last = now;
  }
}
