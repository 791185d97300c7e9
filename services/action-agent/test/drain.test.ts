import { eventually } from '@wheelhouse/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shown, shownInList } from '../src/records/row.ts';
import { type Asked, type DrainHouse, startDrains } from './drain-house.ts';
import { allReady, makePool, type PodObject, type Pool } from './drain-objects.ts';

let house: DrainHouse;
let pool: Pool;

beforeAll(async () => {
  house = await startDrains();
});
afterAll(() => house.stop());
beforeEach(async () => {
  pool = await makePool(house.kube);
});
afterEach(() => pool.remove());

describe('a drain', () => {
  test('evicts every pod, and says of each what became of it', async () => {
    const node = await pool.node();
    for (const name of ['a', 'b', 'c']) await pool.pod(name, node);
    await allReady(pool, 3);
    const { row, asked } = await house.drain(node);
    expect(row).toMatchObject({ status: 'success', result: null, error: null });
    expect(row.details.pods).toMatchObject(
      ['a', 'b', 'c'].map((pod) => ({ pod, status: 'evicted', attempts: 1, reason: null, next_try_at: null })),
    );
    expect(row.details.drain).toMatchObject({ node_cordoned: true, pass: 1, counts: { evicted: 3, waiting: 0 } });
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(shown(row).plan?.drain).toMatchObject({ pods: [{ pod: 'a' }, { pod: 'b' }, { pod: 'c' }], more_pods: 0 });
    const { plan, details } = shownInList(row);
    expect({ plan: plan?.drain, details }).toMatchObject({
      plan: { pods: [], more_pods: 3 },
      details: { drain: row.details.drain },
    });
  });
});

const ready = [{ type: 'Ready', status: 'True' }];
const isRunning = ({ status }: PodObject) => status?.phase === 'Running';

const timesOf = (asked: readonly Asked[], pod: string) =>
  asked.filter((one) => one.pod === pod).map(({ at }) => Math.round(at));

/** Pods on a node, each under a budget of its own that lets none go. */
async function blockedPods(node: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await pool.pod(name, node);
    await pool.budget(name, name, { minAvailable: 1 });
  }
  await allReady(pool, names.length);
  for (const name of names) await pool.setBudget(name, { minAvailable: 1 }, 0);
}

