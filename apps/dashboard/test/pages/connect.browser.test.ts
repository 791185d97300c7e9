import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { engineSetting, freePort } from '@wheelhouse/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayHouse, startGatewayHouse } from '../../../../services/gateway/test/house.ts';
import { k8sMonitorModule } from '../../../../services/k8s-monitor/src/module.ts';
import { monitorEnvironment } from '../../../../services/k8s-monitor/test/house.ts';
import { platformModule } from '../../../../services/platform/src/module.ts';
import { type Build, buildDashboard } from './build.ts';

/** The page that registers a cluster, with nothing on paper: a gateway, all modules, and a cluster that kubectl reaches. */
let build: Build;
let browser: Browser;
let house: GatewayHouse;
let origin = '';
let folder = '';
beforeAll(async () => {
  [build, browser] = await Promise.all([
    buildDashboard(),
    chromium.launch({ executablePath: engineSetting('CHROMIUM') }),
  ]);
  // A session is good on the pages of this address only.
  const port = `${await freePort()}`;
  origin = `http://127.0.0.1:${port}`;
  house = await startGatewayHouse(
    { ...monitorEnvironment, DASHBOARD_DIR: build.folder, GATEWAY_PORT: port, EXTERNAL_URL: origin },
    [platformModule, k8sMonitorModule],
  );
  folder = mkdtempSync(join(tmpdir(), 'connect-page-'));
  symlinkSync(process.env['KUBECTL'] ?? '', join(folder, 'kubectl'));
});
afterAll(async () => {
  await browser?.close();
  await house?.stop();
  await build?.remove();
  if (existsSync(folder)) rmSync(folder, { recursive: true });
});

async function openForm(): Promise<Page> {
  const { secret } = await house.signedIn(await house.tenant());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await context.addCookies([{ name: 'wh_session', value: secret, url: origin }]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  await page.goto(`${origin}/clusters/new`);
  await page.getByRole('heading', { name: 'Register a cluster' }).waitFor();
  return page;
}

/** By Tab, to what has that name. */
async function focusOn(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate<string>(`(() => {
      const at = document.activeElement;
      return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent;
    })()`);
    if (at === name) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

/** Copies a command by its button, and types it into a shell. */
async function runCopied(page: Page, button: string): Promise<string> {
  await focusOn(page, button);
  await page.keyboard.press('Enter');
  await page.getByText(button.replace('Copy', 'Copied')).waitFor();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
    env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, KUBECONFIG: engineSetting('KUBE2_KUBECONFIG') },
  });
  return stdout;
}

const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(({ id }) => id);

test('from the two commands to the first score, and to a cluster that can be deployed to, by keyboard alone, and axe finds nothing on the way', async () => {
  const page = await openForm();
  expect(await violations(page)).toEqual([]);
  await focusOn(page, 'Name');
  await page.keyboard.type('by-kubectl');
  expect(await runCopied(page, 'Copy the first command')).toContain('serviceaccount/wheelhouse-monitor ');
  const printed = await runCopied(page, 'Copy the second command');
  await focusOn(page, 'Kubeconfig');
  await page.keyboard.insertText(printed);
  await focusOn(page, 'Register cluster');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'by-kubectl' }).waitFor();
  await page.getByText(/nodes ready \d+\/\d+/).waitFor();
  await page.getByRole('heading', { name: /^Score \d+/ }).waitFor();
  await page.getByText('Waiting for').first().waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);

  await page.goto(`${page.url().replace(/[?#].*$/, '')}/settings`);
  await page.getByText('cannot be deployed to', { exact: true }).waitFor();
  await focusOn(page, 'Let Wheelhouse deploy to it');
  await page.keyboard.press('Enter');
  const applied = await runCopied(page, 'Copy the first command for deploying');
  expect(applied).toContain('serviceaccount/wheelhouse-platform ');
  const deploying = await runCopied(page, 'Copy the second command for deploying');
  await focusOn(page, 'Kubeconfig for deploying');
  await page.keyboard.insertText(deploying);
  await focusOn(page, 'Let Wheelhouse deploy to by-kubectl');
  await page.keyboard.press('Enter');
  await page.getByText('can be deployed to', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
});
