import { describe, expect, test } from 'vitest';
import { effectOf } from '../src/plans/effect.ts';
import { restartAnnotation } from '../src/plans/objects.ts';
import type { Case } from '../src/plans/asked.ts';
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

const context = { actionId: '01a1cf1c-5b5d-7c02-8f66-0b9d1a7e42c3', restartedAt: '2026-11-15T18:00:00Z' };
const effect = (planned: Case, current: Case = planned) => effectOf(plan(planned), current, context);

const mergePatch = { method: 'PATCH', fieldManager: context.actionId };
const fence = { uid: 'uid-web', resourceVersion: '10' };
const webPath = '/apis/apps/v1/namespaces/shop/deployments/web';

describe('the effect of', () => {
  test.each([
    ['cordon_node', true],
    ['uncordon_node', false],
  ] as const)('%s is one merge patch with both fences', (action, unschedulable) => {
    expect(effect(nodeCase(action, node({ unschedulable: !unschedulable })))).toEqual({
      next: 'send',
      request: {
        ...mergePatch,
        path: '/api/v1/nodes/node-7',
        body: { metadata: { uid: 'uid-node-7', resourceVersion: '70' }, spec: { unschedulable } },
      },
    });
  });

  test('a scale sends the count of the plan, which is a number', () => {
    const request = { ...mergePatch, path: webPath, body: { metadata: fence, spec: { replicas: 4 } } };
    expect(effect(scaleCase(deployment(3)))).toEqual({ next: 'send', request });
    expect(effect(scaleCase(deployment(3), 0))).toMatchObject({ request: { body: { spec: { replicas: 0 } } } });
  });

  test('a scale whose plan holds no count is never sent', () => {
    const given = scaleCase(deployment(3));
    const changes = [{ field: 'spec.replicas', before: 3, after: null }];
    expect(() => effectOf({ ...plan(given), changes }, given, context)).toThrow('how many replicas');
  });

  test('a rolling restart writes the time it was handed, and leaves other annotations alone', () => {
    const annotations = { [restartAnnotation]: context.restartedAt };
    const body = { metadata: fence, spec: { template: { metadata: { annotations } } } };
    const given = rollbackCase(
      deployment(3, { annotations: { [restartAnnotation]: '2026-01-01T00:00:00Z', team: 'shop' } }),
    );
    expect(effect(given)).toEqual({ next: 'send', request: { ...mergePatch, path: webPath, body } });
  });

  test('a restart deletes this very pod and leaves its grace alone', () => {
    expect(effect(restartCase(pod('web-0')))).toEqual({
      next: 'send',
      request: {
        method: 'DELETE',
        path: '/api/v1/namespaces/shop/pods/web-0',
        uid: 'uid-web-0',
        resourceVersion: '20',
      },
    });
  });
});

describe('nothing is sent twice:', () => {
  const deleted = { metadata: { deletionTimestamp: '2026-11-15T18:00:00Z' } };
  const asked = { [restartAnnotation]: context.restartedAt };

  test.each<[string, Case, Case]>([
    ['cordoned', nodeCase('cordon_node', node()), nodeCase('cordon_node', node({ unschedulable: true }))],
    ['uncordoned', nodeCase('uncordon_node', node({ unschedulable: true })), nodeCase('uncordon_node', node())],
    ['scaled', scaleCase(deployment(3)), scaleCase(deployment(4))],
    ['restarted', rollbackCase(deployment(3)), rollbackCase(deployment(3, { annotations: asked }))],
    ['terminating', restartCase(pod('web-0')), restartCase(pod('web-0', 'web', deleted))],
    ['gone', restartCase(pod('web-0')), restartCase(null)],
    [
      'replaced by its namesake',
      restartCase(pod('web-0')),
      restartCase(pod('web-0', 'web', { metadata: { uid: 'new' } })),
    ],
  ])('what is %s already goes on to be verified', (_, planned, current) => {
    expect(effect(planned, current)).toEqual({ next: 'verify' });
  });
});

describe('nothing is sent on a plan that no longer holds:', () => {
  const otherNode = { ...node(), metadata: { ...node().metadata, uid: 'other' } };

  test.each<[string, Case, Case]>([
    ['a count that somebody changed', scaleCase(deployment(3)), scaleCase(deployment(10))],
    ['another Deployment of the name', scaleCase(deployment(3)), scaleCase(deployment(3, { uid: 'other' }))],
    ['a Deployment that is gone', rollbackCase(deployment(3)), rollbackCase(null)],
    [
      'a Deployment that was paused',
      rollbackCase(deployment(3)),
      rollbackCase(deployment(3, { spec: { paused: true } })),
    ],
    ['another node of the name', nodeCase('cordon_node', node()), nodeCase('cordon_node', otherNode)],
  ])('%s', (_, planned, current) => {
    expect(effect(planned, current)).toMatchObject({ next: 'plan_again' });
  });

  test('a plan that is refused, or of another kind, is an error', () => {
    const refused = scaleCase(deployment(3), 1, { pods: pods(3), budgets: [budget('all', { maxUnavailable: 0 })] });
    expect(() => effect(refused)).toThrow('pdb_violation');
    expect(() => effect(nodeCase('cordon_node', node()), nodeCase('uncordon_node', node()))).toThrow('uncordon_node');
  });
});
