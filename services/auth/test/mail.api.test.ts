import { randomUUID } from 'node:crypto';
import { type EventData, exampleEnvelope } from '@wheelhouse/contracts';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hour, type MailHouse, mailPath, minute, openMailHouse } from './mail-house.ts';
import { type AuthProcess, startAuth } from './start.ts';

let house: MailHouse;

beforeAll(async () => {
  house = await openMailHouse();
});
afterAll(() => house.stop());
beforeEach(() => house.begin());

describe('what a person is mailed of', () => {
  test('is nothing until they say so, by a session and for themselves', async () => {
    const { id, email } = await house.tenant.user('viewer');
    const session = await house.tenant.callerOf(id, 'viewer', 'session');
    const nothing = { available: true, address: email, incidents: false, approvals: false, most_per_hour: 10 };
    expect(await house.auth.call(session, 'GET', mailPath)).toMatchObject({ status: 200, body: nothing });
    const changed = await house.auth.call(session, 'PATCH', mailPath, { body: { incidents: true } });
    expect(changed).toMatchObject({ status: 200, body: { ...nothing, incidents: true } });
    const both = await house.auth.call(session, 'PATCH', mailPath, { body: { approvals: true } });
    expect(both).toMatchObject({ body: { incidents: true, approvals: true } });
    expect(await house.auth.call(session, 'PATCH', mailPath, { body: { incidents: false } })).toMatchObject({
      body: { incidents: false, approvals: true },
    });
    const colleague = await house.tenant.callerOf((await house.tenant.user('viewer')).id, 'viewer', 'session');
    expect((await house.auth.call(colleague, 'GET', mailPath)).body).toMatchObject({
      incidents: false,
      approvals: false,
    });
    const elsewhere = await house.auth.tenant();
    const stranger = await elsewhere.callerOf(id, 'viewer', 'session');
    expect(await house.auth.call(stranger, 'GET', mailPath)).toMatchObject({ status: 404 });
    expect(await house.auth.call(stranger, 'PATCH', mailPath, { body: { incidents: true } })).toMatchObject({
      status: 404,
    });
  });

  test('is not changed by a token, and is nothing a service account has', async () => {
    const { id } = await house.tenant.user('admin');
    const token = await house.tenant.callerOf(id, 'admin', 'user');
    expect(await house.auth.call(token, 'GET', mailPath)).toMatchObject({ status: 200 });
    expect(await house.auth.call(token, 'PATCH', mailPath, { body: { incidents: true } })).toMatchObject({
      status: 403,
    });
    const robot = await caller({ kind: 'service', tenant: house.tenant.id, scopes: ['read', 'admin'] }, house.clock);
    expect(await house.auth.call(robot, 'GET', mailPath)).toMatchObject({ status: 403 });
  });
});

describe('without a mail server', () => {
  let silent: AuthProcess;
  beforeAll(async () => {
    silent = await startAuth({ clock: house.clock });
  });
  afterAll(() => silent.stop());

  test('nothing can be switched on, and it is said what the operator has to set', async () => {
    const there = await silent.tenant();
    const { id } = await there.user('viewer');
    const session = await there.callerOf(id, 'viewer', 'session');
    expect((await silent.call(session, 'GET', mailPath)).body).toMatchObject({ available: false });
    expect(await silent.call(session, 'PATCH', mailPath, { body: { incidents: true } })).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining('SMTP_URL') } },
    });
    expect(await silent.call(session, 'PATCH', mailPath, { body: { incidents: false } })).toMatchObject({
      status: 200,
    });
  });
});

