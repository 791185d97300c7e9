import { describe, expect, test } from 'vitest';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { action, actionId, agentSettings, personId } from './fixtures.ts';
import {
  entry,
  incident,
  incidentId,
  inFull,
  maintenance,
  minutesAgo,
  otherId,
  showIncident,
  story,
} from './incident-fixtures.ts';

const dashboard = useDashboard();
const path = '/incidents/api/v1/incidents/{id}';
const open = () => dashboard.open(`/incidents/${incidentId}`);
const actionPath = '/agents/action/api/v1/actions/{id}';

const shown = (...given: Parameters<typeof showIncident> extends [unknown, ...infer Rest] ? Rest : never) =>
  showIncident(dashboard.signIn(), ...given);

describe('the page of an incident', () => {
  test('says what is wrong, for whom, since when, what changed before and who was told', async () => {
    shown();
    const page = await open();
    await page.getByRole('heading', { level: 1, name: 'Deployment shop/checkout is in a crash loop' }).waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong' });
    expect(await wrong.innerText()).toContain('the container ended with exit code 1');
    expect(await wrong.innerText()).toContain('whoever uses checkout of namespace shop in prod-eu');
    await page.getByText('2 firing', { exact: true }).waitFor();
    await page.getByText('App checkout: deployed revision 8').first().waitFor();
    await page.getByRole('link', { name: 'See the deployment' }).waitFor();
    await page.getByText('6 times, last 2 min ago').waitFor();
    const receivers = page.getByRole('list', { name: 'Receivers' });
    expect(await receivers.innerText()).toMatch(/on-call in Slack[\s\S]*Slack[\s\S]*succeeded/);
    // The deployment is on the curve too.
    await page.getByRole('slider', { name: /^From 30 min before it began/ }).waitFor();
    await mustBeClean(page);
  });

  test('follows what happens', async () => {
    const api = shown();
    api.tells(`${path}/stream`, [['snapshot', { incident: inFull(), entries: story() }]], (tell) =>
      setTimeout(
        () =>
          tell('changed', {
            incident: inFull({
              status: 'acknowledged',
              firing: 0,
              resolves_at: minutesAgo(-4),
              quiet_since: minutesAgo(1),
            }),
            entries: [entry(0, { kind: 'status', summary: 'Acknowledged.', actor: { type: 'user', id: personId } })],
          }),
        300,
      ),
    );
    const page = await open();
    await page.getByText('Acknowledged.').waitFor();
    await page.getByText('resolves in 3 min if it stays quiet').waitFor();
    expect(await page.getByRole('button', { name: 'Acknowledge', exact: true }).count()).toBe(0);
  });

  test('is filtered by kind and turned around, and the address says so', async () => {
    shown();
    const page = await open();
    const items = page.locator('main ol[class*=timeline] > li');
    await items.nth(3).waitFor();
    expect(await items.first().innerText()).toContain('Proposed');
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await page.waitForURL(/order=oldest/);
    expect(await items.first().innerText()).toContain('deployed revision 8');
    await page.getByLabel('Kind').selectOption('change');
    await page.waitForURL(/kind=change/);
    expect(await items.count()).toBe(1);
  });

  test('shows more than the stream tells once somebody asks', async () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      entry(200 - index, { kind: 'change', summary: `Change ${index}` }),
    );
    const api = shown(inFull(), many);
    api.list('/incidents/api/v1/incidents/{id}/timeline', [
      ...many.toReversed(),
      entry(400, { kind: 'change', summary: 'What began it all' }),
    ]);
    const page = await open();
    await page.getByRole('button', { name: 'Show what happened earlier' }).click();
    await page.getByText('What began it all').first().waitFor();
    expect(await page.getByRole('button', { name: 'Show what happened earlier' }).count()).toBe(0);
  });

  test('says that it is not known who was told, if webhooks does not answer', async () => {
    const told = story().filter(({ kind }) => kind === 'webhook');
    shown().list('/incidents/api/v1/incidents/{id}/timeline', told);
    const page = await open();
    await page.getByText('Who received it is not known right now.').waitFor();
    expect(await page.getByRole('list', { name: 'Receivers' }).count()).toBe(0);
  });

  test('says that maintenance is on', async () => {
    shown().list('/incidents/api/v1/maintenance-windows', [maintenance()]);
    const page = await open();
    await page.getByText('Signals of nodes node-1, node-2 open no incident.').waitFor();
    expect(await page.getByText('Maintenance: Kernel patches, ends in 1 h').count()).toBe(1);
  });

  test('leads from a merged one to the one that goes on', async () => {
    const merged = inFull({ status: 'closed', merged_into: otherId, resolution: 'merged', resolved_at: minutesAgo(1) });
    const api = shown(merged, []);
    api
      .tells(`${path}/stream`, [['ended', { incident: merged, entries: [] }]])
      .answers('GET', path, inFull({ id: otherId, number: 9, title: 'The database is gone' }));
    const page = await open();
    await page.getByRole('link', { name: '#9 The database is gone' }).waitFor();
    expect(await page.getByRole('button', { name: 'Resolve…' }).count()).toBe(0);
  });

  test('is one that says so where nobody has it', async () => {
    dashboard
      .signIn()
      .refuses('GET', `${path}/stream`, { status: 404, code: 'not_found', message: 'no such incident' });
    const page = await open();
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0);
  });
});

