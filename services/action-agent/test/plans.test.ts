import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { refusalCodes } from '../src/plans/refusals.ts';
import { planSchema } from '../src/plans/plan-schema.ts';
import { warningCodes } from '../src/plans/warnings.ts';
import {
  approved,
  automatic,
  budget,
  deployment,
  drainCase,
  node,
  nodeCase,
  plan,
  pod,
  pods,
  restartCase,
  rollbackCase,
  scaleCase,
} from './cluster-objects.ts';

const codes = ({ warnings }: ReturnType<typeof plan>) => warnings.map(({ code }) => code);

const everyKind = [
  nodeCase('cordon_node', node()),
  nodeCase('uncordon_node', node({ unschedulable: true })),
  restartCase(pod('web-0')),
  scaleCase(deployment(3)),
  scaleCase(deployment(3), 1, { pods: pods(3), budgets: [budget('guard', { minAvailable: 2 })] }),
  rollbackCase(deployment(3)),
  drainCase(pods(3)),
];

const everyMissing = [
  nodeCase('cordon_node', null),
  nodeCase('uncordon_node', null),
  restartCase(null),
  scaleCase(null),
  scaleCase(null, 2),
  rollbackCase(null),
  drainCase([], { node: null }),
];

describe('every plan', () => {
  test.each([...everyKind, ...everyMissing].map((given) => [given.action, given] as const))(
    'to %s has the shape that REST shows',
    (_, given) => {
      expect([...Value.Errors(planSchema, plan(given))]).toEqual([]);
    },
  );

  test.each(everyMissing.map((given) => [given.action, given] as const))(
    'to %s a target that does not exist is refused, and promises nothing',
    (_, given) => {
      const made = plan(given);
      expect(made).toMatchObject({
        target_uid: null,
        changes: [],
        touches: { pods: [] },
        undo: { possible: false },
        refused: { code: 'target_missing' },
      });
      expect(made.refused?.message).toMatch(/ in shop does not exist\.|Node node-7 does not exist\./);
    },
  );

  test('is refused where the agent lacks a right, whatever else it found', () => {
    const missingRights = [{ verb: 'patch', resource: 'nodes' }];
    const made = plan(nodeCase('cordon_node', null), { ...automatic, missingRights });
    expect(made.refused).toMatchObject({ code: 'right_missing' });
    expect(made.refused?.message).toContain('patch nodes');
    expect(codes(made)).toEqual(['right_missing']);
    expect(plan(scaleCase(deployment(3)), { ...automatic, missingRights }).refused).toBeNull();
  });

  test('of one more replica does not need the right to list budgets; one to fewer does', () => {
    const lacking = {
      ...automatic,
      missingRights: [{ verb: 'list', group: 'policy', resource: 'poddisruptionbudgets' }],
    };
    expect(plan(scaleCase(deployment(3)), lacking).refused).toBeNull();
    expect(plan(scaleCase(deployment(3), 2), lacking).refused).toMatchObject({ code: 'right_missing' });
  });

  test('tells every warning and every refusal in a sentence', () => {
    const told = [
      ...everyKind,
      ...everyMissing,
      nodeCase('uncordon_node', node({}, 'False')),
      scaleCase(deployment(3, { volumes: [{ name: 'cache', emptyDir: {} }] }), 0, {
        budgets: [budget('a', { minAvailable: 0 }), budget('b', { minAvailable: 0 })],
      }),
      rollbackCase(deployment(0, { spec: { paused: true } })),
      rollbackCase(deployment(2, { spec: { strategy: { type: 'Recreate' } } })),
      restartCase(pod('web-0', 'web', { metadata: { ownerReferences: null } })),
      restartCase(pod('web-0', 'web', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } })),
      restartCase(pod('web-0', 'web', { status: { phase: 'Failed' } }), {
        budgets: [budget('a', {})],
        deployments: [deployment(1)],
      }),
      restartCase(pod('web-0'), { deployments: [] }),
      drainCase([
        pod('web-0', 'web', {
          spec: {
            terminationGracePeriodSeconds: 90,
            volumes: [{ name: 'logs', hostPath: {} }],
            tolerations: [{ operator: 'Exists' }],
          },
        }),
      ]),
    ].map((given) =>
      plan(given, given.action === 'cordon_node' ? { ...automatic, missingRights: patchNodes } : automatic),
    );
    const warnings = told.flatMap((made) => made.warnings);
    const refusals = told.flatMap(({ refused }) => refused ?? []);
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(warningCodes));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(refusalCodes));
    for (const { message } of warnings) expect(message).toMatch(/^[A-Z].*[^.]\.$/);
    for (const { message } of refusals) expect(message).toMatch(/^[A-Z].* Next step: .*[^.]\.$/);
  });
});

