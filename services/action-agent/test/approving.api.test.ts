import { randomUUID } from 'node:crypto';
import { asOwner, type Caller, eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../src/plans/plan-schema.ts';
import { refusal } from '../src/plans/refusals.ts';
import type { ActionRow } from '../src/records/row.ts';
import { actions, colleague, type Desk, proposedBy, startDesk } from './desk.ts';
import { cordonPlan, type StandIn, standIn } from './stand-in.ts';

let desk: Desk;
const workerStatus: StandIn[] = [];

beforeAll(async () => {
  desk = await startDesk();
});
afterEach(async () => {
  await Promise.all(workerStatus.splice(0).map((one) => one.stop()));
});
afterAll(() => desk.stop());

/** A pending action with its plan, and a worker that would plan it the same again. */
async function proposed(more: Partial<ActionRow> = {}) {
  const { who, clusterId } = await desk.tenant();
  await desk.sign(who, clusterId);
  const worker = standIn(desk.db, who, clusterId);
  workerStatus.push(worker);
  const plan = cordonPlan(clusterId);
  const id = await desk.pending(who, clusterId, { plan, planned_at: new Date(), ...more });
  return { who, clusterId, worker, plan, id };
}

const approve = (who: Caller, id: string, body?: object, headers = {}) =>
  desk.post(who, `${actions}/${id}/approve`, body, headers);
const read = async (who: Caller, id: string) => (await desk.get(who, `${actions}/${id}`)).body;
const refusedWith = (status: number, code: string) => ({ status, body: { error: { code } } });

/** Settings of a tenant, as its admin sets them. */
async function set(who: Caller, body: object): Promise<void> {
  expect(await desk.call(who, 'PATCH', '/api/v1/settings', { body })).toMatchObject({ status: 200 });
}

describe('to approve an action', () => {
  test('has it carried out, as its plan shows, with who approved it', async () => {
    const { who, plan, id, worker } = await proposed();
    const sub = randomUUID();
    const answer = await approve(await colleague(who, { sub }), id, { reason: 'Go.' }, { 'if-match': plan.etag });
    expect(answer).toMatchObject({
      status: 202,
      body: {
        status: 'executing',
        step: 'waiting_for_target',
        approved_by: { type: 'user', id: sub },
        note: 'Go.',
        plan,
        started_at: expect.any(String),
        expires_at: null,
        finished_at: null,
      },
    });
    expect(worker.asked).toMatchObject([{ action_id: null, asked: { action: 'cordon_node' }, consented: true }]);
    const [open] = await desk.db.look('SELECT state, expires_at FROM action_agent.open_actions WHERE action_id = $1', [
      id,
    ]);
    expect(open).toEqual({ state: 'executing', expires_at: null });
    const left = await desk.db.tenant(who.tenantId, (db) => db.query('SELECT id FROM action_agent.plan_requests'));
    expect(left).toEqual([]);
  });

  test('needs no body and no If-Match: the stored plan is the one that is approved', async () => {
    const { who, id } = await proposed();
    expect(await approve(who, id)).toMatchObject({ status: 202 });
  });

  test('is done once, however often it is asked with one Idempotency-Key', async () => {
    const { who, id } = await proposed();
    const key = { 'idempotency-key': randomUUID() };
    const first = await approve(who, id, {}, key);
    const again = await approve(who, id, {}, key);
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await approve(who, id)).toMatchObject(refusedWith(409, 'action_not_pending'));
  });

  test('comes too late when its time is over', async () => {
    const { who, id } = await proposed({ expires_at: new Date(Date.now() - 1) });
    expect(await approve(who, id)).toMatchObject(refusedWith(410, 'action_expired'));
  });

  test('comes too late when its time ends while it is planned', async () => {
    const { who, id, worker, plan } = await proposed({ expires_at: new Date(Date.now() + 1_500) });
    const expires = Date.now() + 1_600;
    // The worker answers only when the time is over.
    worker.answer = () => {
      while (Date.now() < expires) continue;
      return { plan };
    };
    expect(await approve(who, id)).toMatchObject(refusedWith(410, 'action_expired'));
  });
});

