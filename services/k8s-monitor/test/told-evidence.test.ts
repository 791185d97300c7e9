import { type ClusterClient, KubernetesError } from '@wheelhouse/kubernetes';
import { describe, expect, test } from 'vitest';
import type { EventShown } from '../src/live/events.ts';
import type { PagePod } from '../src/live/pods.ts';
import { factBudget } from '../src/evidence/budgets.ts';
import { NoCallsLeft, withCalls } from '../src/evidence/calls.ts';
import { crashedIn, crashLogs } from '../src/evidence/logs.ts';
import { Parts } from '../src/evidence/parts.ts';
import { factPod } from '../src/evidence/pods.ts';
import { Turns } from '../src/evidence/turns.ts';
import { newest } from '../src/evidence/warnings.ts';
import { freeOn, type NodeRoom } from '../src/nodes/room.ts';

/** What is told of evidence without a cluster. */
const at = new Date('2026-11-01T12:00:00Z');
const metadata = { name: 'web-1', namespace: 'shop', uid: 'u', resourceVersion: '1' };
const podOf = (status: PagePod['status'], more: object = {}): PagePod => ({
  metadata: { ...metadata, ...more },
  status: status ?? {},
});

describe('a pod', () => {
  test('is told with what it waits for and how it ended last', () => {
    const pod = podOf(
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-01T11:50:00Z' }],
        initContainerStatuses: [
          {
            name: 'setup',
            state: { terminated: { reason: 'Completed', exitCode: 0, finishedAt: '2026-11-01T11:59:00Z' } },
          },
        ],
        containerStatuses: [
          { name: 'aside', restartCount: 0, state: { waiting: { reason: 'ContainerCreating' } } },
          {
            name: 'web',
            restartCount: 4,
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: { terminated: { reason: 'OOMKilled', exitCode: 137, finishedAt: '2026-11-01T11:58:00Z' } },
          },
        ],
      },
      { ownerReferences: [{ kind: 'ReplicaSet', name: 'web-5d4f', uid: 'r', controller: true }] },
    );
    expect(factPod(pod, true, at)).toEqual({
      name: 'web-1',
      node: null,
      phase: 'Running',
      ready: false,
      ready_since: '2026-11-01T11:50:00.000Z',
      created_at: null,
      deleting: false,
      restarts: 4,
      waiting: 'CrashLoopBackOff',
      unschedulable: null,
      last_end: { container: 'web', reason: 'OOMKilled', exit_code: 137, at: '2026-11-01T11:58:00.000Z' },
      is_new: true,
      has_controller: true,
    });
  });

  test('without a place says why, and one that nobody looks after says so', () => {
    const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' }];
    expect(factPod(podOf({ phase: 'Pending', conditions }), null, at)).toMatchObject({
      unschedulable: '0/3 nodes',
      waiting: null,
      last_end: null,
      has_controller: false,
    });
    const ofNode = { ownerReferences: [{ kind: 'Node', name: 'a', uid: 'n', controller: true }] };
    expect(factPod(podOf({}, ofNode), null, at)).toMatchObject({ has_controller: false, phase: 'Unknown' });
  });
});

test('crashed is what was restarted or failed: one container of each pod before a second of any', () => {
  const ended = (exitCode: number) => ({ terminated: { reason: 'Error', exitCode } });
  const pod = (name: string, ...containers: NonNullable<NonNullable<PagePod['status']>['containerStatuses']>) =>
    podOf({ containerStatuses: containers }, { name });
  const crashed = crashedIn([
    pod('well', { name: 'web', restartCount: 0, state: { running: {} } }),
    pod(
      'two',
      { name: 'one', restartCount: 2, lastState: ended(1) },
      { name: 'other', restartCount: 1, lastState: ended(2) },
    ),
    pod('done', { name: 'web', restartCount: 0, state: ended(0) }),
    pod('failed', { name: 'job', restartCount: 0, state: ended(1) }),
    pod('held', { name: 'web', restartCount: 3, state: { waiting: { reason: 'CrashLoopBackOff' } } }),
  ]);
  expect(crashed.map((one) => `${one.pod} ${one.container.name}`)).toEqual([
    'two one',
    'failed job',
    'held web',
    'two other',
  ]);
});