const patchNodes = [{ verb: 'patch', resource: 'nodes' }];

describe('a plan to cordon or uncordon', () => {
  test('changes one field and touches no pod', () => {
    expect(plan(nodeCase('cordon_node', node()))).toMatchObject({
      target_uid: 'uid-node-7',
      summary: 'Make node-7 unschedulable; its pods keep running',
      changes: [{ field: 'spec.unschedulable', before: false, after: true }],
      touches: { pods: [], replicas: null },
      warnings: [],
      undo: { possible: true },
      refused: null,
    });
    expect(plan(nodeCase('uncordon_node', node({ unschedulable: true })))).toMatchObject({
      summary: 'Make node-7 schedulable again',
      changes: [{ field: 'spec.unschedulable', before: true, after: false }],
      warnings: [],
    });
  });

  test.each([
    ['cordon_node', node({ unschedulable: true })],
    ['uncordon_node', node({})],
    ['uncordon_node', node({ unschedulable: false })],
    ['uncordon_node', node({ unschedulable: null })],
  ] as const)('by %s of a node that is so already says so and offers no undo', (action, read) => {
    const made = plan(nodeCase(action, read));
    expect(codes(made)).toEqual(['already_so']);
    expect(made.undo.possible).toBe(false);
    expect(made.refused).toBeNull();
  });

  test('warns that a node which is not ready gets no pods back; a cordon has no need to', () => {
    expect(codes(plan(nodeCase('uncordon_node', node({ unschedulable: true }, 'Unknown'))))).toEqual([
      'node_not_ready',
    ]);
    expect(codes(plan(nodeCase('cordon_node', node({}, 'False'))))).toEqual([]);
  });
});