describe('by keys alone', () => {
  test('it is acknowledged, a note is written, and it is resolved', async () => {
    const api = shown()
      .answers('POST', `${path}/acknowledge`, inFull({ status: 'acknowledged', updated_at: minutesAgo(-1) }))
      .answers('POST', `${path}/notes`, inFull({ status: 'acknowledged', updated_at: minutesAgo(-2) }))
      .answers(
        'POST',
        `${path}/resolve`,
        inFull({ status: 'resolved', resolution: 'fixed', resolved_at: minutesAgo(0), updated_at: minutesAgo(-3) }),
      );
    const page = await open();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor({ state: 'detached' });
    expect(api.called('POST', `${path}/acknowledge`)).toHaveLength(1);

    await page.keyboard.press('n');
    // Letters of a note are no commands.
    await page.keyboard.type('a rollback was started; r and a are only letters here');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Added the note').waitFor();
    expect(api.called('POST', `${path}/notes`)[0]?.body).toEqual({
      text: 'a rollback was started; r and a are only letters here',
    });
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('');

    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Resolve incident #12' });
    await dialog.getByText('2 of its signals still fire.').waitFor();
    await mustBeClean(page);
    await dialog.getByLabel('Root cause (optional)').focus();
    await page.keyboard.type('PAYMENTS_TIMEOUT was not set');
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    expect(api.called('POST', `${path}/resolve`)[0]?.body).toEqual({
      resolution: 'fixed',
      root_cause: 'PAYMENTS_TIMEOUT was not set',
    });
  });

  test('g a leads to the actions, and acknowledges nothing', async () => {
    const api = shown().list('/agents/action/api/v1/actions', []);
    const page = await open();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Actions' }).waitFor();
    expect(api.called('POST', `${path}/acknowledge`)).toHaveLength(0);
  });

  test('single keys can be switched off', async () => {
    const mail = { available: false, address: '', incidents: false, approvals: false, most_per_hour: 10 };
    const api = shown().answers('GET', '/auth/api/v1/me/mail', mail);
    const page = await dashboard.open('/settings/profile');
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.goto(`${api.origin}/incidents/${incidentId}`);
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(api.called('POST', `${path}/acknowledge`)).toHaveLength(0);
  });
});

