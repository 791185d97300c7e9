import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assess, defaultThresholds } from '../src/rules/index.ts';
import { ClusterState } from '../src/state/cluster-state.ts';
import type { PodFacts, WarningFacts, WorkloadFacts } from '../src/state/facts.ts';
import { keepDeployment, keepNode, keepPod, keepStatefulSet, keepWarning } from '../src/state/keep.ts';
import { usageOf } from '../src/state/usage.ts';
import { nodesOf } from '../src/watch/issue-place.ts';
import { at, condition, containers, deployment, node, pod, statefulSet, unplaced, warning } from './rules-objects.ts';

/** What a cluster holds at one time, as its reflectors do. */
interface Held {
  readonly nodes: Map<string, ReturnType<typeof keepNode>>;
  readonly pods: Map<string, PodFacts>;
  readonly deployments: Map<string, WorkloadFacts>;
  readonly statefulSets: Map<string, WorkloadFacts>;
  readonly warnings: Map<string, WarningFacts>;
}

type Step = (state: ClusterState, held: Held) => void;

/** As a reflector: holds the facts by key, and tells what they were. */
function put<Facts>(
  held: Map<string, Facts>,
  change: (key: string, now: Facts | undefined, before: Facts | undefined) => void,
  key: string,
  now: Facts | undefined,
): void {
  const before = held.get(key);
  if (now === undefined) held.delete(key);
  else held.set(key, now);
  change(key, now, before);
}

const name = fc.integer({ min: 0, max: 5 }).map((index) => `x-${index}`);
const gone = fc.boolean();

const nodeStep = fc
  .record({ name, gone, ready: fc.constantFrom('True', 'False', 'Unknown'), cordoned: fc.boolean() })
  .map(
    (drawn): Step =>
      (state, held) => {
        const raw = node(drawn.name, {
          conditions: [condition('Ready', drawn.ready)],
          spec: { unschedulable: drawn.cordoned },
        });
        put(held.nodes, state.changed.node, drawn.name, drawn.gone ? undefined : keepNode(raw));
      },
  );

const podStep = fc
  .record({
    name,
    gone,
    owner: fc.constantFrom(
      undefined,
      ['Deployment', 'x-0'] as const,
      ['StatefulSet', 'x-0'] as const,
      ['Job', 'x-1'] as const,
    ),
    node: name,
    phase: fc.constantFrom('Pending', 'Running', 'Succeeded', 'Failed'),
    deleting: fc.boolean(),
    ready: fc.boolean(),
    memoryLimit: fc.constantFrom('100Mi', '1Gi'),
    requests: fc.constantFrom({}, { cpu: '100m' }, { cpu: '1', memory: '64Mi' }),
    container: fc.constantFrom(
      {},
      containers.crashLooping,
      containers.withoutImage,
      containers.killedForMemory(-9, false),
    ),
    conditions: fc.constantFrom([], [unplaced(-90)]),
  })
  .map(
    ({ name: podName, gone: isGone, owner, ...drawn }): Step =>
      (state, held) => {
        const raw = pod(podName, { ...drawn, ...(owner === undefined ? {} : { owner }) });
        put(held.pods, state.changed.pod, `shop/${podName}`, isGone ? undefined : keepPod(raw));
      },
  );

const workloadStep = fc
  .record({ name, gone, available: fc.integer({ min: 0, max: 3 }), isDeployment: fc.boolean() })
  .map(
    (drawn): Step =>
      (state, held) => {
        const key = `shop/${drawn.name}`;
        const now = drawn.isDeployment
          ? keepDeployment(deployment(drawn.name, drawn))
          : keepStatefulSet(statefulSet(drawn.name, drawn));
        const map = drawn.isDeployment ? held.deployments : held.statefulSets;
        put(map, state.changed.workload, key, drawn.gone ? undefined : now);
      },
  );

const warningStep = fc.record({ name, about: name, gone, seconds: fc.integer({ min: -9, max: 0 }) }).map(
  (drawn): Step =>
    (state, held) => {
      const raw = warning(drawn.name, 'Pod', drawn.about, `warning ${drawn.name}`, drawn);
      put(held.warnings, state.changed.warning, `shop/${drawn.name}`, drawn.gone ? undefined : keepWarning(raw));
    },
);