describe('a plan to scale', () => {
  test('without a count goes to one more, and the count is in the plan', () => {
    expect(plan(scaleCase(deployment(3)))).toMatchObject({
      summary: 'Scale Deployment web in shop from 3 to 4 replicas',
      changes: [{ field: 'spec.replicas', before: 3, after: 4 }],
      touches: { pods: [], replicas: 3 },
      undo: { possible: true, words: 'Scale Deployment web in shop back to 3 replicas.' },
      upper_bound_seconds: 630,
    });
  });

  test('takes a Deployment that says no count for one of 1 replica, as the API server does', () => {
    const { replicas: _, ...spec } = deployment(1).spec ?? {};
    expect(plan(scaleCase({ ...deployment(1), spec })).changes).toMatchObject([{ before: 1, after: 2 }]);
  });

  test('to exactly the count it was given, up or down or to 0', () => {
    for (const after of [0, 1, 2, 9]) expect(plan(scaleCase(deployment(3), after)).changes).toMatchObject([{ after }]);
  });

  test('down counts the pods that go, and names the budgets that refuse it in one order', () => {
    const budgets = [
      budget('z-fits', { minAvailable: '100%' }),
      budget('a-all', { maxUnavailable: 0 }),
      budget('min', { minAvailable: 3 }),
      budget('fine', { minAvailable: 1 }),
      budget('other', { minAvailable: 9 }, 'api'),
    ];
    const made = plan(scaleCase(deployment(4), 2, { pods: pods(4), budgets, deployments: [deployment(4)] }));
    expect(made.touches).toEqual({ pods: [{ owner: 'Deployment web', count: 2 }], replicas: 4 });
    expect(made.blocking_budgets).toEqual([
      { name: 'a-all', namespace: 'shop', rule: 'max_unavailable_zero', after: 2, needed: 4 },
      { name: 'min', namespace: 'shop', rule: 'min_available', after: 2, needed: 3 },
    ]);
    expect(made.refused?.code).toBe('pdb_violation');
    expect(made.refused?.message).toContain('min requires 3 healthy pods but would have only 2');
  });

  test('down counts what the other Deployments under a budget ask for, not the pods they have', () => {
    const shared = { ...budget('shared', { minAvailable: '60%' }), spec: { selector: {}, minAvailable: '60%' } };
    const api = deployment(6, { name: 'api' });
    const lists = { pods: [...pods(4), ...pods(1, 'api')], budgets: [shared], deployments: [deployment(4), api] };
    expect(plan(scaleCase(deployment(4), 2, lists)).blocking_budgets).toMatchObject([{ after: 3, needed: 5 }]);
  });

  test('up asks no budget', () => {
    const budgets = [budget('all', { maxUnavailable: 0 }), budget('min', { minAvailable: 9 })];
    expect(plan(scaleCase(deployment(3), 4, { pods: pods(3), budgets })).blocking_budgets).toEqual([]);
  });

  test('to what it has already changes nothing, asks no budget and has no undo', () => {
    const made = plan(scaleCase(deployment(3), 3, { budgets: [budget('all', { maxUnavailable: 0 })] }));
    expect(codes(made)).toEqual(['already_so']);
    expect(made).toMatchObject({ refused: null, undo: { possible: false }, touches: { pods: [] } });
  });

  test('always says that autoscalers are not visible', () => {
    expect(codes(plan(scaleCase(deployment(3))))).toEqual(['hpa_not_visible']);
    expect(codes(plan(scaleCase(deployment(3), 2)))).toEqual(['hpa_not_visible']);
  });

  test('warns of one replica left, of none left, of pause, of shared budgets and of lost data', () => {
    const volumes = [{ name: 'cache', emptyDir: {} }, { name: 'config' }];
    const budgets = [budget('b', { minAvailable: 0 }), budget('a', { minAvailable: 0 })];
    const made = plan(scaleCase(deployment(3, { volumes, spec: { paused: true } }), 1, { budgets }));
    expect(codes(made)).toEqual([
      'hpa_not_visible',
      'paused',
      'single_replica',
      'two_budgets_on_a_pod',
      'empty_dir_lost',
    ]);
    expect(made.warnings.find(({ code }) => code === 'two_budgets_on_a_pod')?.message).toContain('(a, b)');
    expect(codes(plan(scaleCase(deployment(3), 0)))).toEqual(['hpa_not_visible', 'no_replicas_left']);
  });

  test.each([
    [600, 630],
    [60, 90],
    [1800, 1830],
    [2_147_483_647, 1830],
    [null, 630],
  ])('with a progress deadline of %j s takes at most %j s', (progressDeadlineSeconds, bound) => {
    expect(plan(scaleCase(deployment(3, { spec: { progressDeadlineSeconds } }))).upper_bound_seconds).toBe(bound);
  });
});

