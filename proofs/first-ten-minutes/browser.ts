import { existsSync } from 'node:fs';
import { engineSetting } from '@wheelhouse/testkit';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { CannotTell } from '../runner/proof.ts';

export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = engineSetting('CHROMIUM');
  if (!existsSync(executablePath))
    throw new CannotTell('Chromium is not installed. Next step: npm run engines -- up chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** As a person's browser tells of itself: without saying that it has no head. */
export function newPerson(browser: Browser, userAgent = usual(browser)): Promise<BrowserContext> {
  return browser.newContext({ viewport: wide, colorScheme: 'light', locale: 'en-GB', timezoneId: 'UTC', userAgent });
}

function usual(browser: Browser): string {
  const [major = ''] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}
