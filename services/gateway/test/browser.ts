import { existsSync } from 'node:fs';
import { engineSetting } from '@wheelhouse/testkit';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { someAddress } from './house.ts';

/** A page of a person's own browser, with what it asked of others and what its policy forbade. */
export interface WatchedPage {
  readonly page: Page;
  readonly foreign: readonly string[];
  readonly violations: readonly string[];
  readonly answers: readonly { readonly method: string; readonly path: string; readonly status: number }[];
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = engineSetting('CHROMIUM');
  if (!existsSync(executablePath))
    throw new Error('Chromium is not installed. Next step: npm run engines -- up chromium');
  return chromium.launch({ executablePath });
}

export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    ...options,
  });
  const page = await context.newPage();
  const foreign: string[] = [];
  const violations: string[] = [];
  const answers: WatchedPage['answers'][number][] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    answers.push({ method: response.request().method(), path: pathname, status: response.status() });
  });
  await page.exposeFunction('tellViolation', (told: string) => violations.push(told));
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective + ' ' + event.blockedURI))`,
  );
  return { page, foreign, violations, answers };
}
