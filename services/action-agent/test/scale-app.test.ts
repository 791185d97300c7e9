import { deployAccess, eventually, reservedTaint } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentHouse, startAgent } from './house.ts';

let house: AgentHouse;

beforeAll(async () => {
  await deployAccess();
  house = await startAgent();
});
afterAll(() => house.stop());

test('a count that the agent sets on the Deployment of an app is the one that is wanted from then on', async () => {
  const { who, clusterId, kube } = house;
  const ask = (method: string, path: string, body?: object) =>
    house.call(who, method, path, { module: 'platform', ...(body && { body }) });
  const placement = {
    node_selector: { 'kubernetes.io/hostname': await kube.reservedNode() },
    tolerations: [{ ...reservedTaint, operator: 'Exists' }],
  };
  const name = `space-${crypto.randomUUID().slice(0, 8)}`;
  await eventually(async () => {
    const { body } = await ask('GET', `/api/v1/clusters/${clusterId}`);
    expect(body.deployable).toBe(true);
  });
  const space = await ask('POST', '/api/v1/cloudspaces', { name, cluster_id: clusterId, placement });
  const made = await ask('POST', '/api/v1/apps', {
    name: 'worker',
    cloudspace_id: space.body.id,
    source: { type: 'image', image: 'web:1' },
  });
  const app = `/api/v1/apps/${made.body.id}`;
  await eventually(async () => expect((await ask('GET', app)).body).toMatchObject({ phase: 'Live' }));

  const target = { namespace: name, deployment_name: 'worker' };
  const { status } = await house.ended(await house.decide({ action: 'scale_deployment', target }));
  expect(status).toBe('success');
  await eventually(async () => expect((await ask('GET', app)).body.replicas).toBe(2));

  await ask('PATCH', app, { env: { VERSION: '2' } });
  await eventually(async () => {
    const { body } = await ask('GET', `${app}/deploy-status`);
    expect(body).toMatchObject({ phase: 'Live', revision: 2, desired_replicas: 2, running_replicas: 2 });
  });
  await ask('DELETE', `/api/v1/cloudspaces/${space.body.id}?cascade=true`);
  await eventually(async () => {
    expect((await ask('GET', `/api/v1/cloudspaces/${space.body.id}`)).status).toBe(404);
  });
});