describe('what can be done about it', () => {
  test('what was refused is said with both states', async () => {
    shown().refuses('POST', `${path}/acknowledge`, {
      status: 409,
      code: 'invalid_state',
      message: 'The incident is resolved, so it cannot become acknowledged.',
    });
    const page = await open();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The incident was not acknowledged.' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain('The incident is resolved');
  });

  test('who may only read is told so', async () => {
    showIncident(dashboard.signIn(['read']));
    const page = await open();
    await page.getByText('your role needs the scope actions').first().waitFor();
    expect(await page.getByRole('button', { name: 'Acknowledge', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Assign to me' }).isDisabled()).toBe(true);
    await page.keyboard.press('r');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('somebody takes it', async () => {
    const api = shown().answers('PATCH', path, inFull({ assignee_id: personId, updated_at: minutesAgo(-1) }));
    const page = await open();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Unassign' }).waitFor();
    expect(api.called('PATCH', path)[0]?.body).toEqual({ assignee_id: personId });
  });

  test('an edit is one of what was read, and says if somebody else was faster', async () => {
    const api = shown()
      .answers('GET', path, inFull())
      .refuses('PATCH', path, { status: 412, code: 'precondition_failed', message: 'It has changed since.' });
    const page = await open();
    await page.getByRole('button', { name: 'More for incident #12' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit incident #12' });
    await dialog.getByLabel('Summary').fill('Revision 8 lacks a setting.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('somebody else has changed it meanwhile').waitFor();
    expect(api.called('PATCH', path)[0]?.body).toEqual({ summary: 'Revision 8 lacks a setting.' });
    expect(await dialog.getByLabel('Summary').inputValue()).toBe('Revision 8 lacks a setting.');
  });

  test('it is merged into another of its cluster', async () => {
    const other = incident({ id: otherId, number: 9, title: 'The database is gone' });
    const api = shown()
      .list('/incidents/api/v1/incidents', [incident(), other])
      .answers('GET', path, inFull({ id: otherId, number: 9 }))
      .answers('POST', `${path}/merge`, inFull({ status: 'closed', merged_into: otherId, updated_at: minutesAgo(-1) }));
    const page = await open();
    await page.getByRole('button', { name: 'More for incident #12' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByLabel('The incident that goes on');
    await choice.selectOption({ label: '#9 The database is gone' });
    expect(await choice.locator('option').count()).toBe(2);
    api.streams(`${path}/stream`, 'snapshot', { incident: inFull({ id: otherId, number: 9 }), entries: [] });
    await dialog.getByRole('button', { name: 'Merge into #9' }).click();
    await page.waitForURL(`**/incidents/${otherId}`);
    expect(api.called('POST', `${path}/merge`)[0]?.body).toEqual({ into: otherId });
  });

  test('a review is written once it is over', async () => {
    const over = inFull({ status: 'resolved', resolution: 'fixed', resolved_at: minutesAgo(2), firing: 0 });
    const api = shown(over)
      .answers('GET', path, over)
      .answers('PATCH', path, { ...over, review: '# What we learned', updated_at: minutesAgo(-1) });
    const page = await open();
    await page.getByRole('button', { name: 'Write review' }).click();
    await page.getByLabel('Review', { exact: true }).fill('# What we learned');
    await page.getByRole('button', { name: 'Save review' }).click();
    await page.getByText('# What we learned').waitFor();
    expect(await page.getByRole('heading', { name: 'What we learned' }).count()).toBe(0);
    expect(api.called('PATCH', path)[0]?.body).toEqual({ review: '# What we learned' });
  });
});

describe('what is proposed', () => {
  test('is approved on a phone, by the plan that is in view', async () => {
    const api = shown(inFull({ status: 'acknowledged' }))
      .answers('GET', '/agents/action/api/v1/settings', agentSettings)
      .answers('POST', `${actionPath}/approve`, action({ status: 'executing', step: 'planning' }));
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    const proposed = page.getByRole('group', { name: 'Decide' });
    const approve = proposed.getByRole('button', { name: 'Scale checkout to 3' });
    await approve.scrollIntoViewIfNeeded();
    // It stands above what happened, not at the end of the page.
    const timeline = page.getByRole('heading', { name: 'Timeline' });
    expect((await approve.boundingBox())?.y).toBeLessThan((await timeline.boundingBox())?.y ?? 0);
    await mustBeClean(page);
    await approve.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 replicas, 3 removed').first().waitFor();
    await dialog.getByRole('button', { name: 'Scale checkout to 3' }).click();
    await page.getByText('Approved and running').waitFor();
    expect(api.called('POST', `${actionPath}/approve`)[0]?.headers['if-match']).toBe('"6-3"');
  });

  test('is not offered once it has ended', async () => {
    shown(inFull(), [
      ...story(),
      entry(1, {
        kind: 'approval',
        summary: 'Expired, because nobody decided.',
        ref: { type: 'action', id: actionId, url: null },
        data: { status: 'expired' },
      }),
    ]);
    const page = await open();
    await page.getByText('Expired, because nobody decided.').waitFor();
    expect(await page.getByRole('group', { name: 'Decide' }).count()).toBe(0);
  });
});

test('what strangers wrote is text: script, another direction, javascript:', async () => {
  const script = '<script>window.hacked=1</script><img src=x onerror=window.hacked=1>';
  const link = '[press](javascript:window.hacked=1) javascript:window.hacked=1';
  const turned = '\u202Egnp.exe\u2066 nimda';
  shown(
    inFull({ title: script, summary: `${turned} ${link}`, root_cause: script, affected_service: turned, review: link }),
    [
      entry(3, { summary: `${script} ${link}`, data: { rule: script } }),
      entry(2, {
        kind: 'note',
        summary: turned,
        text: `${turned}\n${script}\n# ${link}`,
        actor: { type: 'user', id: personId },
      }),
      entry(1, { kind: 'change', summary: `Deployment ${turned}: image ${'i'.repeat(300)}`, count: 2 }),
    ],
  );
  const page = await open();
  await page.getByRole('heading', { level: 1, name: script }).waitFor();
  const text = await page.locator('main').innerText();
  for (const words of [script, link, turned]) expect(text).toContain(words);
  expect(await page.evaluate('"hacked" in window')).toBe(false);
  expect(await page.locator('main script, main img, a[href^="javascript:"]').count()).toBe(0);
  await mustBeClean(page);
});
