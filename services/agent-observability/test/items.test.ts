import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../src/items/items.ts';
import { at, before, crashing, deployment, factsOf, node, pod, restarted } from './seen.ts';

/** What people read of what was seen. */
const clusterId = '0190aaaa-0000-7000-8000-000000000001';
const told = (facts: Parameters<typeof itemsOf>[0]) =>
  itemsOf(facts, clusterId).map(({ source, summary }) => [source, summary]);

describe('a workload in trouble', () => {
  const done = restarted();
  const items = itemsOf({ ...crashing(), actions: [done] }, clusterId);

  test('is told of in numbered sentences with figures, the most telling first', () => {
    expect(items.map(({ n, source, summary }) => `${n} ${source}: ${summary}`)).toEqual([
      '1 issues: Deployment shop/checkout has had the issue crash_loop: One pod is in a crash loop (for 12 min, begun 2 times).',
      '2 changes: 14 min before: image shop/checkout:41 → shop/checkout:42, by kubectl-edit.',
      '3 logs: The last 2 lines of container web of Pod checkout-1, which crashed.',
      '4 pods: Pod checkout-1 on a is Running, not ready for 5 min, waiting: CrashLoopBackOff, restarted 4 times, container web ended last 1 min ago (OOMKilled, exit code 137).',
      '5 autoscaler: Autoscaler checkout has 3 replicas and wants 5, between 3 and 3; it is at its maximum.',
      '6 workload: Deployment shop/checkout wants 3 replicas, 2 ready, 2 available, 3 of the template as it is now, its rollout is going on: Waiting for 1 of 3 updated replicas to be available.',
      '7 budgets: Disruption budget checkout lets no pod be evicted: 2 of 3 are healthy, 2 are needed.',
      '8 actions: Restart Pod shop/checkout-1 was asked for 2 h before and is success, for 1 h.',
      '9 node: Node b, on which pods of it stand, is ready, cordoned.',
      '10 pods: 2 of 3 pods are ready.',
      '11 warnings: Kubernetes warned 14 times of Pod checkout-1, the last time 1 min before: BackOff: Back-off restarting failed container web.',
      '12 room: Elsewhere there is room on 2 nodes for 3 cores, 4 Gi and 90 pods; 0.3 cores, 128 Mi and 1 pod would be needed.',
      '13 workload: Container web of shop/checkout:42 requests 0.3 cores and 128 Mi of memory and may use 256 Mi of memory.',
      '14 node: 1 other node of its pods is ready and not cordoned.',
      '15 node: 3 of 3 nodes of the cluster are ready, 0 are cordoned.',
    ]);
  });

  test('leads to the pages of what it tells of, and says when it was', () => {
    const of = (source: string) => items.find((item) => item.source === source);
    const page = `/clusters/${clusterId}/workloads`;
    expect(of('issues')).toMatchObject({ url: `${page}/Deployment/shop/checkout`, at: before(12) });
    expect(of('changes')).toMatchObject({ url: `${page}/Deployment/shop/checkout/changes`, at: before(14) });
    expect(of('pods')).toMatchObject({ url: `${page}/Pod/shop/checkout-1`, at: before(5) });
    expect(of('logs')).toMatchObject({ url: `${page}/Pod/shop/checkout-1/logs`, excerpt: 'starting\nout of memory' });
    expect(of('actions')).toMatchObject({ url: `/actions/${done.action_id}` });
    expect(of('node')).toMatchObject({ url: `/clusters/${clusterId}/nodes/b` });
    expect(of('room')).toMatchObject({ at });
    expect(of('room')).not.toHaveProperty('url');
  });
});

describe('a node in trouble', () => {
  test('is told of with what it stands under and since when', () => {
    const facts = factsOf({
      object: node,
      nodes: { total: 3, ready: 2, cordoned: 1 },
      node: {
        name: 'a',
        ready: 'Unknown',
        ready_since: before(6),
        pressures: ['MemoryPressure', 'DiskPressure'],
        pressure_since: before(11),
        cordoned: true,
        cordoned_since: before(3_000),
        cordoned_by: 'kubectl-cordon',
        pods: 1,
        not_ready_in_hour: 3,
      },
      pods: [pod('api-1', { has_controller: false, phase: 'Pending', ready: false, node: null, ready_since: null })],
      pod_nodes: [{ name: 'a', ready: 'Unknown', cordoned: true, pressures: [] }],
    });
    expect(told(facts)).toEqual([
      [
        'node',
        'Node a is no longer heard of for 6 min, under MemoryPressure and DiskPressure for 11 min, cordoned for 2 d by kubectl-cordon, became not ready 3 times within an hour, holds 1 pod.',
      ],
      ['pods', 'Pod api-1 has no node is Pending, not ready, without a controller that would make it anew.'],
      ['pods', '0 of 1 pod are ready.'],
      ['node', '2 of 3 nodes of the cluster are ready, 1 is cordoned.'],
    ]);
    // The namespaces of a node's pods are not told.
    expect(itemsOf(facts, clusterId)[1]).not.toHaveProperty('url');
  });
});

describe('however much there is', () => {
  const change = crashing().changes[0];
  const issue = crashing().issues[0];
  if (change === undefined || issue === undefined) throw new Error('nothing has happened');
  const much = factsOf({
    changes: Array.from({ length: 20 }, () => change),
    issues: Array.from({ length: 20 }, () => ({ ...issue, issue_id: randomUUID(), message: 'x'.repeat(4_000) })),
    pods: Array.from({ length: 50 }, (_, index) => pod(`p-${index}`, { ready: false })),
    actions: Array.from({ length: 20 }, restarted),
    logs: [
      { pod: 'p', container: 'c', lines: Array.from({ length: 50 }, (_, index) => `${index} ${'é'.repeat(100)}`) },
    ],
  });

  test('at most forty are told, each in a line of bounded length', () => {
    const items = itemsOf(much, clusterId);
    expect(items).toHaveLength(40);
    expect(Math.max(...items.map(({ summary }) => summary.length))).toBeLessThanOrEqual(400);
    expect(items.map(({ n }) => n)).toEqual(items.map((_, index) => index + 1));
  });

  test('an excerpt is the end of a log, in whole lines of at most 2 KiB', () => {
    const { excerpt = '' } =
      itemsOf({ ...much, issues: [], changes: [] }, clusterId).find(({ source }) => source === 'logs') ?? {};
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(2_048);
    expect(excerpt.split('\n').at(0)).toMatch(/^\d+ é+$/);
    expect(excerpt.split('\n').at(-1)).toBe(`49 ${'é'.repeat(100)}`);
    const one = factsOf({ logs: [{ pod: 'p', container: 'c', lines: [`begin ${'é'.repeat(5_000)} end`] }] });
    const last = itemsOf(one, clusterId)[0]?.excerpt ?? '';
    expect(last).toMatch(/^é+ end$/);
    expect(Buffer.byteLength(last)).toBeLessThanOrEqual(2_048);
  });

  test('the same facts make the same items, and nothing makes none but the state of the cluster', () => {
    expect(itemsOf(much, clusterId)).toEqual(itemsOf(structuredClone(much), clusterId));
    expect(told(factsOf({ object: deployment, nodes: { total: 0, ready: 0, cordoned: 0 } }))).toEqual([]);
  });
});
