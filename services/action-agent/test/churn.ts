import type { RawPod } from '@wheelhouse/kubernetes';
import fc from 'fast-check';
import type { RestartCase, RollbackCase, ScaleCase } from '../src/plans/asked.ts';
import { type DeploymentRead, type PodRead, restartAnnotation } from '../src/plans/objects.ts';
import { budget, deployment, pod, restartCase, rollbackCase, scaleCase } from './cluster-objects.ts';

/** Namespaces as they may be, and what happens in them without anyone changing what they are. */

const podStates = fc.array(
  fc.record({
    phase: fc.constantFrom('Running', 'Running', 'Pending', 'Failed'),
    ready: fc.constantFrom('True', 'True', 'False'),
    terminating: fc.boolean(),
  }),
  { maxLength: 6 },
);

const amounts = fc.array(
  fc.oneof(
    fc.record({ minAvailable: fc.oneof(fc.nat(5), fc.constantFrom('0%', '50%', '100%')) }),
    fc.record({ maxUnavailable: fc.oneof(fc.nat(2), fc.constantFrom('0%', '30%')) }),
  ),
  { maxLength: 3 },
);

export const namespaces = fc.record({
  replicas: fc.nat(6),
  states: podStates,
  budgets: amounts.map((specs) => specs.map((spec, index) => budget(`b${index}`, spec))),
  paused: fc.boolean(),
  volumes: fc.constantFrom([], [{ name: 'cache', emptyDir: {} }]),
});

type Namespace = typeof namespaces extends fc.Arbitrary<infer T> ? T : never;

export interface DeploymentCases {
  readonly scale: ScaleCase;
  readonly rollback: RollbackCase;
  readonly restart: RestartCase;
}

export function casesOf({ replicas, states, budgets, paused, volumes }: Namespace, target?: number): DeploymentCases {
  const read = deployment(replicas, { volumes, spec: { paused } });
  const pods = states.map(({ phase, ready, terminating }, index) =>
    pod(`web-${index}`, 'web', {
      metadata: terminating ? { deletionTimestamp: '2026-11-15T10:00:00Z' } : {},
      status: { phase, conditions: [{ type: 'Ready', status: ready }] },
    }),
  );
  const deployments = [read];
  return {
    scale: scaleCase(read, target, { pods, budgets, deployments }),
    rollback: rollbackCase(read),
    restart: restartCase(pod('web-0', 'web', { spec: { volumes } }), { budgets, deployments }),
  };
}

export const churns = fc.record({
  suffix: fc.stringMatching(/^[a-z0-9]{5}$/),
  hash: fc.stringMatching(/^[a-z0-9]{4,10}$/),
  version: fc.integer({ min: 100, max: 1e9 }),
  restartedAt: fc.constantFrom('2026-11-15T12:00:00Z', '2026-11-15T13:00:00.123Z', '2026-11-15T13:00:00+01:00'),
  order: fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
  strangers: fc.nat(3),
});

type Churn = typeof churns extends fc.Arbitrary<infer T> ? T : never;

/** The same, after pods were replaced and others came: whoever approved the one would approve the other. */
export function afterChurn({ scale, rollback, restart }: DeploymentCases, churn: Churn): DeploymentCases {
  const strangers = Array.from({ length: churn.strangers }, (_, index) => `stranger-${index}`);
  const deployments = [
    ...scale.deployments.map((each) => rolled(each, churn)),
    ...strangers.map((name) => deployment(2, { name })),
  ];
  const budgets = [...scale.budgets, ...strangers.map((name) => budget(`of-${name}`, { maxUnavailable: 0 }, name))];
  const pods = [
    ...scale.pods.map((each, index) => replaced(each, index, churn)),
    ...strangers.map((name) => pod(`${name}-x`, name)),
  ];
  return {
    scale: {
      ...scale,
      deployment: scale.deployment && rolled(scale.deployment, churn),
      pods: mixed(pods, churn),
      budgets: mixed(budgets, churn),
      deployments: mixed(deployments, churn),
    },
    rollback: { ...rollback, deployment: rollback.deployment && rolled(rollback.deployment, churn) },
    restart: {
      ...restart,
      pod: restart.pod && restarted(restart.pod, churn),
      budgets: mixed(budgets, churn),
      deployments: mixed(deployments, churn),
    },
  };
}

function mixed<T>(list: readonly T[], { order }: Churn): readonly T[] {
  return list
    .map((each, index) => ({ each, at: order[index] ?? 0 }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each);
}

function replaced(each: RawPod, index: number, { suffix, hash }: Churn): RawPod {
  const { metadata, status } = pod(`web-${suffix}-${index}`, 'web', {}, hash);
  const { deletionTimestamp } = each.metadata;
  return {
    metadata: { ...metadata, ...(deletionTimestamp && { deletionTimestamp }) },
    status: each.status ?? status ?? {},
  };
}

/** Its containers were: the pod is the same, and not ready for the moment. */
function restarted(each: PodRead, { version }: Churn): PodRead {
  return {
    ...each,
    metadata: { ...each.metadata, resourceVersion: String(version) },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] },
  };
}

/** By somebody's rolling restart. */
function rolled<Read extends DeploymentRead | ScaleCase['deployments'][number]>(
  each: Read,
  { version, restartedAt }: Churn,
): Read {
  const template = each.spec?.template ?? {};
  const annotations = { [restartAnnotation]: restartedAt };
  return {
    ...each,
    metadata: { ...each.metadata, resourceVersion: String(version), generation: version },
    spec: { ...each.spec, template: { ...template, metadata: { ...template.metadata, annotations } } },
    status: { observedGeneration: version - 1, replicas: 9, updatedReplicas: 1 },
  };
}
