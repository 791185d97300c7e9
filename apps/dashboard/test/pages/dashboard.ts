import { existsSync } from 'node:fs';
import { engineSetting } from '@wheelhouse/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { quietAgents } from './agent-fixtures.ts';
import { type Build, buildDashboard } from './build.ts';
import * as fixtures from './fixtures.ts';
import { PaperApi } from './paper-api.ts';

/** A test that waits for what does not come fails while one still looks. */
const patienceMs = 90_000;

const all = ['read', 'deploy', 'actions', 'agents', 'admin'];

export interface Dashboard {
  readonly api: PaperApi;
  /** Opens a page in a browser of its own; by whoever the API says is signed in. */
  readonly open: (path: string) => Promise<Page>;
  /** Somebody is signed in, in a tenant where nothing needs anybody. */
  readonly signIn: (scopes?: readonly string[]) => PaperApi;
}

/** The built dashboard in a real browser, in front of an API that says what the test wants it to. */
export function useDashboard(): Dashboard {
  let build: Build;
  let browser: Browser;
  let api: PaperApi;
  const opened: Page[] = [];
  beforeAll(async () => {
    const executablePath = engineSetting('CHROMIUM');
    if (!existsSync(executablePath))
      throw new Error('Chromium is not installed. Next step: npm run engines -- up chromium');
    [build, browser] = await Promise.all([buildDashboard(), chromium.launch({ executablePath })]);
    api = await PaperApi.open(build.folder);
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
    await build?.remove();
  });
  beforeEach(() => api.forget());
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
    expect(api.unexpected, 'calls that the test said no answer to').toEqual([]);
  });
  return {
    get api() {
      return api;
    },
    open: async (path) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      opened.push(page);
      await page.goto(`${api.origin}${path}`);
      return page;
    },
    signIn: (scopes = all) =>
      quietAgents(api)
        .answers('GET', '/auth/api/v1/session', fixtures.session())
        .answers('GET', '/auth/api/v1/me', fixtures.me(scopes))
        .answers('GET', '/k8s-monitor/api/health', fixtures.health())
        .list('/platform/api/v1/clusters', [fixtures.cluster()])
        .list('/incidents/api/v1/incidents', [])
        .list('/incidents/api/v1/maintenance-windows', [])
        .list('/agents/action/api/v1/actions/pending', [])
        .answers('GET', '/agents/action/api/v1/kill-switch', fixtures.released)
        .list('/platform/api/v1/webhooks', [])
        .list('/k8s-monitor/api/v1/workloads', [])
        .list('/k8s-monitor/api/v1/nodes', [])
        .list('/platform/api/v1/apps', [])
        .list('/platform/api/v1/cloudspaces', [])
        .list('/platform/api/v1/deployments', [])
        .list('/auth/api/v1/tokens', []),
  };
}