describe('an approval is of one plan', () => {
  test('and refused with the new one where the cluster has changed; nothing is touched', async () => {
    const { who, clusterId, id, worker, plan } = await proposed();
    const changed = cordonPlan(clusterId, true);
    worker.answer = () => ({ plan: changed });
    const answer = await approve(who, id, {}, { 'if-match': plan.etag });
    expect(answer).toMatchObject({ status: 412, body: { error: { code: 'plan_changed' }, plan: changed } });
    const now = await desk.get(who, `${actions}/${id}`);
    expect(now.body).toMatchObject({ status: 'pending_approval', plan: changed, approved_by: null });
    expect(now.headers.get('etag')).toBe(changed.etag);
    // 504 where the worker took longer than ten seconds: then nothing has changed, and it is asked again.
    const answered = (etag: string, status: number) =>
      eventually(async () => expect(await approve(who, id, {}, { 'if-match': etag })).toMatchObject({ status }));
    await answered(plan.etag, 412);
    await answered(changed.etag, 202);
  });

  test('and refused where none was made yet: it is shown first', async () => {
    const { who, id, plan } = await proposed({ plan: null, planned_at: null });
    expect(await approve(who, id)).toMatchObject({ status: 412, body: { plan } });
    expect(await approve(who, id)).toMatchObject({ status: 202 });
  });

  test('and must name it where the tenant wants so', async () => {
    const { who, id, plan } = await proposed();
    await set(who, { plan_must_be_named: true });
    expect(await approve(who, id)).toMatchObject(refusedWith(428, 'precondition_required'));
    expect(await approve(who, id, {}, { 'if-match': '*' })).toMatchObject(refusedWith(428, 'precondition_required'));
    expect(await approve(who, id, {}, { 'if-match': plan.etag })).toMatchObject({ status: 202 });
  });

  test.each([
    ['pdb_violation', 'pdb_violation'],
    ['target_missing', 'invalid_state'],
    ['right_missing', 'invalid_state'],
  ] as const)('and refused while it would not be carried out (%s); it waits on', async (code, told) => {
    const { who, id, worker, plan } = await proposed();
    const refused: Plan = { ...plan, refused: refusal(code, 'Deployment web', 'web (2 of 3)') };
    worker.answer = () => ({ plan: refused });
    expect(await approve(who, id)).toMatchObject({
      status: 409,
      body: { error: { code: told, message: refused.refused?.message } },
    });
    expect(await read(who, id)).toMatchObject({ status: 'pending_approval', plan: { refused: null } });
  });
});

describe('what one has proposed', () => {
  const me = randomUUID();

  test.each([
    ['oneself', proposedBy(me)],
    ['an agent for oneself', { ...proposedBy(randomUUID(), me), type: 'agent_run' as const }],
    ['oneself, in capitals', proposedBy(me.toUpperCase())],
  ])('(%s) somebody else approves', async (_name, proposed_by) => {
    const { who, id } = await proposed({ proposed_by });
    const self = await colleague(who, { sub: me });
    expect(await approve(self, id)).toMatchObject(refusedWith(403, 'self_approval_forbidden'));
    expect(await read(who, id)).toMatchObject({ status: 'pending_approval' });
    expect(await approve(who, id)).toMatchObject({ status: 202 });
  });

  test('one approves oneself where the tenant lets one', async () => {
    const { who, id } = await proposed({ proposed_by: proposedBy(me) });
    await set(who, { self_approval: true });
    const answer = await approve(await colleague(who, { sub: me }), id);
    expect(answer).toMatchObject({ status: 202, body: { approved_by: { type: 'user', id: me } } });
  });

  test('an administrator may approve in need, and says why', async () => {
    const { who, id } = await proposed({ proposed_by: proposedBy(me) });
    const override_reason = 'Nobody else is awake.';
    const operator = await colleague(who, { sub: me, scopes: ['read', 'actions'] });
    expect(await approve(operator, id, { override_reason })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message: expect.stringContaining('scope admin') } },
    });
    const answer = await approve(await colleague(who, { sub: me }), id, { override_reason });
    expect(answer).toMatchObject({ status: 202, body: { approved_by: { type: 'user', id: me, override_reason } } });
    const trail = await asOwner(desk.database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ details: object }>(
        `SELECT body::jsonb->'data'->'details' AS details FROM action_agent.outbox
         WHERE type = 'internal.audit' AND body::jsonb->'data'->>'object_id' = $1`,
        [id],
      );
      return rows;
    });
    expect(trail).toMatchObject([{ details: { action: 'cordon_node', override_reason } }]);
  });

  test("another's needs no override, and none is written down", async () => {
    const { who, id } = await proposed();
    const answer = await approve(who, id, { override_reason: 'to be sure' });
    expect(answer.body.approved_by).not.toHaveProperty('override_reason');
  });
});

