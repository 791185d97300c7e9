import { describe, expect, test } from 'vitest';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { cluster } from './fixtures.ts';
import { incident, incidentId, inFull, maintenance, otherId, showIncident } from './incident-fixtures.ts';

const dashboard = useDashboard();
const path = '/incidents/api/v1/incidents';

describe('the list of incidents', () => {
  test('says that nothing is wrong, and what would open one', async () => {
    const api = dashboard.signIn();
    const page = await dashboard.open('/incidents');
    await page.getByRole('heading', { name: 'Nothing is wrong' }).waitFor();
    await page.getByRole('link', { name: 'Settings, Signals' }).waitFor();
    // What is over is found all the same.
    expect(await page.getByLabel('Status').isVisible()).toBe(true);
    const asked = api.called('GET', path).at(-1)?.query['status'];
    expect(asked).toBe('open,acknowledged,investigating,mitigated');
    await mustBeClean(page);
  });

  test('shows what is broken, since when, whether it fires, and who looks after it', async () => {
    dashboard.signIn().list(path, [
      incident({ affected_service: 'checkout' }),
      incident({
        id: otherId,
        number: 11,
        title: 'Node node-7 is not ready',
        object: { kind: 'Node', namespace: null, name: 'node-7' },
        severity: 'medium',
        status: 'acknowledged',
        firing: 0,
        quiet_since: new Date(Date.now() - 120_000).toISOString(),
        assignee_id: '01a1cf00-0000-7000-8000-0000000000a1',
      }),
    ]);
    const page = await dashboard.open('/incidents');
    const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
    expect(await first.innerText()).toMatch(
      /critical[\s\S]*#12[\s\S]*crash loop[\s\S]*open[\s\S]*prod-eu[\s\S]*14 min/,
    );
    expect(await first.innerText()).toMatch(/2 firing[\s\S]*nobody/);
    expect(await second.innerText()).toMatch(/quiet for 2 min[\s\S]*you/);
    await mustBeClean(page);
  });

  test('is asked for what the address says, and opens an incident by keys', async () => {
    const api = showIncident(dashboard.signIn(), inFull()).list(path, [incident()]);
    const page = await dashboard.open('/incidents?severity=critical&q=checkout');
    await page.getByRole('link', { name: 'Deployment shop/checkout is in a crash loop' }).waitFor();
    expect(
      api.called('GET', path).some(({ query }) => query['severity'] === 'critical' && query['q'] === 'checkout'),
    ).toBe(true);
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/incidents/${incidentId}`);
  });

  test('counts in the menu what nobody has acknowledged', async () => {
    dashboard
      .signIn()
      .list(path, [incident(), incident({ id: otherId, number: 11, status: 'investigating' })])
      .list('/incidents/api/v1/maintenance-windows', [maintenance()]);
    const page = await dashboard.open('/incidents');
    await page.getByRole('link', { name: 'Incidents 1 to acknowledge' }).waitFor();
    const windows = page.getByRole('link', { name: '1 maintenance window is on' });
    expect(await windows.getAttribute('href')).toBe('/incidents/windows?state=active');
  });
});

describe('declaring an incident', () => {
  test('sends what was filled in, and leads to its page', async () => {
    const made = inFull({ title: 'Checkout answers with errors', source: 'person', signal_count: 0, firing: 0 });
    const api = showIncident(dashboard.signIn(), made, []).answers('POST', path, made);
    const page = await dashboard.open('/incidents/new');
    await page.getByLabel('Title').fill('Checkout answers with errors');
    await page.getByLabel('Severity').selectOption('critical');
    await page.getByLabel('Service (optional)').fill('checkout');
    await mustBeClean(page);
    await page.getByRole('button', { name: 'Declare incident' }).click();
    await page.getByRole('heading', { name: 'Checkout answers with errors', level: 1 }).waitFor();
    expect(api.called('POST', path)[0]?.body).toEqual({
      cluster_id: cluster().id,
      title: 'Checkout answers with errors',
      severity: 'critical',
      category: 'availability',
      affected_service: 'checkout',
    });
  });

  test('is told what is wrong with a field beside it', async () => {
    dashboard.signIn().refuses('POST', path, {
      status: 422,
      code: 'validation_failed',
      message: 'namespace is not a name.',
      details: [{ field: 'namespace', code: 'invalid', message: 'is not the name of a namespace' }],
    });
    const page = await dashboard.open('/incidents/new');
    await page.getByLabel('Title').fill('Checkout answers with errors');
    await page.getByLabel('Namespace (optional)').fill('Not A Name');
    await page.getByRole('button', { name: 'Declare incident' }).click();
    await page.getByRole('alert').filter({ hasText: 'The incident was not declared.' }).waitFor();
    expect(await page.getByText('is not the name of a namespace').count()).toBeGreaterThan(0);
  });

  test('needs the scope actions', async () => {
    dashboard.signIn(['read']);
    const page = await dashboard.open('/incidents/new');
    await page.getByText('You cannot declare incidents').waitFor();
    expect(await page.getByRole('button', { name: 'Declare incident' }).isDisabled()).toBe(true);
  });
});

test('the palette finds an incident by its number, and the two verbs', async () => {
  showIncident(dashboard.signIn())
    .list('/auth/api/v1/sessions', [])
    .answers('GET', path, ({ query }) => {
      const data = query['q'] === '12' ? [incident()] : [];
      return { data, next_cursor: null, total: data.length };
    });
  const page = await dashboard.open('/settings/sessions');
  await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('declare incident');
  await dialog.getByRole('option', { name: 'Declare incident' }).waitFor();
  await dialog.getByRole('combobox').fill('announce maintenance');
  await dialog.getByRole('option', { name: 'Announce maintenance' }).waitFor();
  await dialog.getByRole('combobox').fill('incident 12');
  await dialog.getByRole('option', { name: 'Incident 12: Deployment shop/checkout' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Deployment shop/checkout' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/incidents/${incidentId}`);
});
