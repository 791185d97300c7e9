import { describe, expect, test } from 'vitest';
import { useDashboard } from './dashboard.ts';
import { agentSettings } from './fixtures.ts';
import type { PaperApi } from './paper-api.ts';

const dashboard = useDashboard();
const path = '/agents/action/api/v1/settings';

const shown = (scopes?: readonly string[]): PaperApi => dashboard.signIn(scopes).answers('GET', path, agentSettings);

const open = async (hash = '') => {
  const page = await dashboard.open(`/settings/guards${hash}`);
  await page.getByRole('heading', { name: 'Guards', level: 1 }).waitFor();
  return page;
};

describe('the guards', () => {
  test.for([
    ['How long after an action', 'fill', '600', { cooldown_seconds: 600 }],
    ['How many actions of one kind', 'fill', '5', { max_automated_per_hour: 5 }],
    ['How many nodes of a cluster', 'fill', '2', { max_drains_per_cluster: 2 }],
    ['How many of the nodes', 'fill', '25', { max_cordoned_percent: 25 }],
    [
      'Namespaces whose',
      'fill',
      'kube-system\n wheelhouse \npayments, kube-system',
      { protected_namespaces: ['kube-system', 'wheelhouse', 'payments'] },
    ],
    ['Nodes with any of these labels', 'fill', 'tier=db', { protected_node_labels: ['tier=db'] }],
    ['Whether a Deployment may be scaled', 'choose', 'may be scaled', { automated_scale_to_zero: true }],
    ['Whether a drain without', 'choose', 'may be drained', { automated_unmanaged_pods: true }],
    ['Everything runs as usual', 'choose', 'on', { dry_mode: true }],
  ] as const)('%s: changed in its sentence, and nothing else is sent', async ([label, how, value, body]) => {
    const api = shown().answers('PATCH', path, { ...agentSettings, ...body });
    const page = await open();
    const field = page.getByLabel(new RegExp(`^${label}`));
    const save = page.getByRole('button', { name: 'Save guards' });
    await field.waitFor();
    expect(await save.isDisabled()).toBe(true);
    if (how === 'fill') await field.fill(value);
    else await field.selectOption({ label: value });
    await save.click();
    await page.getByText('Saved the guards').waitFor();
    expect(api.called('PATCH', path).map((call) => call.body)).toEqual([body]);
  });

  test('a link from a refusal leads to the one that refused', async () => {
    shown();
    const page = await open('#max_cordoned_percent');
    expect(await page.locator('#max_cordoned_percent input:focus').inputValue()).toBe('10');
  });

  test('what the API refuses stands under its guard', async () => {
    shown().refuses('PATCH', path, {
      status: 400,
      code: 'invalid_request',
      message: 'the request is invalid',
      details: [{ field: 'protected_namespaces.0', code: 'pattern', message: 'must be a namespace' }],
    });
    const page = await open();
    await page.getByLabel(/^Namespaces whose/).fill('No Namespace');
    await page.getByRole('button', { name: 'Save guards' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#protected_namespaces').innerText()).toContain('must be a namespace');
  });

  test('are read by those who may not change them', async () => {
    shown(['read']);
    const page = await open();
    await page.getByText('Only administrators of the whole tenant can change the guards.').waitFor();
    expect(await page.getByLabel(/^How long after an action/).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save guards' }).count()).toBe(0);
  });
});
