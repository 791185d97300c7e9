import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allReady, makePool, type Pool } from './drain-objects.ts';
import { follow } from './follow.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { openGuards, setGuards } from './open-guards.ts';

let house: AgentHouse;
let pool: Pool;

beforeAll(async () => {
  house = await startAgent();
});
afterAll(() => house.stop());
beforeEach(async () => {
  pool = await makePool(house.kube);
});
afterEach(() => pool.remove());

const actions = '/api/v1/actions';
const post = (path: string, body: object = {}) => house.call(house.who, 'POST', `${actions}${path}`, { body });
const get = async (path = '') => (await house.call(house.who, 'GET', `${actions}${path}`)).body;
const ended = (id: string) =>
  eventually(async () => {
    const action = await get(`/${id}`);
    expect(action.finished_at).not.toBeNull();
    return action;
  });

async function blockedNode(): Promise<string> {
  const node = await pool.node();
  await pool.pod('held', node);
  await pool.budget('held', 'held', { minAvailable: 1 });
  await allReady(pool, 1);
  await pool.setBudget('held', { minAvailable: 1 }, 0);
  return node;
}

describe('a drain that a person asks for', () => {
  test('is followed pod by pod to its end, and taken back by an uncordon', async () => {
    const node = await pool.node();
    for (const name of ['a', 'b']) await pool.pod(name, node);
    await allReady(pool, 2);
    const asked = await post('/drain', { node_name: node, reason: 'maintenance' });
    expect(asked).toMatchObject({ status: 202, body: { action: 'drain_node', status: 'executing', origin: 'manual' } });
    const { id } = asked.body;
    const stream = await follow(house, house.who, id);
    await stream.ended;
    const events = await stream.upTo(1);
    const seen = events.map(({ data }) => data);
    expect(seen.some(({ details }) => details.pods?.length === 2 && details.drain.counts.evicting > 0)).toBe(true);
    expect(events.at(-1)?.event).toBe('ended');
    expect(seen.at(-1)).toMatchObject({
      status: 'success',
      details: {
        pods: [
          { pod: 'a', status: 'evicted' },
          { pod: 'b', status: 'evicted' },
        ],
        drain: { pass: 1 },
      },
    });
    const undo = await post(`/${id}/undo`);
    expect(undo).toMatchObject({ status: 202, body: { action: 'uncordon_node', undoes: id } });
    expect(await ended(undo.body.id)).toMatchObject({ status: 'success' });
  });

  test('says who waits for what, when it is tried again and until when it may take; and is canceled', async () => {
    const node = await blockedNode();
    const { body } = await post('/drain', { node_name: node });
    const running = await eventually(async () => {
      const action = await get(`/${body.id}`);
      // The sentence follows what is known of the pods.
      const progress = `0 of 1 pods gone; 1 waits for budget ${pool.namespace}/held`;
      expect(action).toMatchObject({ progress, details: { pods: [{ pod: 'held', attempts: 1 }] } });
      return action;
    });
    expect(running).toMatchObject({
      step: 'applying',
      plan: { drain: { pods: [{ pod: 'held', fate: 'evict', budget: 'held' }], budgets: [{ blocks: true }] } },
      details: {
        drain: { node_cordoned: true, pass: 1, counts: { waiting: 1 } },
        pods: [{ status: 'waiting', blocked_by: ['held'], reason: expect.stringContaining('needs 1 healthy pods') }],
      },
    });
    const [pod] = running.details.pods;
    expect(Date.parse(pod.next_try_at)).toBeGreaterThan(Date.parse(running.started_at));
    expect(Date.parse(running.details.drain.upper_bound_at)).toBeGreaterThan(Date.parse(pod.next_try_at));
    const [listed] = (await get('?status=executing')).data;
    expect(listed).toMatchObject({ id: body.id, details: { drain: { pass: 1 } } });
    expect(listed.details.pods).toBeUndefined();
    expect(await post('/drain', { node_name: node })).toMatchObject({
      status: 409,
      body: { error: { code: 'target_busy' } },
    });
    const canceled = await post(`/${body.id}/cancel`, { reason: 'not now' });
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', note: 'not now' } });
    expect(canceled.body.error.message).toBe(
      `The drain was canceled; 0 of 1 pods are gone. Node ${node} stays cordoned.`,
    );
    // Or its next try was under way just then.
    const status = expect.stringMatching(/^(waiting|evicting)$/);
    expect(canceled.body.details.pods).toMatchObject([{ pod: 'held', status, next_try_at: null }]);
  });

  test('of a protected node is refused, and the node is not cordoned', async () => {
    const node = await pool.node();
    await setGuards(house.db, house.who.tenantId, {
      ...openGuards,
      protected_node_labels: ['wheelhouse.dev/test-pool'],
    });
    const { body } = await post('/drain', { node_name: node });
    expect(await ended(body.id)).toMatchObject({ result: 'refused', error: { code: 'protected_node_labels' } });
    await setGuards(house.db, house.who.tenantId);
  });
});

describe('a drain that a decision asks for', () => {
  test('evicts pods of a Deployment, which makes them anew elsewhere; a second one is refused while it runs', async () => {
    const [node, other] = [await pool.node(), await pool.node()];
    await house.kube.cordon(other, true);
    await pool.deployment('web', 2);
    await allReady(pool, 2);
    await house.kube.cordon(other, false);
    await pool.budget('web', 'web', { minAvailable: 2 });
    await pool.setBudget('web', { minAvailable: 2 }, 0);
    await setGuards(house.db, house.who.tenantId, { ...openGuards, max_drains_per_cluster: 1 });
    const first = await house.decide({ action: 'drain_node', target: { node_name: node } });
    await eventually(async () => expect((await get('?status=executing')).data).toHaveLength(1));
    const second = await house.ended(await house.decide({ action: 'drain_node', target: { node_name: other } }));
    expect(second).toMatchObject({ result: 'refused', error: { code: 'max_drains_per_cluster' } });
    await pool.setBudget('web', { minAvailable: 0 }, 2);
    const drained = await house.ended(first, 60_000);
    expect(drained).toMatchObject({ status: 'success', details: { drain: { counts: { evicted: 2 } } } });
    expect(drained.details.pods).toMatchObject([0, 1].map(() => ({ owner: 'Deployment web', status: 'evicted' })));
    await eventually(async () => {
      const pods = (await pool.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      expect(pods.map(({ spec }) => spec.nodeName)).toEqual([other, other]);
    });
    const left = await house.db.tenant(house.who.tenantId, (db) => db.query('SELECT pod FROM action_agent.drain_pods'));
    expect(left).toEqual([]);
  });
});
