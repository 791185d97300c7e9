import { describe, expect, test } from 'vitest';
import type { App } from '../../src/api/apps.ts';
import {
  ago,
  app,
  appId,
  deployment,
  failed,
  image,
  onePath,
  phasesOf,
  refusesScale,
  scaled,
  scales,
  showApp,
  showDeployment,
  soon,
  you,
} from './app-fixtures.ts';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';

const dashboard = useDashboard();

const shown = (one: App, scopes?: readonly string[]) => showApp(dashboard.signIn(scopes), one);
const open = (rest = '') => dashboard.open(`/apps/${appId}${rest}`);
const pinned = { revision: 7, by: you, reason: 'Checkout lost orders', at: ago(3_000) };

const running = () =>
  deployment({
    revision: 9,
    previous_revision: 8,
    phase: 'RollingOut',
    phases: phasesOf(
      [
        ['Queued', 1],
        ['RollingOut', 14],
      ],
      null,
    ),
    progress: '2 of 3 new pods are ready',
    is_current: false,
    can_cancel: true,
    finished_at: null,
    deadline_at: soon(586),
  });

describe('the overview of an app', () => {
  test('that is deployed counts the phase up and its deadline down', async () => {
    shown(app({ deployment: running() }));
    const page = await open();
    const left = page.getByText(/RollingOut may take 9 min \d+ s more; then it has failed/);
    const before = await left.innerText();
    await expect.poll(() => left.innerText(), { timeout: 5_000 }).not.toBe(before);
    await page.getByText('2 of 3 new pods are ready').waitFor();
    expect(await page.locator('[aria-current=step]').innerText()).toMatch(/RollingOut\s*, now\s+\d+ s/);
    await mustBeClean(page);
  });

  test('that failed has the sentence, the reason, and the last lines of the worst pod', async () => {
    shown(app({ deployment: failed(), health: 'Degraded', reachable: false }));
    const page = await open();
    await page.getByText('PAYMENTS_TIMEOUT is not set').waitFor();
    await page.getByText('was Live before; its pods keep serving.').waitFor();
    await page.getByText('a request through the API server was not answered').waitFor();
    expect(await page.getByText('crash_loop').count()).toBe(1);
    await mustBeClean(page);
  });

  test('says who else set the count, and that what is known is old', async () => {
    const more = { running_replicas: 5, replicas_by: { manager: 'kubectl', at: ago(240) }, stale: true };
    showApp(dashboard.signIn(), app(), more);
    const page = await open();
    await page.getByText('5 set by kubectl, 4 min ago').waitFor();
    await page.getByText('What runs may be out of date.').waitFor();
    expect(await page.getByText('3 asked for, 5 running, 3 ready').count()).toBe(1);
  });

  test('of a worker has no address, and its pods say whether it is reachable', async () => {
    showApp(dashboard.signIn(), app({ url: null, port: null }), { reachable_by: 'readiness' });
    const page = await open();
    await page.getByText('none: it has no port, so it is a worker').waitFor();
    expect(await page.getByText('by its pods: all of them are ready').count()).toBe(1);
  });

  test('names who pinned it and why, and unpins', async () => {
    const api = shown(app({ pinned })).answers('POST', `${onePath}/unpin`, () => {
      showApp(api, app());
      return app();
    });
    const page = await open();
    await page.getByText('because: “Checkout lost orders”').waitFor();
    await mustBeClean(page);
    await page.getByRole('button', { name: 'Unpin' }).press('Enter');
    await page.getByText('Pinned to').waitFor({ state: 'detached' });
    expect(api.called('POST', `${onePath}/unpin`)).toHaveLength(1);
  });

  test('that could not be deleted says what stays; it is forgotten only by its name', async () => {
    const stuck = app({ state: 'delete_failed', state_message: 'Service checkout stays: finalizer example.com/hold.' });
    const api = shown(stuck).answers('DELETE', onePath, stuck);
    const page = await open();
    await page.getByText('finalizer example.com/hold').waitFor();
    await page.getByRole('button', { name: 'Delete again' }).click();
    await expect.poll(() => api.called('DELETE', onePath).length).toBe(1);
    await page.getByRole('button', { name: 'Forget…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Forget checkout' }).click();
    await dialog.getByText('Type checkout exactly').waitFor();
    await dialog.getByLabel('Type checkout to continue').fill('checkout');
    await dialog.getByRole('button', { name: 'Forget checkout' }).click();
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    expect(api.called('DELETE', onePath).map(({ query }) => query)).toEqual([{}, { force: 'true' }]);
  });
});

