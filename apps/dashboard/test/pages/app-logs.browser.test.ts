import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ago, app, appId, logsPath, showApp } from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';

const dashboard = useDashboard();
const pod = (end: string) => `checkout-6c9f7d5b8-${end}`;
const lines = (from: number, count: number) => ({
  lines: Array.from({ length: count }, (_, at) => ({
    pod: pod(at % 2 === 0 ? '4hjnl' : '9vxrt'),
    at: ago(count - at),
    text: `line ${from + at}`,
  })),
});
const snapshot = {
  pods: ['4hjnl', '9vxrt'].map((end) => ({ name: pod(end), revision: 8, ready: true })),
};

type Tell = (event: string, data: unknown) => void;

async function openLogs(search = ''): Promise<{ readonly page: Page; readonly tell: Tell }> {
  const told: Tell[] = [];
  showApp(dashboard.signIn(), app()).tells(
    logsPath,
    [
      ['snapshot', snapshot],
      ['lines', lines(0, 500)],
    ],
    (tell) => told.push(tell),
  );
  const page = await dashboard.open(`/apps/${appId}/logs${search}`);
  await page.getByText('line 499', { exact: true }).waitFor();
  return { page, tell: (event, data) => told.at(-1)?.(event, data) };
}

test('follows all pods: the newest lines are in view, and few are drawn', async () => {
  const { page, tell } = await openLogs();
  await page.getByText('2 pods, 500 lines').waitFor();
  tell('lines', lines(500, 3));
  await page.getByText('line 502', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('line 502', { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('region', { name: 'Log' }).getByRole('listitem').count()).toBeLessThan(120);
  await mustBeClean(page);
});

test('pods that join and leave are lines of it, and what was left out is counted', async () => {
  const { page, tell } = await openLogs();
  tell('pod_left', { pod: pod('9vxrt'), reason: 'evicted from node-5' });
  tell('pod_joined', { pod: pod('qp5ms') });
  tell('dropped', { count: 412, since: ago(2) });
  await page.getByText(`Pod ${pod('9vxrt')} left: evicted from node-5`).waitFor();
  await page.getByText(`Pod ${pod('qp5ms')} joined`).waitFor();
  await page.getByText('412 lines left out').waitFor();
  expect(await page.getByLabel('Pod').innerText()).toContain(pod('qp5ms'));
});

test('paused, or scrolled up by keys, it keeps its place while lines come; then it goes on', async () => {
  const { page, tell } = await openLogs();
  const log = page.getByRole('region', { name: 'Log' });
  await log.focus();
  await page.keyboard.press('PageUp');
  await page.getByText('paused').waitFor();
  const seen = await settledText(log);
  tell('lines', lines(500, 40));
  await page.getByRole('button', { name: 'Follow (40 new)' }).waitFor();
  expect(await log.innerText()).toBe(seen);
  await page.getByRole('button', { name: 'Follow (40 new)' }).press('Enter');
  await page.getByText('line 539', { exact: true }).waitFor();
  expect(await page.getByText('following').count()).toBe(1);
});

/** Browsers scroll by keys over some frames: what is there once two looks are alike. */
async function settledText(log: Locator): Promise<string> {
  let before = '';
  await expect
    .poll(
      async () => {
        const last = before;
        before = await log.innerText();
        return before === last;
      },
      { interval: 250 },
    )
    .toBe(true);
  return before;
}

test('what is asked for stands in the address, and is asked of the API; typing keeps the focus', async () => {
  const { page } = await openLogs(`?pod=${pod('4hjnl')}&previous=true&since=3600`);
  const asked = () => dashboard.api.calls.filter(({ path }) => path.endsWith('/logs')).at(-1)?.query;
  expect(asked()).toEqual({ pod: pod('4hjnl'), previous: 'true', since: '3600' });
  await page.getByLabel('Only lines with').focus();
  await page.keyboard.type('err');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('err');
  await expect.poll(() => asked()?.['q']).toBe('err');
  await page.keyboard.type('or');
  await expect.poll(() => asked()?.['q']).toBe('error');
});

test('one that cannot be followed says why, and is tried again', async () => {
  const api = showApp(dashboard.signIn(), app()).refuses('GET', logsPath, {
    status: 409,
    code: 'invalid_state',
    message: 'Nothing of checkout was deployed yet.',
  });
  const page = await dashboard.open(`/apps/${appId}/logs`);
  await page.getByRole('alert').filter({ hasText: 'Nothing of checkout was deployed yet.' }).waitFor();
  await mustBeClean(page);
  api.tells(logsPath, [
    ['snapshot', snapshot],
    ['lines', lines(0, 1)],
    ['ended', { reason: 'all is sent' }],
  ]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The log ends here: all is sent').waitFor();
  expect(await page.getByText('ended', { exact: true }).count()).toBe(1);
});
