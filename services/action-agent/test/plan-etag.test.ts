import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '../src/plans/asked.ts';
import { planEtag } from '../src/plans/etag.ts';
import { warning } from '../src/plans/warnings.ts';
import { afterChurn, casesOf, churns, namespaces } from './churn.ts';
import {
  budget,
  deployment,
  node,
  nodeCase,
  plan,
  pod,
  pods,
  restartCase,
  rollbackCase,
  scaleCase,
} from './cluster-objects.ts';

const targets = fc.option(fc.nat(7), { nil: undefined });
const runs = { numRuns: 1000 };

describe('the ETag of a plan', () => {
  test('stays through pods that are renamed or restarted, lists in another order, strangers and rollouts', () => {
    let blocked = 0;
    fc.assert(
      fc.property(namespaces, targets, churns, (namespace, target, churn) => {
        const before = casesOf(namespace, target);
        const after = afterChurn(before, churn);
        const scale = plan(before.scale);
        blocked += scale.blocking_budgets.length > 0 ? 1 : 0;
        expect(plan(after.scale)).toEqual(scale);
        expect(plan(after.restart).etag).toBe(plan(before.restart).etag);
        expect(plan(after.rollback).etag).toBe(plan(before.rollback).etag);
      }),
      runs,
    );
    expect(blocked).toBeGreaterThan(50);
  });

  test('stays when a pod becomes ready that changes nothing in what is allowed', () => {
    const budgets = [budget('guard', { minAvailable: 4 })];
    const unready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] } };
    const some = plan(scaleCase(deployment(4), 3, { pods: [...pods(2), pod('web-x', 'web', unready)], budgets }));
    const all = plan(scaleCase(deployment(4), 3, { pods: pods(4), budgets }));
    expect(some.blocking_budgets).toMatchObject([{ after: 2 }]);
    expect(all.blocking_budgets).toMatchObject([{ after: 3 }]);
    expect(some.etag).toBe(all.etag);
  });

  test('is another for another count of replicas, before or after', () => {
    fc.assert(
      fc.property(namespaces, targets, fc.nat(6), targets, (namespace, target, replicas, otherTarget) => {
        const one = plan(casesOf(namespace, target).scale);
        const other = plan(casesOf({ ...namespace, replicas }, otherTarget).scale);
        const same = JSON.stringify(one.changes) === JSON.stringify(other.changes);
        expect(one.etag === other.etag).toBe(same);
      }),
      runs,
    );
  });

  test('of a rolling restart is another when there are more pods to restart', () => {
    expect(plan(rollbackCase(deployment(4))).etag).not.toBe(plan(rollbackCase(deployment(3))).etag);
  });

  test.each<[string, Case, Case]>([
    ['a Deployment to scale', scaleCase(deployment(3)), scaleCase(deployment(3, { uid: 'other' }))],
    ['a Deployment to restart', rollbackCase(deployment(3)), rollbackCase(deployment(3, { uid: 'other' }))],
    ['a pod', restartCase(pod('web-0')), restartCase(pod('web-0', 'web', { metadata: { uid: 'other' } }))],
    ['a node', nodeCase('cordon_node', node()), nodeCase('cordon_node', otherNode())],
    ['a node that is gone', nodeCase('cordon_node', node()), nodeCase('cordon_node', null)],
  ])('is another for another UID: %s', (_, one, other) => {
    expect(plan(one).etag).not.toBe(plan(other).etag);
  });

  test('is another for another kind', () => {
    const made = plan(nodeCase('cordon_node', node()));
    expect(planEtag({ ...made, action: 'uncordon_node' })).not.toBe(made.etag);
  });

  test('is another once one more budget blocks', () => {
    fc.assert(
      fc.property(namespaces, fc.nat(5), (namespace, target) => {
        const { scale } = casesOf({ ...namespace, replicas: 6 }, target);
        const blocking = budget('late', { maxUnavailable: 0 });
        const made = plan(scale);
        const later = plan({ ...scale, budgets: [...scale.budgets, blocking] });
        expect(later.blocking_budgets).toHaveLength(made.blocking_budgets.length + 1);
        expect(later.etag).not.toBe(made.etag);
      }),
      runs,
    );
  });

  test('is another when another budget blocks instead, or the same one by another rule', () => {
    const scaled = (...budgets: Parameters<typeof budget>[]) =>
      plan(scaleCase(deployment(3), 2, { pods: pods(3), budgets: budgets.map((each) => budget(...each)) })).etag;
    const etags = [
      scaled(['a', { minAvailable: 3 }]),
      scaled(['b', { minAvailable: 3 }]),
      scaled(['a', { maxUnavailable: 0 }]),
    ];
    expect(new Set(etags).size).toBe(3);
  });

  test('is another with one warning more', () => {
    fc.assert(
      fc.property(namespaces, targets, (namespace, target) => {
        for (const given of Object.values(casesOf(namespace, target))) {
          const made = plan(given);
          const warnings = [...made.warnings, warning('node_not_ready', 'Node node-7')];
          expect(planEtag({ ...made, warnings })).not.toBe(made.etag);
          expect(planEtag({ ...made, warnings: made.warnings.toReversed() })).toBe(made.etag);
        }
      }),
      runs,
    );
    expect(plan(scaleCase(deployment(3, { spec: { paused: true } }))).etag).not.toBe(
      plan(scaleCase(deployment(3))).etag,
    );
  });

  test('is written as the header has it', () => {
    expect(plan(scaleCase(deployment(3))).etag).toMatch(/^"[\w-]{22}"$/);
  });
});

function otherNode() {
  return { ...node(), metadata: { ...node().metadata, uid: 'other' } };
}
