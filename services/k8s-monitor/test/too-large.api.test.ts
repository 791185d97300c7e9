import { pause } from '@wheelhouse/kit';
import { caller, eventually, type Kube, openKube } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeconfigOf, type MonitorHouse, startMonitor } from './house.ts';

/** A cluster with more objects than are taken from one; the other is as always. */
let small: MonitorHouse;
let kube: Kube;
beforeAll(async () => {
  kube = openKube('KUBECONFIG');
  small = await startMonitor({ CLUSTER_MAX_OBJECTS: '1', CLUSTERS_PER_TENANT: '1' });
  await Promise.all([kube.node(), kube.node()]);
});
afterAll(async () => {
  await small.stop();
  await kube.close();
});

test('a cluster that is too large is Degraded and says why, and no more are registered than a tenant may have', async () => {
  const anna = await caller();
  const id = await small.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await eventually(async () => {
    const { body } = await small.call(anna, 'GET', `/api/v1/clusters/${id}`, { module: 'platform' });
    expect(body).toMatchObject({ phase: 'Degraded', reason: 'too_large' });
    expect(body.message).toContain('more than 1 objects');
  });
  // It is tried again after two seconds and after four: what was found stays told meanwhile.
  const phases = new Set<string>();
  for (
    const until = performance.now() + 7_000;
    performance.now() < until;
    await pause(50, AbortSignal.timeout(60_000))
  ) {
    const { body } = await small.call(anna, 'GET', `/api/v1/clusters/${id}`, { module: 'platform' });
    phases.add(body.phase);
  }
  expect([...phases]).toEqual(['Degraded']);
  const body = { name: 'second', kubeconfig: kubeconfigOf('KUBECONFIG') };
  const more = await small.call(anna, 'POST', '/api/v1/clusters', { module: 'platform', body });
  expect(more).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect(more.body.error.message).toContain('CLUSTERS_PER_TENANT');
});
