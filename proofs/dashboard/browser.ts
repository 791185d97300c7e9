import { existsSync } from 'node:fs';
import { engineSetting } from '@wheelhouse/testkit';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Person, World } from './world.ts';

/** How a page is looked at. */
export interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: 'wide' | 'narrow';
}

export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;

/** How long anything is waited for: what matters is that it comes. */
const patienceMs = 60_000;

export interface TabOptions {
  readonly person?: Person;
  readonly look?: Look;
  /** Of a proxy in front; the gateway's own unless given. */
  readonly origin?: string;
  /** Answers of 400 and more that belong to what is done. */
  readonly wanted?: readonly Wanted[];
}

export interface Wanted {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
}

/** A cluster that was registered a moment ago was not observed yet. */
const notObserved: Wanted = { method: 'GET', path: /^\/api\/k8s-monitor\/api\/health(?:\/stream)?$/, status: 503 };
/** Whoever is not signed in is told so when the page asks. */
const signedOut: Wanted = { method: 'GET', path: /^\/api\/auth\/api\/v1\/(?:session|me)$/, status: 401 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = engineSetting('CHROMIUM');
  if (!existsSync(executablePath))
    throw new Error('Chromium is not installed. Next step: npm run engines -- up chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** A browser of a person's own, of which everything is written down. `of` names it there. */
export async function openTab(world: World, browser: Browser, of: string, options: TabOptions = {}): Promise<Tab> {
  const { person, look = { theme: 'light', width: 'wide' }, origin = world.origin } = options;
  const context = await browser.newContext({ viewport: sizes[look.width], colorScheme: look.theme });
  context.setDefaultTimeout(patienceMs);
  if (person !== undefined)
    await context.addCookies([
      { name: 'wh_session', value: person.secret, url: origin, httpOnly: true, sameSite: 'Lax' },
    ]);
  await context.exposeFunction('tellViolation', (told: string) => world.ledger.violate(`${of}: ${told}`));
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => tellViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + (event.sourceFile ?? '')))`,
  );
  const page = await context.newPage();
  const wanted = [notObserved, ...(options.wanted ?? []), ...(person === undefined ? [signedOut] : [])];
  listen(world, page, of, origin, wanted);
  return { page, context, origin, close: () => context.close() };
}

function listen({ ledger, ...world }: World, page: Page, of: string, origin: string, wanted: readonly Wanted[]): void {
  // What goes to the proxy of the proof goes to the gateway behind it.
  const ours = (url: string) => (url.startsWith(`${origin}/`) ? `${world.origin}${url.slice(origin.length)}` : url);
  page.on('request', (request) =>
    ledger.add({ method: request.method(), url: ours(request.url()), kind: request.resourceType(), of }),
  );
  const isWanted = (method: string, path: string, status: number) =>
    wanted.some((one) => one.method === method && one.status === status && one.path.test(path));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const [method, status] = [response.request().method(), response.status()];
    if (status >= 400 && !isWanted(method, pathname, status))
      ledger.refuse(`${of}: ${method} ${pathname} was answered ${status}`);
  });
  page.on('pageerror', (error) => ledger.complain(`${of}: ${error.message}`));
  page.on('dialog', (dialog) => {
    ledger.complain(`${of}: a dialog of the browser was opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    // The browser tells of every refusal by itself; those are judged above.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      ledger.complain(`${of}: ${message.text().slice(0, 300)}`);
  });
}

/** Until it stands still: nothing is waited for any more, and nothing changes for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, [role=alert]').first().waitFor();
  await page.evaluate(`new Promise((resolve, reject) => {
    const quietMs = 150;
    const end = setTimeout(() => reject(new Error(location.pathname + ' does not stand still')), ${patienceMs});
    const isWaiting = () => document.querySelector('[class*="_waiting_"]') !== null;
    const done = () => (isWaiting() ? again() : (watch.disconnect(), clearTimeout(end), resolve()));
    let timer;
    const again = () => { clearTimeout(timer); timer = setTimeout(done, quietMs); };
    const watch = new MutationObserver(again);
    watch.observe(document.body, { childList: true, subtree: true });
    again();
  })`);
}