describe('what is done to an app', () => {
  test('a new image is deployed, with a note', async () => {
    const api = shown(app()).answers('PATCH', onePath, app({ deployment: running() }));
    const page = await open();
    await page.getByRole('button', { name: 'Deploy new image…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Deploy checkout' });
    expect(await dialog.getByRole('button', { name: 'Deploy checkout' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Image').fill(image('2.0'));
    await dialog.getByLabel('Note (optional)').fill('Faster');
    await page.keyboard.press('Enter');
    await page.getByText('Deploying checkout as revision 9').waitFor();
    expect(api.called('PATCH', onePath).map(({ body }) => body)).toEqual([
      { source: { type: 'image', image: image('2.0') }, note: 'Faster' },
    ]);
  });

  test('while it is pinned nothing can be deployed, and the dialog says who holds it', async () => {
    shown(app({ pinned }));
    const page = await open('?do=deploy');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Image').fill(image('2.0'));
    await dialog.getByText('It is pinned to revision 7').waitFor();
    expect(await dialog.getByRole('button', { name: 'Deploy checkout' }).isDisabled()).toBe(true);
  });

  test('a count that a budget forbids is refused in place, with its figures; another is taken', async () => {
    const message = 'The disruption budget checkout needs 2 healthy pods; 1 would be left.';
    const api = refusesScale(shown(app()), { status: 409, code: 'pdb_violation', message });
    const page = await open();
    await page.getByRole('button', { name: 'Scale…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scale checkout' });
    await dialog.getByLabel('Replicas').fill('1');
    await page.keyboard.press('Enter');
    const told = dialog.getByRole('alert').filter({ hasText: 'Not scaled: a disruption budget prevents it.' });
    await told.waitFor();
    expect(await told.innerText()).toContain('1 would be left');
    await mustBeClean(page);
    scales(api, app({ replicas: 5 }));
    await dialog.getByLabel('Replicas').fill('5');
    await dialog.getByRole('button', { name: 'Scale checkout to 5' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(scaled(api)).toEqual([{ replicas: 1 }, { replicas: 5 }]);
  });

  test('one that runs can be canceled', async () => {
    const one = app({ deployment: running() });
    const api = shown(one).answers('POST', `${onePath}/cancel`, one);
    const page = await open();
    await page.getByRole('button', { name: 'Cancel deployment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('changed back to revision 8').waitFor();
    await dialog.getByRole('button', { name: 'Cancel deployment' }).click();
    await page.getByText('Canceled revision 9').waitFor();
    expect(api.called('POST', `${onePath}/cancel`)).toHaveLength(1);
  });

  test('the row of a revision leads to its rollback: what changes against what runs, why, and that it pins', async () => {
    const api = shown(app({ deployment: failed() })).answers('POST', `${onePath}/rollback`, app({ pinned }));
    const page = await open('/deployments');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'revision 5', exact: true }) });
    await row.getByRole('button', { name: 'Roll back… to revision 5' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Roll back checkout' });
    await dialog.getByText('compared with revision 8 that is Live').waitFor();
    expect(await dialog.getByLabel('What revision 5 changes').innerText()).toMatch(/checkout:1\.8[^]*checkout:1\.5/);
    await dialog.getByText('checkout is then pinned:').waitFor();
    await mustBeClean(page);
    await dialog.getByLabel('Why (optional)').fill('Orders are lost');
    await page.keyboard.press('Enter');
    await page.getByText('Rolling checkout back to revision 5').waitFor();
    expect(api.called('POST', `${onePath}/rollback`).map(({ body }) => body)).toEqual([
      { revision: 5, reason: 'Orders are lost' },
    ]);
  });

  test('without the scopes it is all there to see, and none of it to press', async () => {
    shown(app({ deployment: running(), pinned }), ['read']);
    const page = await open();
    await page.getByText('your role needs the scope').waitFor();
    const names = ['Deploy new image…', 'Cancel deployment', 'Roll back…', 'Scale…', 'Unpin'];
    const disabled = names.map((name) => page.getByRole('button', { name, disabled: true }).count());
    expect(await Promise.all(disabled)).toEqual(names.map(() => 1));
    const other = await open('?do=scale');
    await other.getByText('3 asked for').waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
  });
});

describe('the settings of an app', () => {
  test('show what will change, and send only that', async () => {
    const api = shown(app()).answers('PATCH', onePath, app({ deployment: running() }));
    const page = await open('/settings');
    await page.getByText('Nothing yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Value of LOG_LEVEL').fill('debug');
    await page.getByRole('button', { name: 'Remove PAYMENTS_URL' }).press('Enter');
    const diff = page.getByLabel('What will change').last();
    await expect
      .poll(() => diff.innerText())
      .toMatch(/env\.LOG_LEVEL[^]*info[^]*debug[^]*env\.PAYMENTS_URL[^]*removed/);
    await mustBeClean(page);
    await page.getByRole('button', { name: 'Deploy these changes' }).click();
    await page.getByText('Deploying checkout as revision 9').waitFor();
    expect(api.called('PATCH', onePath).map(({ body }) => body)).toEqual([
      { env: { LOG_LEVEL: 'debug', PAYMENTS_URL: null } },
    ]);
  });

  test('while pinned take what is not deployed, and nothing else', async () => {
    shown(app({ pinned })).answers('PATCH', onePath, app({ pinned, rollback_on_failure: false }));
    const page = await open('/settings');
    await page.getByLabel('Roll back when a deployment fails').uncheck();
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
    await page.getByLabel('Port').fill('9090');
    await page.getByText('It is pinned to revision 7').waitFor();
    expect(await page.getByRole('button', { name: 'Deploy these changes' }).isDisabled()).toBe(true);
  });

  test('delete it by its name', async () => {
    const api = shown(app()).answers('DELETE', onePath, app({ state: 'deleting' }));
    const page = await open('/settings');
    await page.getByRole('button', { name: 'Delete app' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type checkout to continue').fill('checkout');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    expect(api.called('DELETE', onePath)).toHaveLength(1);
  });
});

describe('the page of a deployment', () => {
  const stream = `${onePath}/deployments/{revision}/stream`;

  test('goes along from running to its end, without being loaded again', async () => {
    const one = running();
    const content = { ...app() };
    let tell: ((event: string, data: unknown) => void) | undefined;
    showApp(dashboard.signIn(), app({ deployment: one })).tells(stream, [['snapshot', { ...one, content }]], (more) => {
      tell = more;
    });
    const page = await dashboard.open(`/apps/${appId}/deployments/9`);
    await page.getByText('2 of 3 new pods are ready').waitFor();
    tell?.('changed', { ...one, progress: 'all 3 new pods are ready', content });
    await page.getByText('all 3 new pods are ready').waitFor();
    tell?.('ended', { ...failed(), content });
    await page.getByText('PAYMENTS_TIMEOUT is not set').waitFor();
    expect(await page.getByText(/may take/).count()).toBe(0);
    await mustBeClean(page);
  });

  test('of one that was rolled back says by which', async () => {
    const one = failed({ phase: 'RolledBack', rolled_back_to: 8 });
    showDeployment(dashboard.signIn(), one, app({ deployment: one }));
    const page = await dashboard.open(`/apps/${appId}/deployments/9`);
    await page.getByText('Put back, and Live again:').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('checkout, revision 9');
  });

  test('of a revision that does not exist is not found', async () => {
    showApp(dashboard.signIn(), app()).refuses('GET', stream, {
      status: 404,
      code: 'not_found',
      message: 'There is no such revision.',
    });
    const page = await dashboard.open(`/apps/${appId}/deployments/77`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
