import { isActionResult } from '@wheelhouse/contracts';
import { describe, expect, test } from 'vitest';
import type { Case } from '../src/plans/asked.ts';
import { afterSilence, doneWhen } from '../src/plans/done-when.ts';
import { type DeploymentRead, restartAnnotation } from '../src/plans/objects.ts';
import { deployment, node, nodeCase, plan, pod, restartCase, rollbackCase, scaleCase } from './cluster-objects.ts';

const restartedAt = '2026-11-15T18:00:00Z';
const effectAt = Date.parse(restartedAt);
const after = (seconds: number) => ({ effectAt, now: effectAt + seconds * 1000, restartedAt });
const verdict = (planned: Case, current: Case, seconds: number) => doneWhen(plan(planned), current, after(seconds));

const done = { verdict: 'done' };
const waiting = { verdict: 'not_yet' };
const failed = (result: string | null, code = result) => ({ verdict: 'failed', result, error: { code } });

describe('cordon and uncordon are done', () => {
  test('when read back', () => {
    const cordoned = nodeCase('cordon_node', node({ unschedulable: true }));
    expect(verdict(nodeCase('cordon_node', node()), cordoned, 0)).toEqual(done);
    const uncordon = nodeCase('uncordon_node', node({ unschedulable: true }));
    expect(verdict(uncordon, nodeCase('uncordon_node', node()), 0)).toEqual(done);
  });

  test('never, once somebody took it back or the node is another', () => {
    const cordon = nodeCase('cordon_node', node());
    expect(verdict(cordon, cordon, 0)).toMatchObject(failed(null, 'changed_by_another'));
    expect(verdict(cordon, nodeCase('cordon_node', null), 0)).toMatchObject(failed(null, 'target_missing'));
  });
});

describe('a restarted pod is done', () => {
  const planned = restartCase(pod('web-0'));
  const terminating = (more: object = {}) =>
    restartCase(pod('web-0', 'web', { metadata: { deletionTimestamp: '2026-11-15T18:00:30Z', ...more } }));

  test('when its UID is gone, whoever has its name', () => {
    expect(verdict(planned, restartCase(null), 1)).toEqual(done);
    expect(verdict(planned, restartCase(pod('web-0', 'web', { metadata: { uid: 'new' } })), 1)).toEqual(done);
    expect(verdict(planned, restartCase(null), 9999)).toEqual(done);
  });

  test('within its grace and 60 s, else it is stuck', () => {
    expect(verdict(planned, terminating(), 90)).toMatchObject(waiting);
    expect(verdict(planned, terminating(), 90.001)).toMatchObject(failed('stuck_terminating'));
    const patient = restartCase(pod('web-0', 'web', { spec: { terminationGracePeriodSeconds: 600 } }));
    expect(verdict(patient, terminating(), 660)).toMatchObject(waiting);
    expect(verdict(patient, terminating(), 661)).toMatchObject(failed('stuck_terminating'));
  });

  test('or the failure names what holds it', () => {
    const message = (current: Case) => JSON.stringify(verdict(planned, current, 100));
    expect(message(terminating({ finalizers: ['shop.example/backup'] }))).toContain('finalizers (shop.example/backup)');
    expect(message(terminating())).toContain('is terminating on node node-7');
    expect(message(planned)).toContain('is not being deleted');
  });
});

describe.each([
  ['scale', scaleCase(deployment(3)), (read: DeploymentRead | null) => scaleCase(read)],
  ['rolling restart', rollbackCase(deployment(4)), (read: DeploymentRead | null) => rollbackCase(read)],
])('a %s is done', (_, planned, current) => {
  const whole = { observedGeneration: 4, replicas: 4, updatedReplicas: 4, availableReplicas: 4 };
  const read = (status: DeploymentRead['status']) =>
    current(deployment(4, { status, annotations: { [restartAnnotation]: restartedAt } }));

  test('when the change is taken up and all replicas are updated and available', () => {
    expect(verdict(planned, read(whole), 1)).toEqual(done);
    expect(verdict(planned, read(whole), 9999)).toEqual(done);
  });

  test.each([
    ['the change is not taken up', { ...whole, observedGeneration: 3 }],
    ['there is no status', {}],
    ['one is not available', { ...whole, availableReplicas: 3 }],
    ['one is not updated', { ...whole, updatedReplicas: 3 }],
    ['an old one is still there', { ...whole, replicas: 5 }],
  ])('but not while %s, for 630 s', (__, status) => {
    expect(verdict(planned, read(status), 630)).toMatchObject(waiting);
    expect(verdict(planned, read(status), 631)).toMatchObject(failed('rollout_stalled'));
  });

  test('never, once the Deployment is gone or another', () => {
    expect(verdict(planned, current(null), 1)).toMatchObject(failed(null, 'target_missing'));
    expect(verdict(planned, current(deployment(4, { uid: 'x' })), 1)).toMatchObject(failed(null, 'target_missing'));
  });
});

test('a scale to 0 is done when the status says nothing any more', () => {
  expect(verdict(scaleCase(deployment(1), 0), scaleCase(deployment(0)), 1)).toEqual(done);
});

test('a scale that somebody changed again is told at once', () => {
  const told = verdict(scaleCase(deployment(3)), scaleCase(deployment(5)), 1);
  expect(told).toMatchObject(failed(null, 'changed_by_another'));
});

test.each([
  ['ours', restartedAt, done],
  ['a later one, in local time', '2026-11-15T19:00:01+01:00', done],
  ['an earlier one', '2026-11-15T17:59:59Z', failed(null, 'changed_by_another')],
  ['no time', 'soon', failed(null, 'changed_by_another')],
])('a rolling restart looks for its time in the template: %s', (_, time, expected) => {
  const read = deployment(3, { annotations: { [restartAnnotation]: time } });
  expect(verdict(rollbackCase(deployment(3)), rollbackCase(read), 1)).toMatchObject(expected);
});

test('a rollout that stalls because it was paused says so', () => {
  const read = deployment(4, { spec: { paused: true }, status: {} });
  expect(JSON.stringify(verdict(scaleCase(deployment(3)), scaleCase(read), 631))).toContain('it is paused');
});

test('a plan is not held against the target of another kind', () => {
  expect(() => verdict(scaleCase(deployment(3)), rollbackCase(deployment(3)), 1)).toThrow('rollback_deployment');
});

describe('a cluster that does not answer', () => {
  test.each([
    ['api_server', 120],
    ['worker', 600],
  ] as const)('by its %s is waited for %d s', (of, seconds) => {
    const silence = { of, since: 0, effect: 'not_sent' } as const;
    expect(afterSilence({ ...silence, now: seconds * 1000 - 1 })).toMatchObject(waiting);
    expect(afterSilence({ ...silence, now: seconds * 1000 })).toMatchObject(failed('cluster_unreachable'));
  });

  test.each([
    ['not_sent', 'nothing was changed'],
    ['unknown', 'may have been made'],
    ['accepted', 'was made'],
  ] as const)('leaves an effect that is %s told as such', (effect, words) => {
    const told = afterSilence({ of: 'api_server', since: 0, now: 120_000, effect });
    expect(JSON.stringify(told)).toContain(words);
  });
});

test('every result is one that the contracts know', () => {
  expect(['stuck_terminating', 'rollout_stalled', 'cluster_unreachable'].every(isActionResult)).toBe(true);
});
