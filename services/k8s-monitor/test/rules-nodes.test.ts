import { expect, test } from 'vitest';
import { issuesOf, judged } from './rules-cluster.ts';
import { condition, daemonSet, node, pod, warning } from './rules-objects.ts';

const well = [node('node-1'), node('node-2')];

test('nodes that are well cost nothing', () => {
  expect(judged({ nodes: well }, 86_400)).toMatchObject({ healthScore: 100, readyNodes: 2, totalNodes: 2, issues: [] });
});

test('a node that is not ready is critical at once', () => {
  const bad = node('node-3', {
    conditions: [condition('Ready', 'False', -5, { message: 'container runtime is down' })],
  });
  const answer = judged({ nodes: [...well, bad], pods: [pod('a', { node: 'node-3' })] });
  expect(answer).toMatchObject({ healthScore: 90, readyNodes: 2, totalNodes: 3 });
  expect(answer.issues).toMatchObject([
    {
      rule: 'node_not_ready',
      severity: 'critical',
      category: 'nodes',
      score_impact: 10,
      object: { kind: 'Node', namespace: null, name: 'node-3' },
      message: 'The node is not ready: container runtime is down. Pods on it: 1.',
    },
  ]);
  expect(answer.issues[0]?.suggested_action).toContain('kubectl describe node node-3');
});

test('a node that is not heard of is not ready, and the time is its own', () => {
  const silent = node('node-3', { conditions: [condition('Ready', 'Unknown', -40)] });
  const [issue] = judged({ nodes: [silent] }).issues;
  expect(issue?.message).toContain('stopped reporting');
  expect(issue?.first_seen).toBe(issue?.since);
});

test('a node that joins is given time, with and without conditions', () => {
  const joining = [
    { ...node('new-1'), status: {}, metadata: node('new-1', { createdSeconds: -20 }).metadata },
    node('new-2', { createdSeconds: -20, conditions: [condition('Ready', 'False', -19)] }),
  ];
  expect(judged({ nodes: joining })).toMatchObject({ healthScore: 100, issues: [] });
  expect(issuesOf(judged({ nodes: joining }, 279))).toEqual([]);
  expect(issuesOf(judged({ nodes: joining }, 281))).toEqual(['node_not_ready Node/new-1', 'node_not_ready Node/new-2']);
});

test('a new node that was ready before is judged at once', () => {
  const fell = node('new-1', { createdSeconds: -60, conditions: [condition('Ready', 'False', -1)] });
  expect(issuesOf(judged({ nodes: [fell] }))).toEqual(['node_not_ready Node/new-1']);
});

test('daemon pods are not missed on nodes that are still joining', () => {
  const joining = Array.from({ length: 4 }, (_, index) =>
    node(`new-${index}`, { createdSeconds: -20, conditions: [condition('Ready', 'False', -20)] }),
  );
  const agents = daemonSet('agent', { desired: 6, available: 2 });
  expect(judged({ nodes: [...well, ...joining], daemonSets: [agents] }, 120).issues).toEqual([]);
  expect(issuesOf(judged({ nodes: well, daemonSets: [agents] }, 120))).toEqual(['replica_shortfall DaemonSet/agent']);
});

test('pressures of a node are one issue that names them all', () => {
  const bad = node('node-3', {
    conditions: [condition('MemoryPressure', 'True', -300), condition('DiskPressure', 'True', -20)],
  });
  const answer = judged({
    nodes: [bad],
    events: [warning('e', 'Node', 'node-3', 'attempting to reclaim ephemeral-storage')],
  });
  expect(answer.healthScore).toBe(96);
  expect(answer.issues).toMatchObject([
    {
      rule: 'node_pressure',
      severity: 'warning',
      message: 'The node is short of memory, disk. Pods on it: 0. (attempting to reclaim ephemeral-storage)',
    },
  ]);
  expect(answer.issues[0]?.first_seen).toBe(Date.parse('2026-11-01T11:55:00Z'));
});

test('a pressure nobody can tell of is none', () => {
  const silent = node('node-3', { conditions: [condition('MemoryPressure', 'Unknown', -300)] });
  expect(judged({ nodes: [silent] }).issues).toEqual([]);
});

test('a cordoned node costs little at once and more after a day', () => {
  const cordoned = node('node-3', { spec: { unschedulable: true } });
  expect(judged({ nodes: [cordoned] }).issues).toMatchObject([{ severity: 'info', score_impact: 1 }]);
  expect(judged({ nodes: [cordoned] }, 86_399).healthScore).toBe(99);
  expect(judged({ nodes: [cordoned] }, 86_400).issues).toMatchObject([{ severity: 'warning', score_impact: 3 }]);
});

test('where the node says since when it is cordoned, that counts', () => {
  const taints = [{ key: 'node.kubernetes.io/unschedulable', timeAdded: '2026-10-31T11:00:00Z' }];
  const cordoned = node('node-3', { spec: { unschedulable: true, taints } });
  expect(judged({ nodes: [cordoned] }).healthScore).toBe(97);
});
