import { randomUUID } from 'node:crypto';
import { caller, type Caller, eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { actions, colleague, type Desk, startDesk } from './desk.ts';
import { cordonPlan, type StandIn, standIn } from './stand-in.ts';
import { node } from './write-action.ts';

let desk: Desk;
const workerStatus: StandIn[] = [];

beforeAll(async () => {
  desk = await startDesk();
});
afterEach(async () => {
  await Promise.all(workerStatus.splice(0).map((one) => one.stop()));
});
afterAll(() => desk.stop());

async function withWorker() {
  const { who, clusterId } = await desk.tenant();
  await desk.sign(who, clusterId);
  const worker = standIn(desk.db, who, clusterId);
  workerStatus.push(worker);
  return { who, clusterId, worker };
}

const cordon = { action: 'cordon_node', target: { node_name: node } };
const plan = (who: Caller, body: object) => desk.post(who, `${actions}/plan`, body);
const uncordon = (who: Caller, body: object = {}, headers = {}) =>
  desk.post(who, `${actions}/uncordon`, { node_name: node, ...body }, headers);
const drain = (who: Caller, body: object = {}) => desk.post(who, `${actions}/drain`, { node_name: node, ...body });
const rollback = (who: Caller, body: object = {}) =>
  desk.post(who, `${actions}/rollback`, { namespace: 'shop', deployment_name: 'web', ...body });
const faults = (answer: { readonly body: { readonly error: { readonly details: readonly { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

describe('to ask for a plan', () => {
  test('answers what the worker says, with its ETag, and makes no action', async () => {
    const { who, clusterId, worker } = await withWorker();
    const answer = await plan(who, cordon);
    expect(answer).toMatchObject({ status: 200, body: cordonPlan(clusterId) });
    expect(answer.headers.get('etag')).toBe(answer.body.etag);
    expect(worker.asked).toMatchObject([{ asked: cordon, consented: true, action_id: null }]);
    expect((await desk.get(who, actions)).body.total).toBe(0);
  });

  test('is answered the same when it is repeated with its Idempotency-Key', async () => {
    const { who, worker } = await withWorker();
    const key = { 'idempotency-key': randomUUID() };
    const first = await desk.post(who, `${actions}/plan`, cordon, key);
    const again = await desk.post(who, `${actions}/plan`, cordon, key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(worker.asked).toHaveLength(1);
  });

  test.each([
    [
      'a target of another kind',
      { ...cordon, target: { namespace: 'shop', pod: 'web-1' } },
      ['target.node_name', 'target.namespace', 'target.pod'],
    ],
    ['a field too many', { ...cordon, target: { node_name: node, replicas: 3 } }, ['target.replicas']],
    ['half a target', { action: 'restart_pod', target: { pod: 'web-1' } }, ['target.namespace']],
    [
      'no number of replicas',
      { action: 'scale_deployment', target: { namespace: 'shop', deployment_name: 'web', replicas: -1 } },
      ['target.replicas'],
    ],
    ['a name that is none', { ...cordon, target: { node_name: '../pods' } }, ['target.node_name']],
    ['a kind that there is not', { ...cordon, action: 'reboot_node' }, ['action']],
  ])('is refused with %s, naming it', async (_name, body, fields) => {
    const { who } = await desk.tenant();
    const answer = await plan(who, body);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
    expect(faults(answer)).toEqual(fields);
  });

  test('is refused where no worker is, or none answers', async () => {
    const { who, clusterId } = await desk.tenant();
    expect(await plan(who, cordon)).toMatchObject({ status: 502, body: { error: { code: 'cluster_unreachable' } } });
    await desk.sign(who, clusterId);
    expect(await plan(who, cordon)).toMatchObject({ status: 504, body: { error: { code: 'upstream_timeout' } } });
    const left = await desk.db.tenant(who.tenantId, (db) => db.query('SELECT id FROM action_agent.plan_requests'));
    expect(left).toEqual([]);
  });
});

describe('what a person asks for directly', () => {
  test('runs at once: the call is the consent', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    const sub = randomUUID();
    const answer = await uncordon(await colleague(who, { sub }), { reason: 'The disk was replaced.' });
    expect(answer).toMatchObject({
      status: 202,
      body: {
        cluster_id: clusterId,
        action: 'uncordon_node',
        target: { node_name: node },
        status: 'executing',
        step: 'waiting_for_target',
        origin: 'manual',
        requested_by: { type: 'user', id: sub },
        proposed_by: null,
        decision_id: null,
        reason: 'The disk was replaced.',
        started_at: expect.any(String),
        expires_at: null,
      },
    });
    expect(answer.headers.get('location')).toBe(`${actions}/${answer.body.id}`);
    expect(await rollback(who)).toMatchObject({
      status: 202,
      body: { action: 'rollback_deployment', target: { namespace: 'shop', deployment_name: 'web' } },
    });
  });

  test('waits for nobody: a busy target is refused, naming the action at work', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    for (const ask of [uncordon, drain, rollback]) {
      const answers = await Promise.all([ask(who), ask(who), ask(who)]);
      const [done, ...others] = answers.filter(({ status }) => status === 202);
      expect(others).toEqual([]);
      for (const busy of answers.filter(({ status }) => status !== 202))
        expect(busy).toMatchObject({
          status: 409,
          body: { error: { code: 'target_busy', message: expect.stringContaining(done?.body.id) } },
        });
      await desk.post(who, `${actions}/${done?.body.id}/cancel`);
      const again = await ask(who);
      expect(again).toMatchObject({ status: 202 });
      await desk.post(who, `${actions}/${again.body.id}/cancel`);
    }
  });

  test('is done once, however often it is asked with one Idempotency-Key', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    const key = { 'idempotency-key': randomUUID() };
    const first = await uncordon(who, {}, key);
    expect(await uncordon(who, {}, key)).toMatchObject({ status: 202, body: first.body });
    expect((await desk.get(who, actions)).body.total).toBe(1);
  });

  test.each([
    ['uncordon', uncordon],
    ['drain', drain],
    ['rollback', rollback],
  ])('needs a worker (%s)', async (_name, ask) => {
    const { who } = await desk.tenant();
    expect(await ask(who)).toMatchObject({ status: 502, body: { error: { code: 'cluster_unreachable' } } });
    expect((await desk.get(who, actions)).body.total).toBe(0);
  });
});

describe('the cluster that is meant', () => {
  const calls = [
    ['plan', (who: Caller, more: object) => plan(who, { ...cordon, ...more })],
    ['uncordon', uncordon],
    ['drain', drain],
    ['rollback', rollback],
  ] as const;

  test.each(calls)('must be named where there are several (%s)', async (_name, ask) => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    const answer = await ask(who, {});
    expect(answer).toMatchObject({ status: 422 });
    expect(faults(answer)).toEqual(['cluster_id']);
    for (const id of [clusterId, other]) expect(answer.body.error.message).toContain(id);
  });

  test.each(calls)('is the only one that the role reaches (%s)', async (_name, ask) => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    const limited = await colleague(who, { cluster_ids: [other] });
    expect(await ask(limited, {})).toMatchObject({ status: 502 });
    expect(await ask(limited, { cluster_id: clusterId })).toMatchObject({ status: 404 });
  });

  test.each(calls)('is one of the own tenant (%s)', async (_name, ask) => {
    const { who } = await desk.tenant();
    const { clusterId: foreign } = await desk.tenant();
    const [theirs, never] = [await ask(who, { cluster_id: foreign }), await ask(who, { cluster_id: randomUUID() })];
    expect([theirs.status, never.status]).toEqual([404, 404]);
    expect(theirs.body.error.message).toBe(never.body.error.message);
  });

  test.each(calls)('cannot be guessed where there is none (%s)', async (_name, ask) => {
    expect(await ask(await caller(), {})).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining('register one') } },
    });
  });

  test('is the one that was registered a moment ago', async () => {
    const { who, clusterId } = await desk.tenant();
    await desk.sign(who, clusterId);
    expect(await uncordon(who, { cluster_id: clusterId.toUpperCase() })).toMatchObject({
      status: 202,
      body: { cluster_id: clusterId },
    });
  });
});

