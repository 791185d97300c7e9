import type { Browser, BrowserContext } from 'playwright-core';

/** How long a page is waited for: what matters is that it comes. */
const patienceMs = 120_000;

export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };

/** As a person's browser tells of itself: without saying that it has no head. */
export async function newPerson(browser: Browser, userAgent = usual(browser)): Promise<BrowserContext> {
  const looks = { viewport: wide, colorScheme: 'light', locale: 'en-GB', timezoneId: 'UTC', userAgent } as const;
  const person = await browser.newContext(looks);
  person.setDefaultTimeout(patienceMs);
  return person;
}

function usual(browser: Browser): string {
  const [major = ''] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}
