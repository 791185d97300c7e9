import { describe, expect, test } from 'vitest';
import { isConsented } from '../src/guards/consent.ts';
import { budgetedNamespaces } from '../src/plans/drain-fates.ts';
import type { BudgetRead, PodRead } from '../src/plans/objects.ts';
import { defaultSettings } from '../src/settings/store.ts';
import { whatElseToRead } from '../src/plans/what-to-read.ts';
import { approved, automatic, budget, deployment, drainCase, node, plan, pod, pods } from './cluster-objects.ts';

const inShop = (given: ReturnType<typeof budget>): BudgetRead => ({
  ...given,
  metadata: { ...given.metadata, namespace: 'shop' },
});
const web = inShop(budget('web', { maxUnavailable: 1 }));

const owned = (kind: string, name = 'db') => ({
  ownerReferences: [{ kind, name, uid: `uid-${name}`, controller: true }],
});
const bare = pod('bare', 'bare', { metadata: { ownerReferences: [] } });
const ofDaemonSet = pod('agent-x', 'agent', { metadata: owned('DaemonSet', 'agent') });
const mirror = pod('etcd', 'etcd', {
  metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' }, ownerReferences: [] },
});
const ending = pod('web-9', 'web', {
  metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 90 },
});
const finished = pod('job-1', 'job', { metadata: { ownerReferences: [] }, status: { phase: 'Succeeded' } });
const codes = (made: ReturnType<typeof plan>) => made.warnings.map(({ code }) => code);

