import { describe, expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { autonomy, clusterId, ledgerRow, me } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

const dashboard = useDashboard();
const ledgerPath = '/agents/action/api/v1/actions/ledger';
const path = '/agents/action/api/v1/autonomy';

const rows = [
  ledgerRow({
    actions: 12,
    automatic: 6,
    approved: 2,
    success: 6,
    reverted: 1,
    failed: 1,
    refused: 3,
    refused_by: [{ reason: 'cooldown_seconds', actions: 3 }],
    rejected: 1,
    time_to_approve: { count: 2, mean_seconds: 250, longest_seconds: 7_300 },
    time_to_finish: { count: 8, mean_seconds: 74, longest_seconds: 610 },
  }),
  ledgerRow({ origin: 'manual', actions: 1, requested: 1, success: 1 }),
];

function shown(found = autonomy(), scopes?: readonly string[]): PaperApi {
  return dashboard
    .signIn(scopes)
    .answers('GET', ledgerPath, { from: '2026-10-19', to: '2026-11-18', data: rows })
    .answers('GET', path, found);
}

const choiceName = (where = 'all clusters') => ({ name: `Autonomy of Scale Deployment on ${where}` });

describe('how far a kind of action may go', () => {
  test('is chosen beside how it went', async () => {
    const api = shown().answers('PATCH', path, () => {
      api.answers('GET', path, autonomy({ scale_deployment: 'auto' }));
      return autonomy({ scale_deployment: 'auto' });
    });
    const page = await dashboard.open('/actions/autonomy');
    await page.getByText('6 of 8 that ran succeeded (75 %).').waitFor();
    await page.getByText('6 ran by themselves, 2 were approved.').waitFor();
    await page.getByText('Approved within 4 min on average, 2 h at most.').waitFor();
    expect(await page.getByRole('link', { name: 'cooldown_seconds' }).getAttribute('href')).toContain(
      '/settings/guards#cooldown_seconds',
    );
    const choice = page.getByRole('group', choiceName());
    await choice.getByRole('button', { name: 'auto' }).click();
    await page.getByText('Saved: Scale Deployment on all clusters is auto').waitFor();
    await choice.getByRole('button', { name: 'auto', pressed: true }).waitFor();
    expect(api.called('PATCH', path).map(({ body }) => body)).toEqual([{ autonomy: { scale_deployment: 'auto' } }]);
  });

  test('is only stricter on one cluster, and the ledger is of that one', async () => {
    const api = shown(autonomy({ scale_deployment: 'ask' })).answers('PATCH', path, autonomy());
    const page = await dashboard.open(`/actions/autonomy?cluster_id=${clusterId}&days=7`);
    const choice = page.getByRole('group', choiceName('prod-eu'));
    await choice.waitFor();
    expect(await choice.getByRole('button', { name: 'auto' }).isDisabled()).toBe(true);
    await choice.getByRole('button', { name: 'never' }).click();
    await page.getByText('Saved: Scale Deployment on prod-eu is never').waitFor();
    expect(api.called('PATCH', path).map(({ body }) => body)).toEqual([
      { cluster_id: clusterId, autonomy: { scale_deployment: 'never' } },
    ]);
    const [asked] = api.called('GET', ledgerPath);
    expect(asked?.query['cluster_id']).toBe(clusterId);
    const days = (Date.now() - Date.parse(asked?.query['from'] ?? '')) / 86_400_000;
    expect(Math.floor(days)).toBe(6);
  });

  test('where it is stricter on a cluster, the page of all says so and leads there', async () => {
    shown(autonomy({ scale_deployment: 'ask' }, { scale_deployment: 'never' }));
    const page = await dashboard.open('/actions/autonomy');
    await page.getByRole('list', { name: 'Stricter on some clusters' }).getByRole('link', { name: 'prod-eu' }).click();
    const choice = page.getByRole('group', choiceName('prod-eu'));
    expect(await choice.getByRole('button', { pressed: true }).innerText()).toBe('never');
  });

  test.for([
    ['without the scope admin', { scopes: ['read', 'actions'] }],
    ['to a role that is limited to clusters', { cluster_ids: [clusterId] }],
  ] as const)('is shown and not offered %s', async ([, more]) => {
    shown(autonomy({ scale_deployment: 'ask' })).answers('GET', '/auth/api/v1/me', {
      ...me(['read', 'actions', 'admin']),
      ...more,
    });
    const page = await dashboard.open('/actions/autonomy');
    await page.getByText('A decision always waits for an approval.').waitFor();
    expect(await page.getByRole('group', choiceName()).count()).toBe(0);
  });

  test('that somebody else has changed meanwhile is refused, and says so', async () => {
    shown().refuses('PATCH', path, { status: 412, code: 'precondition_failed', message: 'it has changed meanwhile' });
    const page = await dashboard.open('/actions/autonomy');
    await page.getByRole('group', choiceName()).getByRole('button', { name: 'never' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'The autonomy was not changed.' });
    expect(await told.innerText()).toContain('It has changed meanwhile.');
  });
});
