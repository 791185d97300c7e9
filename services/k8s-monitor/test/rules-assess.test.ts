import { readSettings } from '@wheelhouse/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assess,
  categories,
  defaultThresholds,
  issueKey,
  knobsOf,
  ruleNames,
  rules,
  thresholdSettings,
  thresholdsFrom,
} from '../src/rules/index.ts';
import { issuesOf, judged, stateOf } from './rules-cluster.ts';
import {
  at,
  autoscaler,
  budget,
  condition,
  containers,
  deployment,
  job,
  jobs,
  node,
  pod,
  unplaced,
} from './rules-objects.ts';

const silent = (name: string) => node(name, { conditions: [condition('Ready', 'Unknown', -60)] });

test('the caps of the categories make 100', () => {
  expect(Object.values(categories).reduce((sum, { cap }) => sum + cap, 0)).toBe(100);
});

test('every rule is in the table once, and says what to do', () => {
  expect(rules.map(({ name }) => name)).toEqual(ruleNames);
  for (const rule of rules) {
    expect(rule.suggestedAction).toMatch(/kubectl .+\.$/);
    expect(rule.meaning).toMatch(/\.$/);
    for (const { impact } of rule.steps) expect(impact).toBeLessThanOrEqual(categories[rule.category].cap);
  }
});

test('an empty cluster is well', () => {
  expect(judged({})).toEqual({
    healthScore: 100,
    readyNodes: 0,
    totalNodes: 0,
    issues: [],
    nextAt: undefined,
    waiting: new Map(),
  });
});

test('a category costs its cap and no more: the dearest first, then what is left, then nothing', () => {
  const nodes = [
    ...['node-1', 'node-2', 'node-3'].map(silent),
    node('node-4', { conditions: [condition('MemoryPressure', 'True')] }),
    node('node-5', { conditions: [condition('MemoryPressure', 'True')] }),
    node('node-6', { conditions: [condition('MemoryPressure', 'True')] }),
    node('node-7', { spec: { unschedulable: true } }),
  ];
  const answer = judged({ nodes, jobs: [job('import', { status: jobs.failed })] });
  expect(answer.healthScore).toBe(58);
  expect(answer.issues.map((each) => [each.object.name, each.score_impact, each.capped])).toEqual([
    ['node-1', 10, false],
    ['node-2', 10, false],
    ['node-3', 10, false],
    ['node-4', 4, false],
    ['node-5', 4, false],
    ['import', 2, false],
    ['node-6', 2, true],
    ['node-7', 0, true],
  ]);
});

test('what a running action is meant to cause costs nothing and takes nothing of its category from others', () => {
  const nodes = [
    ...['node-1', 'node-2', 'node-3'].map(silent),
    ...['node-4', 'node-5'].map((name) => node(name, { conditions: [condition('MemoryPressure', 'True')] })),
    node('node-6', { spec: { unschedulable: true } }),
    node('node-7', { spec: { unschedulable: true } }),
    node('node-8', { spec: { unschedulable: true } }),
  ];
  const state = stateOf({ nodes });
  const expected = new Map([
    ['node_cordoned Node  node-6', 'an action'],
    // There is no such issue, and the other is of another rule.
    ['node_cordoned Node  node-9', 'an action'],
    ['replica_shortfall Node  node-7', 'an action'],
  ]);
  const answer = assess(state, at(0), new Map(), defaultThresholds, { expected });
  expect(answer.healthScore).toBe(60);
  expect(
    answer.issues.map((each) => [each.object.name, each.score_impact, each.capped, each.action_id]).slice(5),
  ).toEqual([
    ['node-7', 1, false, null],
    ['node-8', 1, false, null],
    ['node-6', 0, false, 'an action'],
  ]);
});

test('everything broken at once is 0', () => {
  const many = Array.from({ length: 30 }, (_, index) => `x-${index}`);
  const answer = judged(
    {
      nodes: many.map(silent),
      deployments: many.map((name) => deployment(name, { available: 0 })),
      pods: many.map((name) => pod(name, { phase: 'Pending', conditions: [unplaced(-60)] })),
      jobs: many.map((name) => job(name, { status: jobs.failed })),
      budgets: many.map((name) => budget(name, { status: { expectedPods: 1, currentHealthy: 0, desiredHealthy: 1 } })),
    },
    600,
  );
  expect(answer.healthScore).toBe(0);
  expect(answer.issues).toHaveLength(150);
});

test('what is waiting is told with its time, and becomes an issue by that', () => {
  const state = stateOf({ deployments: [deployment('web', { available: 1 })] });
  const key = issueKey({ rule: 'replica_shortfall', object: { kind: 'Deployment', namespace: 'shop', name: 'web' } });
  expect(key).toBe('replica_shortfall Deployment shop web');
  const first = assess(state, at(0), new Map(), defaultThresholds);
  expect(first.waiting).toEqual(new Map([[key, at(0)]]));
  expect(first.nextAt).toBe(at(30));
  const second = assess(state, at(10), first.waiting, defaultThresholds);
  expect(second.waiting).toEqual(first.waiting);
  const third = assess(state, at(30), second.waiting, defaultThresholds);
  expect(third.issues).toMatchObject([{ first_seen: at(0), since: undefined }]);
});