describe('the plan of a drain', () => {
  test('says of each pod what becomes of it, in order, and what stays', () => {
    const made = plan(
      drainCase([mirror, ending, bare, ofDaemonSet, finished, ...pods(2)], { budgets: [web] }),
      approved,
    );
    expect(made.drain?.pods.map(({ pod: name, fate, reason, budget: by }) => [name, fate, reason, by])).toEqual([
      ['web-0', 'evict', null, 'web'],
      ['web-1', 'evict', null, 'web'],
      ['job-1', 'evict', null, null],
      ['bare', 'evict', null, null],
      ['web-9', 'skip', 'already terminating', null],
      ['agent-x', 'skip', 'belongs to a DaemonSet', null],
      ['etcd', 'skip', 'mirror pod of a static pod', null],
    ]);
    expect(made).toMatchObject({
      summary: 'Cordon node-7 and evict 4 pods from it',
      changes: [{ field: 'spec.unschedulable', before: false, after: true }],
      touches: {
        pods: [
          { owner: null, count: 2 },
          { owner: 'Deployment web', count: 2 },
        ],
        replicas: null,
      },
      undo: { possible: true },
      refused: null,
      drain: { more_pods: 0, remains: '1 pod of DaemonSets and 1 mirror pod stay.' },
    });
  });

  test('is refused for an automated one where a pod has no controller; one that has finished is none', () => {
    expect(plan(drainCase([bare, finished]), automatic).refused).toMatchObject({ code: 'no_controller' });
    expect(plan(drainCase([bare]), automatic).refused?.message).toMatch(/: shop\/bare\..*\(automated_unmanaged_pods\)/);
    expect(plan(drainCase([bare]), automatic).drain?.pods).toMatchObject([{ fate: 'refuse' }]);
    expect(plan(drainCase([finished]), automatic).refused).toBeNull();
    expect(codes(plan(drainCase([bare]), approved))).toEqual(['no_controller']);
  });

  test.each([
    [false, 'no_controller'],
    [true, undefined],
  ])('goes by the setting there: %s', (allowed, code) => {
    const settings = { ...defaultSettings, automated_unmanaged_pods: allowed };
    const consented = isConsented({ action: 'drain_node' }, true, settings);
    const made = plan(drainCase([bare]), { ...automatic, consented });
    expect(made.refused?.code).toBe(code);
    expect(made.drain?.pods).toMatchObject([{ fate: allowed ? 'evict' : 'refuse' }]);
    expect(codes(made)).toEqual(['no_controller']);
    expect(isConsented({ action: 'restart_pod' }, true, settings)).toBe(false);
  });

  test.each([
    ['lets one go', 3, 3, { healthy: 3, needed: 2, allowed: 1, blocks: false }],
    ['has one missing already', 3, 2, { healthy: 2, needed: 2, allowed: 0, blocks: true }],
  ])('reckons a budget that %s over all nodes', (_, replicas, ready, figures) => {
    const neighbours = pods(3).map((one, index) => (index < ready ? one : { ...one, status: { phase: 'Running' } }));
    const [first] = pods(1);
    const made = plan(
      drainCase(first === undefined ? [] : [first], {
        budgets: [web],
        neighbours,
        deployments: [deployment(replicas)],
      }),
    );
    expect(made.drain?.budgets).toEqual([{ namespace: 'shop', name: 'web', pods: 1, ...figures }]);
    expect(made.blocking_budgets).toEqual(
      figures.blocks ? [{ name: 'web', namespace: 'shop', rule: 'min_available', after: 1, needed: 2 }] : [],
    );
  });

  test('names a budget that lets none be missing as such', () => {
    const none = inShop(budget('none', { maxUnavailable: 0 }));
    expect(plan(drainCase(pods(3), { budgets: [none] })).blocking_budgets).toMatchObject([
      { rule: 'max_unavailable_zero' },
    ]);
  });

  test.each([
    ['nothing', [], 100],
    ['pods of no budget', pods(9, 'other'), 100],
    ['a lane of three', pods(3), 325],
    ['one that ends by itself with a grace of its own', [ending], 160],
  ])('is bound by its longest lane and grace: %s', (_, on, seconds) => {
    expect(plan(drainCase(on, { budgets: [web] }), approved).upper_bound_seconds).toBe(seconds);
  });

  test('warns of what is lost, cut or comes back, once for each owner', () => {
    const spec = {
      terminationGracePeriodSeconds: 300,
      volumes: [
        { name: 'cache', emptyDir: {} },
        { name: 'logs', hostPath: {} },
      ],
      tolerations: [{ operator: 'Exists' }],
    };
    const made = plan(drainCase(pods(2, 'web', { spec }), { deployments: [deployment(1)] }));
    expect(codes(made)).toEqual([
      'single_replica',
      'tolerates_cordon',
      'empty_dir_lost',
      'host_path_left',
      'grace_cut',
    ]);
    expect(made.warnings.every(({ message }) => message.includes('Deployment web in shop'))).toBe(true);
  });

  test.each([
    [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' }, true],
    [{ key: 'node.kubernetes.io/unschedulable' }, true],
    [{ operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }, false],
  ])('knows by its tolerations who comes back: %j', (toleration, isTold) => {
    const made = plan(drainCase(pods(1, 'web', { spec: { tolerations: [toleration] } })));
    expect(codes(made).includes('tolerates_cordon')).toBe(isTold);
  });

  test('does not evict a pod of two budgets, and names both', () => {
    const made = plan(drainCase(pods(1), { budgets: [web, inShop(budget('all', { minAvailable: 1 }))] }));
    expect(made.drain?.pods).toMatchObject([{ fate: 'refuse', reason: 'covered by two budgets (all, web)' }]);
    expect(codes(made)).toEqual(['two_budgets_on_a_pod']);
    expect(made).toMatchObject({ touches: { pods: [] }, refused: null, drain: { budgets: [] } });
    expect(made.drain?.remains).toBe('1 pod covered by two budgets stays.');
  });

  test('has pods that are not ready go first under their budget, the worker last', () => {
    const [one, two, three] = pods(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error('three pods');
    const unready = { ...three, status: { phase: 'Running' } };
    const made = plan(drainCase([one, two, unready], { budgets: [web] }), { ...approved, ownPod: 'web-0' });
    expect(made.drain?.pods.map(({ pod: name }) => name)).toEqual(['web-2', 'web-1', 'web-0']);
  });

  test('has no budget ask about pods that have not begun', () => {
    const pending = pods(1, 'web', { status: { phase: 'Pending' } });
    expect(plan(drainCase(pending, { budgets: [web] })).drain?.pods).toMatchObject([{ budget: null, fate: 'evict' }]);
  });

  test('stays the same while pods are replaced, and is another when there are more', () => {
    const etag = (on: readonly PodRead[]) => plan(drainCase(on)).etag;
    expect(etag(pods(2))).toBe(etag(pods(4).slice(2)));
    expect(etag(pods(2))).not.toBe(etag(pods(3)));
  });

  test('of a node that is not there is refused; of a cordoned one nothing is undone', () => {
    expect(plan(drainCase([], { node: null }))).toMatchObject({ refused: { code: 'target_missing' }, drain: null });
    const made = plan(drainCase([], { node: node({ unschedulable: true }) }));
    expect(made).toMatchObject({ undo: { possible: false }, warnings: [{ code: 'already_so' }] });
  });

  test('names no more than 500 pods, and counts the others', () => {
    const made = plan(drainCase(pods(503)));
    expect([made.drain?.pods.length, made.drain?.more_pods]).toEqual([500, 3]);
  });
});

describe('what else a drain reads', () => {
  test('is the Deployments, and the namespaces whose budgets have a say', () => {
    const read = drainCase([...pods(2), bare], { budgets: [web] });
    expect(budgetedNamespaces(read)).toEqual(['shop']);
    expect(whatElseToRead(read).map(({ into, path }) => [into, path])).toEqual([
      ['deployments', '/apis/apps/v1/deployments'],
      ['neighbours', '/api/v1/namespaces/shop/pods'],
    ]);
    expect(whatElseToRead(drainCase([bare]))).toEqual([]);
  });
});
