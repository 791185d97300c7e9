import { randomUUID } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hour, type MailHouse, minute, openMailHouse } from './mail-house.ts';

let house: MailHouse;

beforeAll(async () => {
  house = await openMailHouse();
});
afterAll(() => house.stop());
beforeEach(() => house.begin());

describe('a mail server', () => {
  test('that is busy is asked again, later each time, and not for ever', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    house.post.isBusy = true;
    await house.tell('incident.created');
    const delays = [30_000, 2 * minute, 10 * minute, 30 * minute, hour];
    for (const [index, delay] of delays.entries()) {
      await eventually(async () =>
        expect(await house.rowsOf(who)).toMatchObject([
          { state: 'pending', attempt_count: index + 1, reason: expect.stringContaining('did not accept it') },
        ]),
      );
      house.clock.advance(delay);
    }
    await house.ended(who, ['failed']);
    expect(await house.rowsOf(who)).toMatchObject([{ attempt_count: delays.length + 1 }]);
    house.clock.advance(hour);
    expect(house.mailsTo(who)).toEqual([]);
  });

  test('that took a mail and did not say so is sent it again, under the same Message-ID', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    house.post.isMute = true;
    await house.tell('incident.created');
    await house.tried(who);
    house.post.isMute = false;
    house.clock.advance(minute);
    await house.ended(who, ['sent']);
    const [first, again] = house.mailsTo(who).map(({ headers }) => headers['message-id']);
    expect(first).toBeDefined();
    expect(again).toBe(first);
  });

  test('that comes back is sent what waited, once', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    house.post.isBusy = true;
    await house.tell('incident.created');
    await house.tried(who);
    house.post.isBusy = false;
    house.clock.advance(minute);
    await house.ended(who, ['sent']);
    house.clock.advance(hour);
    await house.tell('incident.resolved');
    await house.ended(who, ['sent', 'sent']);
    const ids = house.mailsTo(who).map(({ headers }) => headers['message-id']);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^<[\da-f-]{36}@wheelhouse\.example\.test>$/);
  });

  test('that knows no such address is not asked again', async () => {
    const who = await house.person();
    house.clock.advance(1_000);
    house.post.refuses = 'RCPT';
    await house.tell('incident.created');
    await house.ended(who, ['failed']);
    expect(await house.rowsOf(who)).toMatchObject([{ attempt_count: 1, reason: expect.stringContaining('EENVELOPE') }]);
  });
});

test('a storm is ten mails, and one an hour later that counts the rest', async () => {
  const [who, calm] = [await house.person(), await house.person({ approvals: true })];
  house.clock.advance(1_000);
  for (let count = 0; count < 25; count += 1)
    await house.tell('incident.created', { data: { incident_id: randomUUID(), title: `number ${count}` } });
  const states = async () => Map.groupBy(await house.rowsOf(who), ({ state }) => state);
  await eventually(async () => expect((await states()).get('pending')).toHaveLength(15));
  await eventually(async () => {
    const waiting = (await states()).get('pending') ?? [];
    expect(waiting.every(({ reason }) => reason === 'too_many')).toBe(true);
  });
  expect(house.mailsTo(who)).toHaveLength(10);
  await house.tell('action.pending', {
    data: { expires_at: new Date(house.clock.now().getTime() + hour).toISOString() },
  });
  await house.ended(calm, ['sent']);
  house.clock.advance(hour + minute);
  await eventually(async () => expect((await states()).get('pending')).toBeUndefined());
  expect((await states()).get('counted')).toHaveLength(14);
  const mails = house.mailsTo(who);
  expect(mails).toHaveLength(11);
  expect(mails[10]?.text).toContain('14 more mails were not sent');
  expect(mails[10]?.text).toContain('- Incident (critical): number');
});
