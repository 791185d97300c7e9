import type { Facts } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import { ago, change, hour, issue, minute, ofDeployment, pod, rescaled, second, workload } from './facts.ts';
import { type Broken, no, judged, verdictOf } from './judged.ts';

const autoscaler = { name: 'checkout', minimum: 1, maximum: 10, current: 6, wanted: 6, at_maximum: false };
const wanted = (desired: number) => ({ ...workload, desired });

describe('replicas_too_many', () => {
  const waiting = pod('checkout-d', {
    node: null,
    phase: 'Pending',
    ready: false,
    unschedulable: '0/3 nodes: too little cpu.',
  });
  const facts = (more: Partial<Facts> = {}) =>
    ofDeployment({
      workload: wanted(6),
      pods: [waiting, pod('checkout-a')],
      pods_total: 6,
      changes: [rescaled(3, 6)],
      ...more,
    });

  test('proposes the number there was before, with who changed it', () => {
    expect(judged('replicas_too_many', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'scale_deployment', target: { namespace: 'shop', deployment_name: 'checkout', replicas: 3 } },
      reason:
        '1 pod of checkout has no place (checkout-d) since its replicas were raised from 3 to 6 at 11:50 UTC by kubectl-scale. There was room for 3.',
      advice: 'If 6 replicas are needed, add a node or lower what each pod requests.',
    });
  });

  test('takes the newest change, within 60 minutes', () => {
    expect(verdictOf('replicas_too_many', facts({ changes: [rescaled(3, 6, ago(hour))] }))).toBe('matched');
    expect(judged('replicas_too_many', facts({ changes: [rescaled(3, 6, ago(hour + second))] }))).toEqual(
      no(/were not changed/),
    );
    const changes = [change(), rescaled(2, 3, ago(20 * minute)), rescaled(3, 6, ago(5 * minute))];
    expect(judged('replicas_too_many', facts({ changes }))).toMatchObject({ proposes: { target: { replicas: 3 } } });
  });

  test.each<Broken>([
    ['every pod has a place', facts({ pods: [pod('a')] }), /every pod has a place/],
    ['nobody changed the replicas', facts({ changes: [change()] }), /were not changed/],
    ['the number before is not known', facts({ changes: [rescaled(null, 6)] }), /were not changed/],
    ['they were lowered', facts({ changes: [rescaled(9, 6)] }), /were lowered/],
    ['there was none before', facts({ changes: [rescaled(0, 6)] }), /no replica before/],
    ['somebody has changed it again', facts({ workload: wanted(5) }), /5 replicas are wanted by now/],
    ['an autoscaler decides', facts({ autoscaler }), /autoscaler checkout decides/],
    ['it is no Deployment', facts({ workload: { ...wanted(6), kind: 'StatefulSet' } }), /only Deployments/],
    ['it is not known', facts({ workload: null }), /only Deployments/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('replicas_too_many', given)).toEqual(no(fails));
  });
});

describe('replicas_too_few', () => {
  const facts = (more: Partial<Facts> = {}) =>
    ofDeployment({ workload: wanted(3), changes: [rescaled(6, 3)], issues: [issue('usage_near_limit')], ...more });
  const room = (more: Partial<NonNullable<Facts['room']>>) => {
    const { room: there } = ofDeployment();
    return { room: there && { ...there, ...more } };
  };

  test('proposes the number there was before, with what was found since', () => {
    expect(judged('replicas_too_few', facts())).toEqual({
      verdict: 'matched',
      proposes: { action: 'scale_deployment', target: { namespace: 'shop', deployment_name: 'checkout', replicas: 6 } },
      reason:
        'The replicas of checkout were lowered from 6 to 3 at 11:50 UTC by kubectl-scale, and since 11:55 UTC: usage_near_limit was found. There is room for 3 more pods.',
    });
  });

  test.each(['usage_near_limit', 'budget_without_headroom', 'autoscaler_at_maximum', 'replica_shortfall'])(
    'matches when %s was found since',
    (reason) => {
      expect(verdictOf('replicas_too_few', facts({ issues: [issue('crash_loop'), issue(reason)] }))).toBe('matched');
    },
  );

  test('needs room for exactly the missing pods', () => {
    expect(
      verdictOf('replicas_too_few', facts(room({ cpu_free: 300, memory_free: 3 * 128 * 1024 * 1024, pods_free: 3 }))),
    ).toBe('matched');
    for (const short of [{ cpu_free: 299 }, { memory_free: 3 * 128 * 1024 * 1024 - 1 }, { pods_free: 2 }, { nodes: 0 }])
      expect(judged('replicas_too_few', facts(room(short)))).toEqual(no(/no room for 3 more pods/));
    expect(judged('replicas_too_few', facts({ room: null }))).toEqual(no(/no room/));
  });

  test.each<Broken>([
    ['nobody changed the replicas', facts({ changes: [] }), /were not changed/],
    ['that was longer ago', facts({ changes: [rescaled(6, 3, ago(hour + second))] }), /were not changed/],
    ['they were raised', facts({ changes: [rescaled(1, 3)] }), /were raised/],
    ['it was switched off', facts({ workload: wanted(0), changes: [rescaled(6, 0)] }), /switched off on purpose/],
    ['somebody has changed it again', facts({ workload: wanted(4) }), /4 replicas are wanted by now/],
    ['nothing was found since', facts({ issues: [] }), /nothing has been found since/],
    [
      'it was found before',
      facts({ issues: [issue('usage_near_limit', { first_seen: ago(10 * minute) })] }),
      /nothing has been found/,
    ],
    ['it was expected', facts({ issues: [issue('usage_near_limit', { expected: true })] }), /nothing has been found/],
    ['something else was found', facts({ issues: [issue('crash_loop')] }), /nothing has been found/],
    ['an autoscaler decides', facts({ autoscaler }), /autoscaler checkout decides/],
    ['it is no Deployment', facts({ workload: { ...wanted(3), kind: 'StatefulSet' } }), /only Deployments/],
  ])('says no when %s', (_, given, fails) => {
    expect(judged('replicas_too_few', given)).toEqual(no(fails));
  });
});