const usageStep = fc.array(fc.record({ name, memory: fc.constantFrom('10Mi', '99Mi', '1000Mi') })).map((drawn) =>
  usageOf(
    drawn.map((each) => ({ metadata: { name: each.name }, usage: { memory: each.memory, cpu: '15900m' } })),
    drawn.map((each) => ({ metadata: { namespace: 'shop', name: each.name }, containers: [{ usage: each }] })),
  ),
);

/** Everything that can be asked of a state. */
function told(state: ClusterState) {
  const names = Array.from({ length: 6 }, (_, index) => `x-${index}`);
  const first = assess(state, at(0), new Map(), defaultThresholds);
  return {
    first,
    later: assess(state, at(400), first.waiting, defaultThresholds),
    podsOn: names.map((each) => state.podsOn(each)),
    requestedOn: names.map((each) => ({ ...state.requestedOn(each) })),
    podsOf: ['Deployment/shop/x-0', 'StatefulSet/shop/x-0', 'Job/shop/x-1'].map((each) => ({ ...state.podsOf(each) })),
    unwell: [
      'Deployment/shop/x-0',
      'StatefulSet/shop/x-0',
      'Job/shop/x-1',
      ...names.map((each) => `Pod/shop/${each}`),
    ].map((each) => new Map(state.unwellOf(each))),
    nodes: nodesOf(state, { kind: 'Deployment', namespace: 'shop', name: 'x-0' }, at(400)),
    troubled: new Map([...state.troubled].map(([owner, pods]) => [owner, new Map(pods)])),
    nearLimit: new Map(state.nearLimit),
    warnings: names.map((each) => state.warningAbout(`Pod/shop/${each}`)),
  };
}

function afresh(held: Held, usage: ReturnType<typeof usageOf>, order: readonly number[]): ClusterState {
  const state = new ClusterState();
  const tellings = [
    ...[...held.nodes].map(
      ([key, now]) =>
        () =>
          state.changed.node(key, now, undefined),
    ),
    ...[...held.pods].map(
      ([key, now]) =>
        () =>
          state.changed.pod(key, now, undefined),
    ),
    ...[...held.deployments].map(
      ([key, now]) =>
        () =>
          state.changed.workload(key, now, undefined),
    ),
    ...[...held.statefulSets].map(
      ([key, now]) =>
        () =>
          state.changed.workload(key, now, undefined),
    ),
    ...[...held.warnings].map(
      ([key, now]) =>
        () =>
          state.changed.warning(key, now, undefined),
    ),
    () => state.setUsage(usage),
  ];
  const shuffled = tellings
    .map((tell, index) => ({ tell, place: order[index % order.length] ?? 0 }))
    .toSorted((a, b) => a.place - b.place);
  for (const { tell } of shuffled) tell();
  return state;
}

test('a state that grew change by change is the state made afresh, told in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(nodeStep, podStep, podStep, podStep, workloadStep, warningStep), { maxLength: 60 }),
      usageStep,
      fc.nat({ max: 60 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
      (steps, usage, usageAt, order) => {
        const grown = new ClusterState();
        const held: Held = {
          nodes: new Map(),
          pods: new Map(),
          deployments: new Map(),
          statefulSets: new Map(),
          warnings: new Map(),
        };
        for (const [index, step] of steps.entries()) {
          if (index === usageAt) grown.setUsage(usage);
          step(grown, held);
        }
        if (usageAt >= steps.length) grown.setUsage(usage);
        expect(told(grown)).toEqual(told(afresh(held, usage, order)));
      },
    ),
    { numRuns: 500 },
  );
});

test('a state from which everything went is empty', () => {
  const state = new ClusterState();
  const facts = keepPod(
    pod('a', { owner: ['Deployment', 'web'], container: containers.crashLooping, memoryLimit: '1Gi' }),
  );
  state.setUsage(
    usageOf([], [{ metadata: { namespace: 'shop', name: 'a' }, containers: [{ usage: { memory: '1Gi' } }] }]),
  );
  state.changed.pod('shop/a', facts, undefined);
  expect([state.troubled.size, state.nearLimit.size, state.podsOn('node-1')]).toEqual([1, 1, 1]);
  expect([...state.unwellOf('Deployment/shop/web').keys()]).toEqual(['shop/a']);
  state.changed.pod('shop/a', undefined, facts);
  expect([state.troubled.size, state.nearLimit.size, state.podsOn('node-1')]).toEqual([0, 0, 0]);
  expect(state.podsOf('Deployment/shop/web')).toEqual({ pods: 0, ready: 0 });
  expect(state.unwellOf('Deployment/shop/web').size).toBe(0);
});
