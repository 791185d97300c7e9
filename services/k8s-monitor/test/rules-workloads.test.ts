import { describe, expect, test } from 'vitest';
import { issuesOf, judged } from './rules-cluster.ts';
import { condition, daemonSet, deployment, statefulSet, warning } from './rules-objects.ts';

const updating = [condition('Progressing', 'True', -10, { reason: 'ReplicaSetUpdated' })];
const unavailable = (seconds: number) =>
  condition('Available', 'False', seconds, { reason: 'MinimumReplicasUnavailable' });

describe('a Deployment', () => {
  test.each([
    // replicas, available, maxUnavailable, maxSurge, is it short
    [4, 3, undefined, undefined, false],
    [4, 2, undefined, undefined, true],
    [3, 2, undefined, undefined, true],
    [10, 8, undefined, undefined, false],
    [10, 7, undefined, undefined, true],
    [10, 5, '50%', 0, false],
    [10, 4, '50%', 0, true],
    [5, 4, '30%', 1, false],
    [5, 3, '30%', 1, true],
    [3, 2, 0, 1, true],
    [3, 2, '10%', '0%', false],
    [1, 1, 1, 0, false],
  ])('of %i with %i available, %s away and %s on top: short is %s', (replicas, available, away, surge, isShort) => {
    const rollingUpdate = {
      ...(away === undefined ? {} : { maxUnavailable: away }),
      ...(surge === undefined ? {} : { maxSurge: surge }),
    };
    const deployments = [deployment('web', { replicas, available, spec: { strategy: { rollingUpdate } } })];
    expect(judged({ deployments }, 29).issues).toEqual([]);
    expect(issuesOf(judged({ deployments }, 30))).toEqual(isShort ? ['replica_shortfall Deployment/web'] : []);
  });

  test('says how many there are, and what its ReplicaSet was told', () => {
    const answer = judged(
      {
        deployments: [deployment('web', { replicas: 4, available: 1 })],
        events: [warning('e', 'ReplicaSet', 'web-5d4f8c7b9', 'exceeded quota: pods=10')],
      },
      30,
    );
    expect(answer.issues).toMatchObject([
      {
        severity: 'warning',
        score_impact: 5,
        category: 'workloads',
        message: '1 of 4 available; an update may take 1 down. (exceeded quota: pods=10)',
      },
    ]);
  });

  test('with none available is critical', () => {
    const deployments = [deployment('web', { replicas: 4, available: 0 })];
    expect(judged({ deployments }, 30).issues).toMatchObject([{ severity: 'critical', score_impact: 10 }]);
  });

  test('tells by itself since when it is short', () => {
    const deployments = [deployment('web', { available: 0, conditions: [unavailable(-31)] })];
    expect(judged({ deployments }).healthScore).toBe(90);
  });

  test('of none, or paused and well, costs nothing', () => {
    const deployments = [
      deployment('zero', { replicas: 0 }),
      deployment('held', {
        spec: { paused: true },
        conditions: [condition('Progressing', 'Unknown', -900, { reason: 'DeploymentPaused' })],
      }),
    ];
    expect(judged({ deployments }, 86_400).issues).toEqual([]);
  });

  test('in a normal rolling update costs nothing, however long it takes', () => {
    const deployments = [
      deployment('web', { replicas: 4, available: 3, status: { updatedReplicas: 2 }, conditions: updating }),
    ];
    expect(judged({ deployments }, 500).issues).toEqual([]);
  });

  test('that recreates its pods may have none for a while, and must come back', () => {
    const spec = { strategy: { type: 'Recreate' } };
    const away = [deployment('web', { available: 0, spec, conditions: updating })];
    expect(judged({ deployments: away }, 299).issues).toEqual([]);
    expect(judged({ deployments: away }, 300).issues).toMatchObject([{ severity: 'critical', score_impact: 10 }]);
    expect(issuesOf(judged({ deployments: [deployment('web', { available: 2, spec })] }, 30))).toHaveLength(1);
  });

  test('whose update has stopped is an issue at once, even with enough pods', () => {
    const stopped = condition('Progressing', 'False', 0, {
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "web-2" has timed out progressing.',
    });
    const answer = judged({ deployments: [deployment('web', { conditions: [stopped] })] });
    expect(answer.issues).toMatchObject([{ rule: 'replica_shortfall', severity: 'warning', score_impact: 5 }]);
    expect(answer.issues[0]?.message).toContain('The update has stalled: ReplicaSet "web-2" has timed out');
  });
});

describe('a StatefulSet', () => {
  test.each([
    [3, 2, undefined, false],
    [3, 1, undefined, true],
    [10, 8, '25%', false],
    [10, 7, '25%', true],
    [3, 2, '10%', false],
  ])('of %i with %i available and %s away: short is %s', (replicas, available, away, isShort) => {
    const rollingUpdate = away === undefined ? {} : { maxUnavailable: away };
    const statefulSets = [statefulSet('db', { replicas, available, spec: { updateStrategy: { rollingUpdate } } })];
    expect(issuesOf(judged({ statefulSets }, 30))).toEqual(isShort ? ['replica_shortfall StatefulSet/db'] : []);
  });

  test('of one is missed when it is away, later during an update', () => {
    const away = [statefulSet('db', { replicas: 1, available: 0 })];
    expect(judged({ statefulSets: away }, 30).issues).toMatchObject([{ severity: 'critical', score_impact: 10 }]);
    const update = [statefulSet('db', { replicas: 1, available: 0, status: { updateRevision: 'db-2' } })];
    expect(judged({ statefulSets: update }, 299).issues).toEqual([]);
    expect(judged({ statefulSets: update }, 300).issues).toHaveLength(1);
  });

  test('that is updated by hand may miss none', () => {
    const statefulSets = [statefulSet('db', { available: 2, spec: { updateStrategy: { type: 'OnDelete' } } })];
    expect(judged({ statefulSets }, 30).issues).toHaveLength(1);
  });
});

describe('a DaemonSet', () => {
  test.each([
    [5, 4, {}, false],
    [5, 3, {}, true],
    [5, 3, { maxUnavailable: '30%' }, false],
    [5, 2, { maxUnavailable: '30%' }, true],
    [5, 4, { maxUnavailable: 0, maxSurge: 1 }, true],
    [0, 0, {}, false],
  ])('on %i nodes with %i available and %o: short is %s', (desired, available, rollingUpdate, isShort) => {
    const daemonSets = [
      daemonSet('agent', { desired, available, spec: { updateStrategy: { type: 'RollingUpdate', rollingUpdate } } }),
    ];
    expect(issuesOf(judged({ daemonSets }, 30))).toEqual(isShort ? ['replica_shortfall DaemonSet/agent'] : []);
  });

  test('on one node may be away as long as an update may take', () => {
    const daemonSets = [daemonSet('agent', { desired: 1, available: 0 })];
    expect(judged({ daemonSets }, 299).issues).toEqual([]);
    expect(judged({ daemonSets }, 300).issues).toHaveLength(1);
  });
});
