import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import { expect, test } from 'vitest';
import { notVisible } from '../src/watch/not-visible.ts';

const refused = (status: number) =>
  new KubernetesError('said', { status, reason: undefined, causes: [], retryAfterSeconds: undefined });
const found = (fault: Error | undefined) => notVisible([{ resource: 'jobs.batch', category: 'jobs', fault }], 1_000);

test('what is forbidden is an issue that costs nothing and names the right', () => {
  const [issue] = found(refused(403));
  expect(issue).toMatchObject({
    rule: 'not_visible',
    severity: 'info',
    score_impact: 0,
    object: { kind: 'Cluster', namespace: null, name: 'jobs.batch' },
  });
  expect(issue?.suggested_action).toContain('list and watch on jobs.batch');
});

test('so is what the cluster does not have', () => {
  expect(found(refused(404))).toMatchObject([
    { rule: 'not_visible', message: expect.stringContaining('does not serve jobs.batch') },
  ]);
});

test('what is there, or cannot be reached for the moment, is none', () => {
  for (const fault of [undefined, refused(500), new ClusterUnreachable('timeout', 'no answer')])
    expect(found(fault)).toEqual([]);
});