describe('under budgets', () => {
  test('20 pods of 20 budgets that are released after 30 s take no longer than one', async () => {
    const [alone, together] = [await pool.node(), await pool.node()];
    const names = Array.from({ length: 20 }, (_, index) => `w-${index}`);
    await blockedPods(alone, ['one']);
    const release = (released: readonly string[]) => async () => {
      await Promise.all(released.map((name) => pool.setBudget(name, { minAvailable: 0 }, 1)));
    };
    const one = await house.drain(alone, { at: { 30: release(['one']) } });
    expect(timesOf(one.asked, 'one')).toEqual([0, 5, 15, 35]);
    await blockedPods(together, names);
    const twenty = await house.drain(together, { at: { 30: release(names) } });
    expect([one.row.status, twenty.row.status]).toEqual(['success', 'success']);
    for (const name of names) expect(timesOf(twenty.asked, name)).toEqual([0, 5, 15, 35]);
    expect(twenty.row.details.pods?.every(({ attempts }) => attempts === 4)).toBe(true);
  });

  test('5 replicas of one that lets one be missing go one after the other, as each replacement becomes ready', async () => {
    const [node, other] = [await pool.node(), await pool.node()];
    await house.kube.cordon(other, true);
    await pool.deployment('web', 5, { annotations: { 'wheelhouse.dev/behaviour': 'unready' } });
    const beReady = async (name: string) => pool.patchPod(`${name}/status`, { status: { conditions: ready } });
    await eventually(async () => expect((await pool.pods()).filter(isRunning)).toHaveLength(5));
    for (const { metadata } of await pool.pods()) await beReady(metadata.name);
    await pool.budget('web', 'web', { maxUnavailable: 1 });
    await pool.setBudget('web', { maxUnavailable: 1 }, 1);
    await house.kube.cordon(other, false);
    let evicted = 0;
    /** When each replacement came, and which of them were made ready. */
    const came = new Map<string, number>();
    const done = new Set<string>();
    const each = async (second: number) => {
      // Time stands still until whoever replaces the last one runs.
      if (came.size < evicted)
        await eventually(async () => {
          const running = (await pool.pods()).filter((pod) => pod.spec.nodeName === other && isRunning(pod));
          for (const { metadata } of running) came.set(metadata.name, came.get(metadata.name) ?? second);
          if (came.size !== evicted) throw new Error(`${came.size} of ${evicted} replacements run`);
        });
      for (const [name, at] of came) {
        if (done.has(name) || second - at < 20) continue;
        await beReady(name);
        await pool.setBudget('web', { maxUnavailable: 1 }, 1);
        done.add(name);
      }
    };
    const afterEviction = async () => {
      evicted += 1;
    };
    const { row, asked, seconds } = await house.drain(node, { each, afterEviction });
    expect(row).toMatchObject({ status: 'success', details: { drain: { counts: { evicted: 5 } } } });
    expect(seconds).toBeLessThan(row.plan?.upper_bound_seconds ?? 0);
    for (const { pod, attempts, blocked_by: budgets } of row.details.pods ?? []) {
      expect(attempts).toBeLessThanOrEqual(5);
      const times = timesOf(asked, pod);
      expect(times).toHaveLength(attempts);
      expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual(
        [5, 10, 20, 40].slice(0, attempts - 1),
      );
      expect(budgets).toEqual(attempts > 1 ? ['web'] : []);
    }
    // One goes at once, and each of the others waits for the replacement of the one before.
    expect(row.details.pods?.map(({ attempts }) => attempts)).toEqual([1, 4, 4, 4, 4]);
    expect(await pool.pods()).toHaveLength(5);
  });

  test('one that never lets go fails it after five attempts, naming pod and budget; all others are evicted', async () => {
    const node = await pool.node();
    await blockedPods(node, ['held']);
    await pool.pod('free', node);
    await allReady(pool, 2);
    const { row, asked, seconds } = await house.drain(node);
    expect(timesOf(asked, 'held')).toEqual([0, 5, 15, 35, 75]);
    expect(row).toMatchObject({ status: 'failed', result: null, error: { code: 'eviction_blocked' } });
    expect(row.error?.message).toContain(
      `Pod ${pool.namespace}/held was refused 5 times by budget ${pool.namespace}/held`,
    );
    expect(row.error?.message).toContain('needs 1 healthy pods and has 1 currently');
    expect(row.error?.message).toMatch(new RegExp(`Node ${node} stays cordoned\\.$`));
    expect(row.details.pods).toMatchObject([
      { pod: 'held', status: 'failed', attempts: 5, blocked_by: ['held'] },
      { pod: 'free', status: 'evicted', attempts: 1 },
    ]);
    expect(seconds).toBeLessThan(row.plan?.upper_bound_seconds ?? 0);
  });

  test('two of one pod fail it at once, naming both; all others are evicted', async () => {
    const node = await pool.node();
    await pool.pod('twice', node);
    await pool.pod('free', node);
    for (const name of ['one', 'other']) await pool.budget(name, 'twice', { minAvailable: 0 });
    await allReady(pool, 2);
    const { row, asked } = await house.drain(node);
    expect(asked.map(({ pod }) => pod)).toEqual(['free']);
    expect(row).toMatchObject({ status: 'failed', error: { code: 'two_budgets' } });
    expect(row.error?.message).toContain(`Pod ${pool.namespace}/twice: covered by two budgets (one, other)`);
    expect(row.details.pods).toMatchObject([
      { pod: 'twice', status: 'failed', blocked_by: ['one', 'other'] },
      { pod: 'free', status: 'evicted' },
    ]);
  });

  test('a second one that comes later fails the pod in the words of the API server', async () => {
    const node = await pool.node();
    await blockedPods(node, ['held']);
    const at = { 3: () => pool.budget('second', 'held', { minAvailable: 0 }) };
    const { row, asked } = await house.drain(node, { at });
    expect(asked.map(({ status }) => status)).toEqual([429, 500]);
    expect(row).toMatchObject({ status: 'failed', error: { code: 'two_budgets' } });
  });
});

describe('a pod that was made anew under the same name', () => {
  test('elsewhere is left alone', async () => {
    const [node, other] = [await pool.node(), await pool.node()];
    await blockedPods(node, ['db-0']);
    const [before] = await pool.pods();
    const again = async () => {
      await house.kube.client.delete(`/api/v1/namespaces/${pool.namespace}/pods/db-0`, {
        uid: before?.metadata.uid ?? '',
        gracePeriodSeconds: 0,
      });
      await pool.pod('db-0', other);
    };
    const { row, asked } = await house.drain(node, { at: { 4: again } });
    expect(row).toMatchObject({ status: 'success', details: { pods: [{ pod: 'db-0', status: 'evicted' }] } });
    expect(asked.map(({ uid, status }) => [uid, status])).toEqual([[before?.metadata.uid, 429]]);
    expect(await pool.pods()).toMatchObject([{ metadata: { name: 'db-0' }, spec: { nodeName: other } }]);
  });

  test('on the same node is another pod, of the next pass', async () => {
    const node = await pool.node();
    await pool.pod('a', node);
    await allReady(pool, 1);
    const [before] = await pool.pods();
    let isBack = false;
    // As soon as it is gone, and before the drain sees that.
    const comeBack = async () => {
      if (isBack || (await pool.pods()).length > 0) return;
      isBack = true;
      await pool.pod('a', node);
    };
    const { row, asked } = await house.drain(node, { beforeList: comeBack });
    expect(row).toMatchObject({ status: 'success', details: { drain: { pass: 2, counts: { evicted: 2 } } } });
    expect(asked.map(({ uid }) => uid)[0]).toBe(before?.metadata.uid);
    expect(new Set(asked.map(({ uid }) => uid)).size).toBe(2);
  });
});