test('a time of the cluster that lies ahead of ours is not believed', () => {
  const ahead = node('node-1', { conditions: [condition('Ready', 'False', 500)] });
  const [issue] = judged({ nodes: [ahead] }, 20).issues;
  expect(issue?.first_seen).toBe(at(0));
});

test('time alone changes nothing before the time told', () => {
  const objects = {
    nodes: [
      node('node-1', { spec: { unschedulable: true } }),
      node('node-2', { createdSeconds: 0, conditions: [condition('Ready', 'False', 0)] }),
    ],
    pods: [
      pod('a', { container: containers.killedForMemory(-60, true) }),
      pod('b', { phase: 'Pending', conditions: [unplaced(-3)] }),
    ],
    deployments: [deployment('web', { available: 0 })],
    autoscalers: [autoscaler('web', { current: 5 })],
  };
  const state = stateOf(objects);
  const begin = assess(state, at(0), new Map(), defaultThresholds);
  let last = begin;
  const times: number[] = [];
  while (last.nextAt !== undefined) {
    const before = assess(state, last.nextAt - 1, begin.waiting, defaultThresholds);
    expect(before.issues).toEqual(last.issues);
    last = assess(state, last.nextAt, begin.waiting, defaultThresholds);
    expect(last.issues).not.toEqual(before.issues);
    times.push(last.issues.length);
    expect(times.length).toBeLessThan(20);
  }
  expect(times).toEqual([3, 4, 6, 5, 5]);
});

test('an operator changes impacts, times and thresholds by settings', () => {
  const settings = readSettings(thresholdSettings, {
    HEALTH_NODE_NOT_READY_IMPACT: '0',
    HEALTH_REPLICA_SHORTFALL_AFTER_SECONDS: '1',
    HEALTH_REPLICA_SHORTFALL_NONE_AVAILABLE_IMPACT: '7',
    HEALTH_NODE_CORDONED_LATER_AFTER_SECONDS: '5',
    HEALTH_OOM_KILLED_WINDOW_SECONDS: '10',
  });
  const answer = judged(
    {
      nodes: [silent('node-1'), node('node-2', { spec: { unschedulable: true } })],
      deployments: [deployment('web', { available: 0 })],
      pods: [pod('a', { container: containers.killedForMemory(-60, true) })],
    },
    5,
    thresholdsFrom(settings),
  );
  expect(answer.healthScore).toBe(90);
  expect(issuesOf(answer)).toEqual([
    'replica_shortfall Deployment/web',
    'node_cordoned Node/node-2',
    'node_not_ready Node/node-1',
  ]);
});

test('each number of a rule is one setting, and no other is', () => {
  const names = rules.flatMap(knobsOf).map(({ setting }) => setting);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(thresholdSettings)).toEqual(names);
  expect(names).toContain('HEALTH_NODE_CORDONED_LATER_IMPACT');
  expect(names).toContain('HEALTH_USAGE_NEAR_LIMIT_PERCENT');
  expect(thresholdsFrom(readSettings(thresholdSettings, {}))).toEqual(defaultThresholds);
});

test('the score is 100 less the impacts, and one more fault never raises it', () => {
  const fault = fc.record({
    kind: fc.constantFrom('node', 'pressure', 'cordon', 'crash', 'image', 'short', 'job', 'budget'),
    name: fc.integer({ min: 0, max: 40 }).map((index) => `x-${index}`),
  });
  const objectsOf = (faults: readonly { readonly kind: string; readonly name: string }[]) => {
    const named = (kind: string) => [...new Set(faults.filter((each) => each.kind === kind).map(({ name }) => name))];
    return {
      nodes: [
        ...named('node').map((name) => silent(`n-${name}`)),
        ...named('pressure').map((name) => node(`p-${name}`, { conditions: [condition('PIDPressure', 'True')] })),
        ...named('cordon').map((name) => node(`c-${name}`, { spec: { unschedulable: true } })),
      ],
      pods: [
        ...named('crash').map((name) => pod(`c-${name}`, { container: containers.crashLooping })),
        ...named('image').map((name) => pod(`i-${name}`, { container: containers.withoutImage })),
      ],
      deployments: named('short').map((name) =>
        deployment(name, { available: 0, conditions: [condition('Available', 'False', -60)] }),
      ),
      jobs: named('job').map((name) => job(name, { status: jobs.failed })),
      budgets: named('budget').map((name) =>
        budget(name, { status: { expectedPods: 1, currentHealthy: 0, desiredHealthy: 1 } }),
      ),
    };
  };
  fc.assert(
    fc.property(fc.array(fault, { maxLength: 40 }), fault, (faults, one) => {
      const before = judged(objectsOf(faults), 600);
      const after = judged(objectsOf([...faults, one]), 600);
      expect(after.healthScore).toBeLessThanOrEqual(before.healthScore);
      for (const { healthScore, issues } of [before, after]) {
        expect(healthScore).toBe(100 - issues.reduce((sum, each) => sum + each.score_impact, 0));
        expect(healthScore).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
