import { caller, type Caller, movableClock } from '@wheelhouse/testkit';
import { openKeyring } from '@wheelhouse/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSecrets } from '../src/subscriptions/secret.ts';
import { selectSubscription } from '../src/subscriptions/store.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
const clock = movableClock();

beforeAll(async () => {
  desk = await startDesk({ clock });
});
afterAll(() => desk.stop());

/** Those that sign, as a worker finds them. */
async function signing(who: Caller, id: string): Promise<readonly string[]> {
  const row = await desk.db.tenant(who.tenantId, (db) => selectSubscription(db, id));
  if (row === undefined) throw new Error('no webhook');
  return openSecrets(openKeyring(desk.environment['SECRETS_KEYS'] ?? ''), who.tenantId, row, clock.now());
}

const rotate = async (who: Caller, id: string, body?: object) => {
  const answer = await desk.post(who, `${id}/rotate-secret`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

describe('a new secret', () => {
  test('signs at once, and the one until now for a day more', async () => {
    const who = await caller({}, clock);
    const { id, signing_secret: first } = await desk.create(who);
    const rotated = await rotate(who, id);
    expect(rotated.signing_secret).toMatch(/^whsec_/);
    expect(rotated.previous_secret_expires_at).toBe(new Date(clock.now().getTime() + 86_400_000).toISOString());
    expect(await signing(who, id)).toEqual([rotated.signing_secret, first]);
    const later = movableClock(new Date(clock.now().getTime() + 86_400_000));
    const row = await desk.db.tenant(who.tenantId, (db) => selectSubscription(db, id));
    if (row === undefined) throw new Error('no webhook');
    const keyring = openKeyring(desk.environment['SECRETS_KEYS'] ?? '');
    expect(openSecrets(keyring, who.tenantId, row, later.now())).toEqual([rotated.signing_secret]);
  });

  test('leaves at most two: the oldest is forgotten, even if it had time left', async () => {
    const who = await caller({}, clock);
    const { id } = await desk.create(who);
    const second = (await rotate(who, id, { overlap_seconds: 604_800 })).signing_secret;
    const third = (await rotate(who, id, { overlap_seconds: 60 })).signing_secret;
    expect(await signing(who, id)).toEqual([third, second]);
  });

  test('is the only one when there is no overlap', async () => {
    const who = await caller({}, clock);
    const { id } = await desk.create(who);
    await rotate(who, id);
    const { signing_secret, previous_secret_expires_at } = await rotate(who, id, { overlap_seconds: 0 });
    expect(previous_secret_expires_at).toBeNull();
    expect(await signing(who, id)).toEqual([signing_secret]);
  });

  test.each([-1, 604_801, 1.5, '60'])('takes no overlap of %j', async (overlap_seconds) => {
    const who = await caller({}, clock);
    const { id } = await desk.create(who);
    expect(await desk.post(who, `${id}/rotate-secret`, { overlap_seconds })).toMatchObject({ status: 422 });
  });

  test('is not told again to a repeated Idempotency-Key', async () => {
    const who = await caller({}, clock);
    const { id } = await desk.create(who);
    const headers = { 'idempotency-key': 'rotate-once-please' };
    const first = await desk.post(who, `${id}/rotate-secret`, {}, headers);
    expect(await desk.post(who, `${id}/rotate-secret`, {}, headers)).toMatchObject({ status: 409 });
    expect((await signing(who, id))[0]).toBe(first.body.signing_secret);
  });

  test('stands nowhere in the clear', async () => {
    const who = await caller({}, clock);
    const { id, signing_secret } = await desk.create(who);
    const rotated = await rotate(who, id);
    const [row] = await desk.db.tenant(who.tenantId, (db) =>
      db.query<{ text: string }>('SELECT s::text AS text FROM webhooks.subscriptions AS s WHERE id = $1', [id]),
    );
    const trail = await desk.db.look<{ body: string }>('SELECT body FROM webhooks.outbox');
    const written = [row?.text, ...trail.map(({ body }) => body)].join('\n');
    for (const secret of [signing_secret, rotated.signing_secret]) expect(written).not.toContain(secret);
  });
});
