import { randomUUID } from 'node:crypto';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actions, colleague, type Desk, startDesk } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

const past = () => ({ expires_at: new Date(Date.now() - 1) });

/** What was told of an action when it ended. */
function outcomes(id: string): Promise<readonly unknown[]> {
  return asOwner(desk.database.ownerUrl, async (client) => {
    const { rows } = await client.query('SELECT body FROM action_agent.outbox WHERE message_id = $1', [id]);
    return rows;
  });
}

describe('to reject an action', () => {
  test('ends it, with who did so and why', async () => {
    const { who, clusterId } = await desk.tenant();
    const sub = randomUUID();
    const account = await colleague(who, { sub, kind: 'service', scopes: ['actions'] });
    const id = await desk.pending(who, clusterId);
    const answer = await desk.post(account, `${actions}/${id}/reject`, { reason: 'The node is needed tonight.' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'rejected',
        rejected_by: { type: 'service_account', id: sub },
        note: 'The node is needed tonight.',
        started_at: null,
        finished_at: expect.any(String),
      },
    });
  });

  test('is done once, however often it is asked with one Idempotency-Key', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const key = { 'idempotency-key': randomUUID() };
    const first = await desk.post(who, `${actions}/${id}/reject`, undefined, key);
    const again = await desk.post(who, `${actions}/${id}/reject`, undefined, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await desk.post(who, `${actions}/${id}/reject`)).toMatchObject({
      status: 409,
      body: { error: { code: 'action_not_pending' } },
    });
  });

  test('comes too late when its time is over', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId, past());
    const answer = await desk.post(who, `${actions}/${id}/reject`);
    expect(answer).toMatchObject({ status: 410, body: { error: { code: 'action_expired' } } });
    await eventually(async () => {
      expect((await desk.get(who, `${actions}/${id}`)).body.status).toBe('expired');
    });
  });

  test('takes no reason that cannot be written down', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    for (const reason of ['', 'a\u0000b', 'half a pair: \ud800'])
      expect(await desk.post(who, `${actions}/${id}/reject`, { reason })).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: 'reason' }] } },
      });
  });
});

describe('to cancel an action', () => {
  test('ends one that waits, which was never begun', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId);
    const answer = await desk.post(who, `${actions}/${id}/cancel`, { reason: 'proposed by mistake' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'canceled', canceled_by: { type: 'user' }, note: 'proposed by mistake', started_at: null },
    });
  });

  test('stops one that executes, as long as nothing was sent', async () => {
    const { who, clusterId } = await desk.tenant();
    const executing = {
      status: 'executing',
      step: 'waiting_for_target',
      started_at: new Date(),
      expires_at: null,
    } as const;
    const id = await desk.pending(who, clusterId, executing);
    expect(await desk.post(who, `${actions}/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'canceled', step: null },
    });
    expect(await desk.post(who, `${actions}/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining('already ended (canceled)') } },
    });
  });

  test.each(['unknown', 'accepted'] as const)('comes too late when the change was sent (%s)', async (effect) => {
    const { who, clusterId } = await desk.tenant();
    const executing = { status: 'executing', step: 'applying', started_at: new Date(), expires_at: null } as const;
    const id = await desk.pending(who, clusterId, { ...executing, effect });
    expect(await desk.post(who, `${actions}/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { error: { code: 'invalid_state', message: expect.stringContaining('was sent') } },
    });
    expect((await desk.get(who, `${actions}/${id}`)).body.status).toBe('executing');
  });
});

test('of all who decide at one instant, one wins', async () => {
  const { who, clusterId } = await desk.tenant();
  const pending = await Promise.all(Array.from({ length: 10 }, () => desk.pending(who, clusterId)));
  await Promise.all(
    pending.map(async (id) => {
      const answers = await Promise.all(
        ['reject', 'cancel', 'reject', 'cancel'].map((word) => desk.post(who, `${actions}/${id}/${word}`)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
      expect(await outcomes(id)).toHaveLength(1);
    }),
  );
});

test('neither a pipeline nor a caller without the scope decides', async () => {
  const { who, clusterId } = await desk.tenant();
  const id = await desk.pending(who, clusterId);
  const reader = await colleague(who, { scopes: ['read'] });
  const pipeline = await colleague(who, { kind: 'pipeline', scopes: ['actions'] });
  for (const one of [reader, pipeline])
    expect(await desk.post(one, `${actions}/${id}/reject`)).toMatchObject({ status: 403 });
});