describe('nothing is approved that nobody can carry out', () => {
  test('because no worker was ever seen', async () => {
    const { who, clusterId } = await desk.tenant();
    const id = await desk.pending(who, clusterId, { plan: cordonPlan(clusterId) });
    expect(await approve(who, id)).toMatchObject(refusedWith(502, 'cluster_unreachable'));
  });

  test('because none was seen for 30 s', async () => {
    const { who, clusterId, id } = await proposed();
    const seen_at = new Date(Date.now() - 31_000);
    await desk.sign(who, clusterId, { seen_at });
    expect(await approve(who, id)).toMatchObject({
      status: 502,
      body: { error: { code: 'cluster_unreachable', message: expect.stringContaining(seen_at.toISOString()) } },
    });
    expect(await read(who, id)).toMatchObject({ status: 'pending_approval' });
  });

  test('because the worker is in trouble', async () => {
    const { who, clusterId, id } = await proposed();
    await desk.sign(who, clusterId, { trouble: 'wrong_cluster: no node in common' });
    expect(await approve(who, id)).toMatchObject({
      status: 502,
      body: { error: { message: expect.stringContaining('wrong_cluster') } },
    });
  });

  test('because the cluster does not answer its worker', async () => {
    const { who, id, worker } = await proposed();
    worker.answer = () => ({ failure: { code: 'cluster_unreachable', message: 'The API server is silent.' } });
    expect(await approve(who, id)).toMatchObject({
      status: 502,
      body: { error: { code: 'cluster_unreachable', message: 'The API server is silent.' } },
    });
  });

  test('because the worker does not answer in time', async () => {
    const { who, clusterId } = await desk.tenant();
    const seen_at = new Date();
    await desk.sign(who, clusterId, { seen_at });
    const id = await desk.pending(who, clusterId, { plan: cordonPlan(clusterId) });
    expect(await approve(who, id)).toMatchObject({
      status: 504,
      body: { error: { code: 'upstream_timeout', message: expect.stringContaining(seen_at.toISOString()) } },
    });
    expect(await read(who, id)).toMatchObject({ status: 'pending_approval' });
  });
});

test('of approvals, rejections and cancellations at one instant, one wins', async () => {
  const { who, clusterId } = await proposed();
  const plan = cordonPlan(clusterId);
  const pending = await Promise.all(Array.from({ length: 8 }, () => desk.pending(who, clusterId, { plan })));
  await Promise.all(
    pending.map(async (id) => {
      const answers = await Promise.all(
        ['approve', 'reject', 'approve', 'cancel'].map((word) => desk.post(who, `${actions}/${id}/${word}`)),
      );
      // Who cancels what was approved a moment before does so by right.
      const won = answers.filter(({ status }) => status < 300).map(({ body }) => body.status);
      const { status } = await read(who, id);
      expect(won.filter((each) => each !== 'executing')).toEqual(status === 'executing' ? [] : [status]);
      expect(won.filter((each) => each === 'executing').length).toBeLessThanOrEqual(1);
      expect(won.length).toBeGreaterThanOrEqual(1);
    }),
  );
});