describe('the list of clusters', () => {
  const clusters = '/api/v1/clusters';
  /** What platform knows is asked every few seconds. */
  const listed = (who: Caller, ids: readonly string[]) =>
    eventually(async () => {
      const answer = await desk.get(who, clusters);
      expect(answer.body.data.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(ids);
      return answer.body;
    });

  test('says of each whether a worker acts on it', async () => {
    const { who, clusterId } = await desk.tenant();
    const [second, third, fourth] = [await desk.cluster(who), await desk.cluster(who), await desk.cluster(who)];
    const seen_at = new Date();
    const [late, rights] = [new Date(Date.now() - 31_000), ['patch nodes']];
    await desk.sign(who, clusterId, { seen_at, missing_rights: rights });
    await desk.sign(who, clusterId, { worker: 'another', seen_at: new Date(), trouble: 'wrong_cluster' });
    await desk.sign(who, second, { seen_at: late });
    await desk.sign(who, third, { seen_at, trouble: 'wrong_cluster' });
    const body = await listed(who, [fourth, third, second, clusterId]);
    const nothing = { version: '1', missing_rights: [], trouble: null };
    expect(body).toEqual({
      data: [
        { cluster_id: fourth, ready: false, seen_at: null, ...nothing, version: null },
        { cluster_id: third, ready: false, seen_at: seen_at.toISOString(), ...nothing, trouble: 'wrong_cluster' },
        { cluster_id: second, ready: false, seen_at: late.toISOString(), ...nothing },
        { cluster_id: clusterId, ready: true, seen_at: seen_at.toISOString(), ...nothing, missing_rights: rights },
      ],
      next_cursor: null,
      total: 4,
    });
  });

  test('is paged, and has only those that the role reaches', async () => {
    const { who, clusterId } = await desk.tenant();
    const other = await desk.cluster(who);
    await listed(who, [other, clusterId]);
    const first = await desk.get(who, `${clusters}?limit=1`);
    expect(first.body).toMatchObject({ data: [{ cluster_id: other }], total: 2 });
    const second = await desk.get(who, `${clusters}?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ data: [{ cluster_id: clusterId }], total: 2, next_cursor: null });
    const limited = await colleague(who, { cluster_ids: [clusterId] });
    expect((await desk.get(limited, clusters)).body).toMatchObject({ data: [{ cluster_id: clusterId }], total: 1 });
  });
});