describe('room elsewhere', () => {
  const node = (name: string, more: Partial<NodeRoom> = {}): NodeRoom => ({
    name,
    status: 'Ready',
    cordoned: false,
    tainted: false,
    pressures: [],
    pods: 10,
    pods_allocatable: 110,
    cpu_allocatable: 4_000,
    memory_allocatable: 8_000,
    cpu_requested: 1_000,
    memory_requested: 3_000,
    ...more,
  });

  test('is what nobody has requested on other nodes that take pods', () => {
    const rooms = [
      node('own'),
      node('a'),
      node('full', { cpu_requested: 5_000 }),
      node('cordoned', { cordoned: true }),
      node('tainted', { tainted: true }),
      node('away', { status: 'Unknown' }),
      node('pressed', { pressures: ['memory'] }),
    ];
    expect(freeOn(rooms, 'own')).toEqual({ nodes: 2, cpu: 3_000, memory: 10_000, pods: 200 });
    expect(freeOn(rooms, undefined)).toMatchObject({ nodes: 3 });
  });

  test('is not known while one of them has not been observed anew', () => {
    expect(freeOn([node('a'), node('b', { cpu_requested: null })], undefined)).toBeUndefined();
    expect(freeOn([node('a'), node('b', { cpu_requested: null, cordoned: true })], undefined)).toMatchObject({
      nodes: 1,
    });
    expect(freeOn([], undefined)).toEqual({ nodes: 0, cpu: 0, memory: 0, pods: 0 });
  });
});

test('a budget that is short allows less than nothing', () => {
  const status = { expectedPods: 3, currentHealthy: 1, desiredHealthy: 2 };
  const budget = { metadata: { name: 'web', namespace: 'shop' }, status };
  expect(factBudget(budget)).toEqual({ name: 'web', expected: 3, healthy: 1, needed: 2, allowed: -1 });
  expect(factBudget(budget, true).name).toBe('shop/web');
});

test('of warnings the newest are told, each once', () => {
  const event = (message: string, minute: number): EventShown => ({
    type: 'Warning',
    reason: 'BackOff',
    message,
    object: { kind: 'Pod', name: 'web-1' },
    count: 1,
    last_at: `2026-11-01T11:${String(minute).padStart(2, '0')}:00.000Z`,
  });
  const many = Array.from({ length: 30 }, (_, index) => event(`message ${index}`, index));
  const told = newest([...many, event('message 29', 29), event('message 0', 45)]);
  expect(told).toHaveLength(20);
  expect(told.slice(0, 2).map(({ message }) => message)).toEqual(['message 0', 'message 29']);
  expect(new Set(told.map(({ message }) => message)).size).toBe(20);
  expect(told[0]).not.toHaveProperty('type');
});

describe('of each cluster two are looked at at a time', () => {
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    return { work: () => promise, end: () => resolve('done') };
  };

  test('others wait for their turn, in order; other clusters do not', async () => {
    const turns = new Turns(2);
    const [one, two, three] = [held(), held(), held()];
    const order: string[] = [];
    const begun = (name: string, work: () => Promise<string>) =>
      turns.within(10_000, 'a', () => {
        order.push(name);
        return work();
      });
    const all = [
      begun('one', one.work),
      begun('two', two.work),
      begun('three', three.work),
      begun('four', async () => 'done'),
    ];
    await expect(turns.within(10_000, 'b', async () => 'at once')).resolves.toBe('at once');
    expect(order).toEqual(['one', 'two']);
    two.end();
    await all[1];
    expect(order).toEqual(['one', 'two', 'three']);
    three.end();
    await Promise.all([all[2], all[3]]);
    expect(order).toEqual(['one', 'two', 'three', 'four']);
    one.end();
    await expect(all[0]).resolves.toBe('done');
    await expect(turns.within(10_000, 'a', async () => 'free again')).resolves.toBe('free again');
  });

  test('whoever does not get one in time is told so, and takes none', async () => {
    const turns = new Turns(1);
    const one = held();
    const first = turns.within(10_000, 'a', one.work);
    await expect(turns.within(1, 'a', async () => 'never')).resolves.toBeUndefined();
    one.end();
    await first;
    await expect(turns.within(1, 'a', async () => 'now')).resolves.toBe('now');
  });

  test('a look that fails gives its turn on', async () => {
    const turns = new Turns(1);
    const failing = turns.within(10_000, 'a', () => Promise.reject(new Error('it fell over')));
    const next = turns.within(10_000, 'a', async () => 'went on');
    await expect(failing).rejects.toThrow('it fell over');
    await expect(next).resolves.toBe('went on');
  });
});

