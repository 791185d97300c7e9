import { randomUUID } from 'node:crypto';
import { type Database, type Emit, makeIds, makeLog, openDatabase, type TenantDb } from '@wheelhouse/kit';
import { movableClock, type MovableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCredential, revokeCredential } from '../src/credentials/service.ts';
import { tellOfExpiring } from '../src/tokens/expiring.ts';
import { takeExpiring } from '../src/tokens/expiring-store.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

const day = 24 * 60 * 60_000;
const noticeDays = [14, 7, 1];
let auth: AuthProcess;
let clock: MovableClock;
let tenant: TestTenant;
let db: Database;
beforeAll(async () => {
  clock = movableClock(new Date());
  auth = await startAuth();
  tenant = await auth.tenant();
  const log = makeLog({ level: 'fatal' });
  db = openDatabase({ url: auth.database.url, connections: 2, applicationName: 'test', log });
});
afterAll(async () => {
  await db.end();
  await auth.stop();
});

const issued = async (expiresInDays: number, ownerId: string = randomUUID()) =>
  (
    await db.tenant(tenant.id, (handle) =>
      issueCredential(
        handle,
        { makeId: makeIds(clock), clock },
        { kind: 'personal', ownerId, name: 'x', scopes: ['read'], expiresInDays, createdBy: null },
      ),
    )
  ).shown;
const told = async (id: string) => {
  const rows = await db.tenant(tenant.id, (handle) => takeExpiring(handle, clock.now(), noticeDays));
  return rows.filter((row) => row.id === id);
};

test('a token is told of 14, 7 and 1 days before its end, once each, to its user', async () => {
  const user = await tenant.user();
  const { id } = await issued(90, user.id);
  const days: (number | undefined)[] = [];
  for (let passed = 0; passed < 90; passed += 1) {
    const rows = [...(await told(id)), ...(await told(id))];
    days.push(...rows.map((row) => row.days));
    for (const { email } of rows) expect(email).toBe(user.email);
    clock.advance(day);
  }
  expect(days).toEqual([14, 7, 1]);
  expect(await told(id)).toEqual([]);
});

test('one that never had so many days is told of fewer', async () => {
  const { id } = await issued(5);
  expect(await told(id)).toEqual([]);
  clock.advance(4 * day);
  expect(await told(id)).toMatchObject([{ days: 1, email: null }]);
});

test('after a long pause only the nearest is told', async () => {
  const { id } = await issued(30);
  clock.advance(25 * day);
  expect(await told(id)).toMatchObject([{ days: 7 }]);
});

test('a revoked one is told of no more', async () => {
  const { id } = await issued(30);
  clock.advance(20 * day);
  await db.tenant(tenant.id, (handle) => revokeCredential(handle, clock, id, { kind: 'personal', by: null }));
  expect(await told(id)).toEqual([]);
});

test('an event is written for each, in the tenant it belongs to, and no mail without a mail server', async () => {
  const { id } = await issued(10);
  clock.advance(4 * day);
  const events: unknown[] = [];
  const context = {
    database: db,
    clock,
    log: makeLog({ level: 'fatal' }),
    emit: ((handle: TenantDb, type: string, data: unknown) =>
      Promise.resolve(`evt_${events.push([handle.tenantId, type, data])}`)) as Emit,
    settings: { SMTP_URL: undefined, MAIL_FROM: 'x', EXTERNAL_URL: 'http://127.0.0.1' },
  };
  await tellOfExpiring(context, new AbortController().signal);
  await tellOfExpiring(context, new AbortController().signal);
  const mine = events.filter((event) => JSON.stringify(event).includes(id));
  expect(mine).toEqual([
    [
      tenant.id,
      'internal.credential_expiring',
      expect.objectContaining({ credential_id: id, days: 7, kind: 'personal' }),
    ],
  ]);
});

test('other tenants keep theirs', async () => {
  const { id } = await issued(10);
  clock.advance(4 * day);
  const elsewhere = await auth.tenant();
  const rows = await db.tenant(elsewhere.id, (handle) => takeExpiring(handle, clock.now(), noticeDays));
  expect(rows).toEqual([]);
  expect(await told(id)).toMatchObject([{ days: 7 }]);
});
