import type { Page } from 'playwright-core';
import { cordoned } from './words.ts';
import { mustBe } from './steps.ts';
import type { Running, Terminals } from './terminal.ts';

/** How the broken and the mended cluster are told, in the page that stays open and by the command line. */

/** Some rules wait half a minute before they speak. */
const limitMs = 120_000;
const health = 'npx wheelhouse health';

/** On the page that is open now. Fails when that page was left or loaded anew meanwhile. */
export async function watched(page: Page): Promise<() => Promise<void>> {
  let navigations = 0;
  page.on('framenavigated', () => (navigations += 1));
  await page.evaluate('window.stayed = true');
  return async () => {
    const stayed = await page.evaluate('window.stayed === true');
    mustBe(stayed === true && navigations === 0, `the page was loaded anew (${navigations} navigations)`);
  };
}

export async function pageTellsFault(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: cordoned.node }).filter({ hasText: cordoned.remedy });
  await row.filter({ hasText: cordoned.impactOnPage }).first().waitFor();
  await page.getByText('score 99').first().waitFor();
}

export async function pageTellsWhole(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'No open issue' }).waitFor();
  await page.getByText('score 100').first().waitFor();
}

/** Broken and mended again, whatever the rules make of it. */
export async function breakAndFix(page: Page, terminals: Terminals, kind: string): Promise<void> {
  await terminals.run(`npm run demo -- break ${kind}`);
  await page.getByRole('heading', { name: 'No open issue' }).waitFor({ state: 'detached' });
  await terminals.run('npm run demo -- fix');
  await page.getByRole('heading', { name: 'No open issue' }).waitFor();
}

export async function cliTellsFault(terminals: Terminals): Promise<void> {
  await untilSaid(terminals, (said) =>
    [cordoned.node, cordoned.impact, cordoned.remedy].every((word) => said.includes(word)),
  );
}

/** The demo's rule proposes to mend it; whoever is asked says yes, and sees it done. */
export async function approveInCli(terminals: Terminals): Promise<void> {
  const approving = await asked(terminals, performance.now() + limitMs);
  mustBe(approving.output().includes('spec.unschedulable  true → false'), approving.output());
  approving.press('yes\r');
  mustBe((await approving.ended) === 0, approving.output());
}

/** Whoever is too quick is told that nothing waits, and types it again. */
async function asked(terminals: Terminals, deadline: number): Promise<Running> {
  const approving = terminals.start('npx wheelhouse actions approve --watch');
  try {
    await approving.until(/Approve this\?/);
    return approving;
  } catch (error) {
    if (performance.now() > deadline) throw error;
    return asked(terminals, deadline);
  }
}

export async function cliTellsWhole(terminals: Terminals): Promise<void> {
  await untilSaid(terminals, (said) => /healthScore 100, nodes (\d+)\/\1, no issues/.test(said));
}

async function untilSaid(terminals: Terminals, isGood: (said: string) => boolean): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let said = ''; ; ) {
    mustBe(performance.now() < deadline, `after ${limitMs / 1_000} s ${health} still says:\n${said}`);
    said = await terminals.run(health);
    if (isGood(said)) return;
  }
}