describe('calls', () => {
  const page = (length: number) => ({ items: Array.from({ length }, () => ({}) as never), resourceVersion: '1' });
  const scripted = (pages: readonly number[]): ClusterClient => ({
    ...({} as ClusterClient),
    get: async <T>() => ({}) as T,
    can: async (rights) => rights.map(() => true),
    whoAmI: async () => ({ username: 'me', groups: [] }),
    list: async function* () {
      for (const length of pages) yield page(length);
    },
    logs: async function* () {
      yield 'a line';
    },
  });

  test('are counted, each page of a list too; past the last there are none', async () => {
    const client = withCalls(scripted([2, 2, 1]), 5);
    await client.get('/a');
    const seen = [];
    for await (const { items } of client.list('/b', { limit: 2 })) seen.push(items.length);
    expect(seen).toEqual([2, 2, 1]);
    await client.can([{ verb: 'get', resource: 'pods' }]);
    await expect(client.whoAmI()).rejects.toThrow(NoCallsLeft);
    await expect(client.logs('a', 'b').next()).rejects.toThrow('more than 5 calls');
    await expect(client.get('/a')).rejects.toThrow(NoCallsLeft);
  });

  test('that are refused name the part they were for, and what is no fault of the cluster is thrown', async () => {
    const parts = new Parts();
    const refusal = (status: number) =>
      new KubernetesError(`GET /x returned ${status}: no`, {
        status,
        reason: undefined,
        causes: [],
        retryAfterSeconds: undefined,
      });
    await expect(parts.see('pods', Promise.resolve(1))).resolves.toBe(1);
    await expect(parts.see('budgets', Promise.reject(refusal(403)))).resolves.toBeUndefined();
    await expect(parts.see('autoscaler', Promise.reject(refusal(404)))).resolves.toBeUndefined();
    await expect(parts.see('logs', Promise.reject(new NoCallsLeft('too many')))).resolves.toBeUndefined();
    await expect(parts.see('pods', Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
    parts.hide('logs', 'another reason');
    expect(parts.notVisible).toEqual([
      { part: 'budgets', why: 'The credentials of the cluster are not allowed to read this: GET /x returned 403: no' },
      { part: 'autoscaler', why: 'The cluster does not serve this: GET /x returned 404: no' },
      { part: 'logs', why: 'It was not looked at: too many.' },
    ]);
  });
});

describe('the last words of what crashed', () => {
  const crashing = (name: string, state: object = { waiting: { reason: 'CrashLoopBackOff' } }) =>
    podOf(
      { containerStatuses: [{ name: 'web', restartCount: 3, state, lastState: { terminated: { exitCode: 1 } } }] },
      { name },
    );
  const client = ({
    may = true,
    logs,
  }: {
    readonly may?: boolean;
    readonly logs: ClusterClient['logs'];
  }): ClusterClient => ({
    ...({} as ClusterClient),
    can: async (rights) => rights.map(() => may),
    whoAmI: async () => ({ username: 'system:serviceaccount:wheelhouse:wheelhouse-monitor', groups: [] }),
    logs,
  });
  const gone = new KubernetesError('GET /log returned 400: previous terminated container not found', {
    status: 400,
    reason: undefined,
    causes: [],
    retryAfterSeconds: undefined,
  });
  const { signal } = new AbortController();

  test('are those of the instance that ended, of three pods at most', async () => {
    const asked: object[] = [];
    const logs: ClusterClient['logs'] = async function* (namespace, pod, { signal: _, ...options } = {}) {
      asked.push({ namespace, pod, ...options });
      yield `${pod} says`;
    };
    const parts = new Parts();
    const pods = [crashing('a'), crashing('b', { terminated: { exitCode: 1 } }), crashing('c'), crashing('d')];
    const told = await crashLogs(client({ logs }), 'shop', pods, parts, signal);
    expect(told.map(({ pod, lines }) => [pod, ...lines])).toEqual([
      ['a', 'a says'],
      ['b', 'b says'],
      ['c', 'c says'],
    ]);
    const usual = { namespace: 'shop', container: 'web', tailLines: 50, limitBytes: 131_072 };
    expect(asked).toEqual([
      { ...usual, pod: 'a', previous: true },
      { ...usual, pod: 'b', previous: false },
      { ...usual, pod: 'c', previous: true },
    ]);
    expect(parts.notVisible).toEqual([]);
  });

  test('that are gone of one pod are told of the others; of all, why there are none', async () => {
    const logs: ClusterClient['logs'] = async function* (_, pod) {
      if (pod !== 'b') throw gone;
      yield 'still here';
    };
    const parts = new Parts();
    expect(await crashLogs(client({ logs }), 'shop', [crashing('a'), crashing('b')], parts, signal)).toMatchObject([
      { pod: 'b' },
    ]);
    expect(parts.notVisible).toEqual([]);
    expect(await crashLogs(client({ logs }), 'shop', [crashing('a')], parts, signal)).toEqual([]);
    expect(parts.notVisible).toEqual([
      { part: 'logs', why: expect.stringMatching(/^The cluster did not tell it: .*not found/) },
    ]);
  });

  test('that may not be read name the command that grants it; where nothing crashed nobody asks', async () => {
    const logs: ClusterClient['logs'] = async function* () {
      yield* [];
      throw new Error('nobody may ask');
    };
    const parts = new Parts();
    expect(await crashLogs(client({ may: false, logs }), 'shop', [crashing('a')], parts, signal)).toEqual([]);
    expect(parts.notVisible).toEqual([
      {
        part: 'logs',
        why: expect.stringMatching(
          /not allowed to read logs in namespace shop\. .*--serviceaccount=wheelhouse:wheelhouse-monitor$/,
        ),
      },
    ]);
    const none = new Parts();
    expect(await crashLogs({} as ClusterClient, 'shop', [podOf({ phase: 'Running' })], none, signal)).toEqual([]);
    expect(none.notVisible).toEqual([]);
  });
});