describe('an incident', () => {
  test('is mailed to those who asked, once, and so is its end, in one thread', async () => {
    const [one, other, neither] = [
      await house.person(),
      await house.person({ incidents: true }),
      await house.person({}),
    ];
    const elsewhere = await house.auth.tenant();
    house.clock.advance(1_000);
    const data = { incident_id: randomUUID(), title: 'Checkout is slow' };
    await house.tell('incident.created', { data, times: 3 });
    for (const who of [one, other]) await house.ended(who, ['sent']);
    await house.tell('incident.resolved', { data: { ...data, status: 'resolved' } });
    for (const who of [one, other]) await house.ended(who, ['sent', 'sent']);
    const [opened, resolved] = house.mailsTo(one);
    expect(opened?.headers['subject']).toBe('Incident (critical): Checkout is slow');
    expect(opened?.text).toContain('Severity: critical\n');
    expect(opened?.text).toContain(`${exampleEnvelope('incident.created').data.url}\n`);
    expect(opened?.text).toContain('Change that at https://wheelhouse.example.test/settings/profile');
    expect(opened?.headers).toMatchObject({ from: 'ops@example.test', 'auto-submitted': 'auto-generated' });
    expect(resolved?.headers['subject']).toBe('Resolved: Checkout is slow');
    expect(resolved?.headers['references']).toBe(opened?.headers['references']);
    expect(house.mailsTo(other)).toHaveLength(2);
    expect(await house.rowsOf(neither)).toEqual([]);
    expect(await house.auth.db.tenant(elsewhere.id, (db) => db.query('SELECT FROM auth.mails'))).toEqual([]);
  });

  test('of before they asked is not news to them', async () => {
    const occurredAt = house.clock.now();
    house.clock.advance(1_000);
    const who = await house.person();
    house.clock.advance(1_000);
    await house.tell('incident.created', { occurredAt });
    await house.tell('incident.resolved');
    await house.ended(who, ['sent']);
    expect(house.mailsTo(who)).toHaveLength(1);
  });

  test('that is told hours late is not mailed any more', async () => {
    const who = await house.person();
    const occurredAt = new Date(house.clock.now().getTime() + 1_000);
    house.clock.advance(4 * hour + 2_000);
    await house.tell('incident.created', { occurredAt });
    await house.tell('incident.resolved');
    await house.ended(who, ['sent']);
    expect(house.mailsTo(who)).toHaveLength(1);
  });

  test('with a hostile name is text in the mail, and no header of it', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    const title = 'x\r\nBcc: evil@example.test\r\n\r\n<script>\u202e';
    await house.tell('incident.created', { data: { title, url: 'javascript:alert(1)' } });
    await house.ended(who, ['sent']);
    const [mail] = house.mailsTo(who);
    expect(mail?.headers['bcc']).toBeUndefined();
    expect(mail?.headers['subject']).toBe('Incident (critical): x Bcc: evil@example.test <script>\u{fffd}');
    expect(mail?.headers['content-type']).toContain('text/plain');
    expect(mail?.text).not.toContain('javascript:');
  });
});

describe('an approval', () => {
  test('is mailed with the change in one line and a link to where it is approved', async () => {
    const who = await house.person({ approvals: true });
    house.clock.advance(1_000);
    const expires_at = new Date(house.clock.now().getTime() + hour).toISOString();
    await house.tell('action.pending', { data: { expires_at } });
    await house.tell('incident.created');
    await house.ended(who, ['sent']);
    const [mail] = house.mailsTo(who);
    const { data } = exampleEnvelope('action.pending') as { readonly data: EventData<'action.pending'> };
    expect(mail?.headers['subject']).toBe('Approval needed: Drain Node prod-eu-node-7');
    expect(mail?.text).toContain(data.plan_summary);
    expect(mail?.text).toContain(`Review and approve:\n${data.url}\n`);
  });

  test('that has expired by the time it could be sent is not', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    house.post.isBusy = true;
    await house.tell('action.pending', {
      data: { expires_at: new Date(house.clock.now().getTime() + minute).toISOString() },
    });
    await house.tried(who);
    house.post.isBusy = false;
    house.clock.advance(2 * minute);
    await house.ended(who, ['failed']);
    expect(await house.rowsOf(who)).toMatchObject([{ reason: 'too_late' }]);
    expect(house.mailsTo(who)).toEqual([]);
  });
});
