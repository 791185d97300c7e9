import { exampleEnvelope } from '@wheelhouse/contracts';
import { expect, test } from 'vitest';
import { mustBeClean } from './axe.ts';
import { useDashboard } from './dashboard.ts';
import { session, webhook, webhookId } from './fixtures.ts';

const dashboard = useDashboard();
const webhooks = '/platform/api/v1/webhooks';
const one = '/platform/api/v1/webhooks/{id}';
const testPath = '/platform/api/v1/webhooks/{id}/test';
const key = 'e93facc04764012d7bfb002500d5d1a6';
const slackUrl = 'https://hooks.slack.com/services/T0/B0/secret-of-slack';

const incidents = ['incident.created', 'incident.updated', 'incident.resolved'] as const;
const eventTypes = [...incidents, 'action.pending' as const].map((type) => ({
  type,
  sent_when: 'An incident opens',
  schema: {},
  example: exampleEnvelope(type),
}));

/** What comes of a test message, and of the page that is opened afterwards. */
function after(made: ReturnType<typeof webhook>) {
  return dashboard
    .signIn()
    .answers('POST', webhooks, { ...made, signing_secret: 'whsec_x' })
    .list('/platform/api/v1/webhooks/event-types', eventTypes)
    .answers('GET', one, made)
    .list('/platform/api/v1/webhooks/{id}/deliveries', [])
    .answers('GET', '/platform/api/v1/webhooks/{id}/stats', {
      from: made.created_at,
      until: made.created_at,
      hours: [],
      succeeded: 0,
      failed: 0,
      success_share: null,
      p95_ms: null,
    })
    .answers('POST', testPath, {
      event_id: exampleEnvelope('incident.created').id,
      event_type: 'incident.created',
      body: '{}',
      attempt: {
        number: 1,
        started_at: made.created_at,
        request: { url: made.url, headers: {}, signed: null },
        failure: null,
        status: 200,
        response: { headers: {}, body: 'ok', truncated: false },
        timings: { dns_ms: 1, connect_ms: 1, tls_ms: 1, answered_ms: 9, total_ms: 10 },
      },
    });
}

test('a channel of Slack is told of incidents and approvals, and is sent a test at once', async () => {
  const api = after(webhook({ format: 'slack', url: slackUrl, events: [...incidents, 'action.pending'] }));
  const page = await dashboard.open('/webhooks/new');
  await page.getByText('turn on Incoming Webhooks').waitFor();
  await mustBeClean(page);
  await page.getByLabel('URL', { exact: true }).fill(slackUrl);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a test to Slack (hooks.slack.com)' });
  await dialog.getByRole('button', { name: 'Send test' }).click();
  await dialog.getByText('200').first().waitFor();
  expect(api.called('POST', webhooks)[0]?.body).toEqual({
    format: 'slack',
    url: slackUrl,
    events: [...incidents, 'action.pending'],
    cluster_ids: null,
    description: '',
    rate_limit_per_second: 1,
  });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.waitForURL(`**/webhooks/${webhookId}`);
  await page.getByRole('heading', { name: 'Slack (hooks.slack.com)' }).waitFor();
  expect(await page.content()).not.toContain('secret-of-slack');
});

test('PagerDuty is asked for its key, which is shown nowhere afterwards', async () => {
  const api = after(
    webhook({ format: 'pagerduty', url: 'https://events.eu.pagerduty.com/v2/enqueue', events: [...incidents] }),
  );
  const page = await dashboard.open('/webhooks/new');
  await page.getByRole('button', { name: 'PagerDuty' }).click();
  await page.getByText('Copy its integration key').waitFor();
  await page.getByLabel('Integration key').fill(key);
  await page.getByLabel('Service region').selectOption({ label: 'Europe' });
  expect(await page.getByLabel('action.pending').isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('dialog', { name: 'Send a test to PagerDuty (events.eu.pagerduty.com)' }).waitFor();
  expect(api.called('POST', webhooks)[0]?.body).toMatchObject({
    format: 'pagerduty',
    url: 'https://events.eu.pagerduty.com/v2/enqueue',
    routing_key: key,
    events: incidents,
  });
});

test('what was typed for one place is not sent to another', async () => {
  after(webhook());
  const page = await dashboard.open('/webhooks/new');
  await page.getByLabel('URL', { exact: true }).fill(slackUrl);
  await page.getByLabel('Description').fill('on call');
  await page.getByRole('button', { name: 'Microsoft Teams' }).click();
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('https://');
  expect(await page.getByLabel('Description').inputValue()).toBe('on call');
});

test('a server of your own is shown its secret, once', async () => {
  const api = after(webhook());
  const page = await dashboard.open('/webhooks/new');
  await page.getByRole('button', { name: 'Your own server' }).click();
  await page.getByLabel('URL', { exact: true }).fill('https://hooks.acme.example/wheelhouse');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByText('whsec_x').waitFor();
  expect(api.called('POST', webhooks)[0]?.body).toMatchObject({ format: 'event', events: ['*'] });
});

test('a profile offers mail about incidents and approvals, and changes it at once', async () => {
  const path = '/auth/api/v1/me/mail';
  const mail = { available: true, address: 'ada@acme.example', incidents: false, approvals: true, most_per_hour: 10 };
  const api = dashboard
    .signIn()
    .answers('GET', '/auth/api/v1/session', session())
    .answers('GET', path, mail)
    .answers('PATCH', path, () => {
      api.answers('GET', path, { ...mail, incidents: true });
      return { ...mail, incidents: true };
    });
  const page = await dashboard.open('/settings/profile');
  await page.getByText('at most 10 an hour').waitFor();
  expect(await page.getByLabel('Approvals', { exact: true }).isChecked()).toBe(true);
  await page.getByLabel('Incidents', { exact: true }).click();
  await page.getByText('Saved your email settings').waitFor();
  expect(api.called('PATCH', path)[0]?.body).toEqual({ incidents: true });
  expect(await page.getByLabel('Incidents', { exact: true }).isChecked()).toBe(true);
  await mustBeClean(page);
});

test('a profile without a mail server says what the operator has to set', async () => {
  dashboard.signIn().answers('GET', '/auth/api/v1/me/mail', {
    available: false,
    address: 'ada@acme.example',
    incidents: false,
    approvals: false,
    most_per_hour: 10,
  });
  const page = await dashboard.open('/settings/profile');
  await page.getByText('This installation does not send email.').waitFor();
  await page.getByText('SMTP_URL').waitFor();
  expect(await page.getByLabel('Incidents', { exact: true }).count()).toBe(0);
});