describe('a plan to restart a pod', () => {
  test('finds the Deployment behind the ReplicaSet', () => {
    expect(plan(restartCase(pod('web-0')))).toMatchObject({
      target_uid: 'uid-web-0',
      summary: 'Delete pod web-0 in shop; Deployment web recreates it',
      changes: [{ field: 'pod', before: 'present', after: 'replaced' }],
      touches: { pods: [{ owner: 'Deployment web', count: 1 }], replicas: 3 },
      warnings: [],
      undo: { possible: false },
      upper_bound_seconds: 90,
      refused: null,
    });
  });

  test('without a controller is refused until a person consents, and warns that person', () => {
    const bare = restartCase(pod('web-0', 'web', { metadata: { ownerReferences: [] } }));
    expect(plan(bare, automatic).refused).toMatchObject({ code: 'no_controller' });
    const asked = plan(bare, approved);
    expect(asked.refused).toBeNull();
    expect(asked.changes).toMatchObject([{ after: 'gone' }]);
    expect(asked.touches.pods).toEqual([{ owner: null, count: 1 }]);
    expect(codes(asked)).toEqual(['no_controller']);
    expect(asked.etag).toBe(plan(bare, automatic).etag);
  });

  test('of a mirror pod is refused, whoever asks', () => {
    const owner = { kind: 'Node', name: 'node-7', uid: 'uid-node-7', controller: true };
    const annotations = { 'kubernetes.io/config.mirror': '83ab' };
    const made = plan(
      restartCase(pod('web-0', 'web', { metadata: { annotations, ownerReferences: [owner] } })),
      approved,
    );
    expect(made.refused).toMatchObject({ code: 'mirror_pod' });
    expect(codes(made)).toEqual(['mirror_pod']);
  });

  test('that is being deleted only waits, for the grace it was given', () => {
    const metadata = { deletionTimestamp: '2026-11-15T10:00:00Z', deletionGracePeriodSeconds: 5 };
    const made = plan(restartCase(pod('web-0', 'web', { metadata })));
    expect(codes(made)).toEqual(['already_so']);
    expect(made).toMatchObject({ touches: { pods: [] }, upper_bound_seconds: 65, refused: null });
  });

  test('says what is not asked, not seen, not replaced and not kept', () => {
    const statefulSet = { kind: 'StatefulSet', name: 'db', uid: 'uid-db', controller: true };
    const more = {
      metadata: { ownerReferences: [statefulSet] },
      spec: { volumes: [{ name: 'scratch', emptyDir: { medium: 'Memory' } }] },
      status: { phase: 'Succeeded' },
    };
    const budgets = [budget('guard', { minAvailable: 1 }), budget('other', { minAvailable: 1 }, 'api')];
    const made = plan(restartCase(pod('web-0', 'web', more), { budgets }));
    expect(codes(made)).toEqual(['pod_finished', 'controller_not_visible', 'budgets_not_asked', 'empty_dir_lost']);
    expect(made.touches).toEqual({ pods: [{ owner: 'StatefulSet db', count: 1 }], replicas: null });
    expect(made.refused).toBeNull();
  });

  test('that is the only replica of its Deployment warns', () => {
    expect(codes(plan(restartCase(pod('web-0'), { deployments: [deployment(1)] })))).toEqual(['single_replica']);
  });
});

describe('a plan of a rolling restart', () => {
  test('replaces every pod of the template as it stands, and cannot be undone', () => {
    expect(plan(rollbackCase(deployment(3)))).toMatchObject({
      summary: 'Restart the pods of Deployment web in shop (3), a few at a time',
      changes: [{ before: null, after: 'the time of the restart' }],
      touches: { pods: [{ owner: 'Deployment web', count: 3 }], replicas: 3 },
      warnings: [],
      undo: { possible: false },
      upper_bound_seconds: 630,
      refused: null,
    });
  });

  test('is refused while the Deployment is paused', () => {
    const made = plan(rollbackCase(deployment(3, { spec: { paused: true } })), approved);
    expect(made.refused).toMatchObject({ code: 'paused' });
    expect(codes(made)).toEqual(['paused']);
  });

  test('of no replicas says that no pod is restarted', () => {
    const made = plan(rollbackCase(deployment(0)));
    expect(codes(made)).toEqual(['no_replicas']);
    expect(made.touches.pods).toEqual([]);
  });

  test.each([
    ['Recreate', 3, { type: 'Recreate' }, true],
    ['one replica, by default', 1, { type: 'RollingUpdate' }, false],
    ['one replica, one may be missing', 1, { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }, true],
    ['one replica, a quarter and no surge', 1, { rollingUpdate: { maxSurge: 0, maxUnavailable: '25%' } }, true],
    ['two replicas, a quarter and no surge', 2, { rollingUpdate: { maxSurge: 0, maxUnavailable: '25%' } }, false],
    ['three replicas, 99 %', 3, { rollingUpdate: { maxUnavailable: '99%' } }, false],
    ['three replicas, 100 %', 3, { rollingUpdate: { maxUnavailable: '100%' } }, true],
    ['three replicas, three may be missing', 3, { rollingUpdate: { maxUnavailable: 3 } }, true],
    ['no replicas', 0, { type: 'Recreate' }, false],
  ])('knows whether all may stop at once: %s', (_, replicas, strategy, stop) => {
    expect(codes(plan(rollbackCase(deployment(replicas, { spec: { strategy } })))).includes('all_replicas_stop')).toBe(
      stop,
    );
  });
});
