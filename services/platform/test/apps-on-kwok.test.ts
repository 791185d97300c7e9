import { type Answer, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps, type AppsHouse, becomesLive as liveOf, onNode, startApps } from './apps-house.ts';

/** Apps as a cluster has them, on nodes that only say that pods run: workers, which take no requests. */
let house: AppsHouse;

beforeAll(async () => {
  house = await startApps(async (kube) => onNode(await kube.reservedNode()), { SWEEP_SECONDS: '1' });
});
afterAll(() => house.stop());

interface LiveDeployment {
  readonly metadata: {
    readonly generation: number;
    readonly uid: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields: readonly { readonly manager: string; readonly operation: string }[];
  };
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly env?: readonly object[] }[] } };
  };
}

const pathOf = (name: string) => `/apis/apps/v1/namespaces/${house.cloudspace.namespace}/deployments/${name}`;
const inCluster = (name: string) => house.kube.client.get<LiveDeployment>(pathOf(name));

async function made(name: string, more: object = {}): Promise<Answer['body']> {
  const { status, body } = await house.create({ name, source: { type: 'image', image: 'web:1' }, ...more });
  expect(status).toBe(201);
  return body;
}

const becomesLive = (id: string, revision: number) => liveOf(house, id, revision);

async function live(name: string, more: object = {}): Promise<Answer['body']> {
  return becomesLive((await made(name, more)).id, 1);
}

describe('deploying', () => {
  test('makes the objects by two managers, and shows how the app stands', async () => {
    const app = await live('plain', { replicas: 2, env: { LOG_LEVEL: 'info' } });
    const found = await inCluster('plain');
    expect(found.spec.replicas).toBe(2);
    expect(found.metadata.managedFields.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual(
      expect.arrayContaining(['wheelhouse-scale Apply', expect.stringMatching(/^wheelhouse (Update|Apply)$/)]),
    );
    await house.appBecomes(app.id, { health: 'Healthy', gitops: 'Synced', ready_replicas: 2, reachable: true });
    const { body } = await house.ask('GET', `${apps}/${app.id}/deploy-status`);
    expect(body).toMatchObject({ desired_replicas: 2, running_replicas: 2, replicas_by: null });
    expect(await house.events('app.deployed', house.clusterId)).toContainEqual(
      expect.objectContaining({ app_id: app.id, revision: 1, previous_revision: null, reachable_url: null }),
    );
  });

  test('takes back what others added, in one rollout, and leaves the count as they set it', async () => {
    const { id } = await live('edited');
    const path = pathOf('edited');
    const added = { name: 'DEBUG', value: 'true' };
    const containers = [{ name: 'edited', env: [added] }];
    await house.kube.client.patch(
      path,
      { spec: { replicas: 3, template: { metadata: { annotations: { by: 'hand' } } } } },
      { fieldManager: 'kubectl-edit' },
    );
    await house.kube.client.apply(
      path,
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { spec: { containers } } } },
      { fieldManager: 'kubectl-client-side-apply' },
    );
    await house.appBecomes(id, { gitops: 'Unknown' });
    const before = await inCluster('edited');
    await house.ask('PATCH', `${apps}/${id}`, { env: { LOG_LEVEL: 'debug' } });
    await becomesLive(id, 2);
    const after = await inCluster('edited');
    expect(after.metadata.generation).toBe(before.metadata.generation + 1);
    expect(after.spec.replicas).toBe(3);
    expect(after.spec.template.spec.containers[0]?.env).toEqual([{ name: 'LOG_LEVEL', value: 'debug' }]);
    const { body } = await house.ask('GET', `${apps}/${id}/deploy-status`);
    expect(body).toMatchObject({ desired_replicas: 1, running_replicas: 3, replicas_by: { manager: 'kubectl-edit' } });
    await house.appBecomes(id, { gitops: 'Synced' });
  });

  test('of two changes at once the later takes the place of the earlier', async () => {
    const { id } = await live('twice');
    const answers = await Promise.all(
      ['one', 'two'].map((value) => house.ask('PATCH', `${apps}/${id}`, { env: { VALUE: value } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await becomesLive(id, 3);
    const { body } = await house.ask('GET', `${apps}/${id}/deployments`);
    expect(body.data.map(({ phase }: { phase: string }) => phase)).toEqual(['Live', 'Superseded', 'Live']);
  });

  test('is canceled: what was changed is changed back', async () => {
    const { id } = await live('canceled');
    await house.ask('PATCH', `${apps}/${id}`, { resources: { cpu_request: '1000' } });
    await house.appBecomes(id, { phase: 'RollingOut', revision: 2 });
    const canceled = await house.ask('POST', `${apps}/${id}/cancel`);
    expect(canceled.status).toBe(202);
    await becomesLive(id, 3);
    const { body } = await house.ask('GET', `${apps}/${id}/deployments`);
    expect(body.data).toMatchObject([
      { phase: 'Live', trigger: 'rollback', of_revision: 1 },
      { phase: 'Canceled', revision: 2 },
      { phase: 'Live', revision: 1 },
    ]);
  });
});

describe('ending', () => {
  const exists = async (kind: string, name: string) =>
    house.kube.client.get(`${kind}/${name}`).then(
      () => true,
      () => false,
    );
  const objectsOf = async (name: string) => {
    const inside = `namespaces/${house.cloudspace.namespace}`;
    const kinds = [`/apis/apps/v1/${inside}/deployments`, `/apis/policy/v1/${inside}/poddisruptionbudgets`];
    return Promise.all(kinds.map((kind) => exists(kind, name)));
  };

  test('a first deployment that is canceled leaves nothing', async () => {
    const { id } = await made('first', { resources: { cpu_request: '1000' } });
    await house.appBecomes(id, { phase: 'RollingOut' });
    await house.ask('POST', `${apps}/${id}/cancel`);
    await eventually(async () => expect(await objectsOf('first')).toEqual([false, false]));
    await house.appBecomes(id, { phase: 'Canceled', gitops: 'NotManaged', current_revision: null });
    expect((await house.ask('POST', `${apps}/${id}/cancel`)).body.error.code).toBe('invalid_state');
  });

  test('an app is deleted when everything of it is gone', async () => {
    const { id } = await live('deleted');
    const asked = await house.ask('DELETE', `${apps}/${id}`);
    expect([asked.status, asked.body.state]).toEqual([202, 'deleting']);
    await eventually(async () => expect((await house.ask('GET', `${apps}/${id}`)).status).toBe(404));
    expect(await objectsOf('deleted')).toEqual([false, false]);
    const told = await house.events('app.deleted', house.clusterId);
    expect(told.filter(({ app_id }) => app_id === id)).toMatchObject([
      { app_name: 'deleted', actor: { type: 'user' } },
    ]);
  });

  test('what stays of a deleted app is named, and is left there by force alone', async () => {
    const { id } = await live('sticky');
    await house.kube.client.patch(pathOf('sticky'), { metadata: { finalizers: ['example.com/hold'] } });
    await house.ask('DELETE', `${apps}/${id}`);
    await eventually(async () =>
      expect(await inCluster('sticky')).toMatchObject({ metadata: { deletionTimestamp: expect.anything() } }),
    );
    house.advance(10 * 60_000);
    const failed = await house.appBecomes(id, { state: 'delete_failed' });
    expect(failed.state_message).toContain('Deployment sticky (finalizer example.com/hold)');
    expect((await house.ask('PATCH', `${apps}/${id}`, { env: { A: 'b' } })).body.error.code).toBe('invalid_state');
    expect((await house.ask('DELETE', `${apps}/${id}?force=true`)).status).toBe(202);
    expect((await house.ask('GET', `${apps}/${id}`)).status).toBe(404);
    await house.kube.client.patch(pathOf('sticky'), { metadata: { finalizers: null } });
  });

  test('an object that no app wants is removed', async () => {
    const name = 'orphan';
    const labels = { 'wheelhouse.dev/app': crypto.randomUUID() };
    const inside = house.cloudspace.namespace;
    await house.kube.client.create(`/api/v1/namespaces/${inside}/services`, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels },
      spec: { ports: [{ port: 80 }] },
    });
    await eventually(async () => expect(await exists(`/api/v1/namespaces/${inside}/services`, name)).toBe(false));
  });
});

describe('scaling', () => {
  test('sets the count, and a deployment leaves it', async () => {
    const { id } = await live('scaled');
    const { status, body } = await house.ask('POST', `${apps}/${id}/scale`, { replicas: 3 });
    expect([status, body.replicas]).toEqual([200, 3]);
    expect((await inCluster('scaled')).spec.replicas).toBe(3);
    await house.kube.client.patch(`${pathOf('scaled')}/scale`, { spec: { replicas: 4 } }, { fieldManager: 'kubectl' });
    await house.ask('PATCH', `${apps}/${id}`, { env: { A: '1' } });
    await becomesLive(id, 2);
    expect((await inCluster('scaled')).spec.replicas).toBe(4);
    await house.ask('POST', `${apps}/${id}/scale`, { replicas: 2 });
    expect((await inCluster('scaled')).spec.replicas).toBe(2);
  });

  test('an autoscaler keeps the count it has set, during a deployment and after it', async () => {
    const { id } = await live('autoscaled');
    const autoscalers = `/apis/autoscaling/v2/namespaces/${house.cloudspace.namespace}/horizontalpodautoscalers`;
    const count = async (replicas: number) =>
      eventually(async () => expect((await inCluster('autoscaled')).spec.replicas).toBe(replicas), 90_000);
    // What KWOK tells of a pod's memory, 32 of 256 MiB, is always too much for it: it goes up to its most.
    const memory = { name: 'memory', target: { type: 'Utilization', averageUtilization: 5 } };
    await house.kube.client.create(autoscalers, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'autoscaled' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'autoscaled' },
        minReplicas: 1,
        maxReplicas: 3,
        metrics: [{ type: 'Resource', resource: memory }],
      },
    });
    await count(3);
    const { generation } = (await inCluster('autoscaled')).metadata;
    await house.ask('PATCH', `${apps}/${id}`, { env: { A: '1' } });
    await becomesLive(id, 2);
    // One change, of its content: nobody has touched the count.
    expect(await inCluster('autoscaled')).toMatchObject({
      metadata: { generation: generation + 1 },
      spec: { replicas: 3 },
    });
    await house.ask('PATCH', `${apps}/${id}`, { resources: { cpu_request: '1000' } });
    await house.appBecomes(id, { phase: 'RollingOut', revision: 3 });
    await house.kube.client.patch(`${autoscalers}/autoscaled`, { spec: { maxReplicas: 4 } });
    await count(4);
    expect(await house.app(id)).toMatchObject({ phase: 'RollingOut', revision: 3 });
    await house.ask('PATCH', `${apps}/${id}`, { resources: { cpu_request: '100m' } });
    await becomesLive(id, 4);
    expect((await inCluster('autoscaled')).spec.replicas).toBe(4);
    const { body } = await house.ask('GET', `${apps}/${id}/deploy-status`);
    expect(body).toMatchObject({
      desired_replicas: 1,
      running_replicas: 4,
      replicas_by: { manager: 'kube-controller-manager' },
    });
    const writers = (await inCluster('autoscaled')).metadata.managedFields.filter(({ manager }) =>
      manager.startsWith('kube-controller-manager'),
    );
    expect(writers).toContainEqual(expect.objectContaining({ subresource: 'scale' }));
    // It looks every 15 s, at figures that are as old.
  }, 300_000);

  test('below what a budget requires is refused with its figures', async () => {
    const { id } = await live('guarded', { replicas: 3 });
    await house.kube.client.create(`/apis/policy/v1/namespaces/${house.cloudspace.namespace}/poddisruptionbudgets`, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'two' },
      spec: { minAvailable: 2, selector: { matchLabels: { 'wheelhouse.dev/app': id } } },
    });
    const { status, body } = await house.ask('POST', `${apps}/${id}/scale`, { replicas: 1 });
    expect([status, body.error.code]).toEqual([409, 'pdb_violation']);
    expect(body.error.message).toContain('two requires 2 healthy pods but would have only 1');
    expect((await inCluster('guarded')).spec.replicas).toBe(3);
    expect((await house.app(id)).replicas).toBe(3);
  });
});

describe('after Live', () => {
  test('a Deployment that somebody deletes is missed', async () => {
    const { id } = await live('lost');
    const { metadata } = await inCluster('lost');
    await house.kube.client.delete(pathOf('lost'), { uid: metadata.uid });
    const lost = await house.appBecomes(id, { health: 'Missing', reason: 'deployment_missing' });
    expect(lost.message).toContain('Redeploy');
    await house.ask('POST', `${apps}/${id}/redeploy`);
    await becomesLive(id, 2);
    await house.appBecomes(id, { health: 'Healthy' });
  });

  test('a rollback is pinned until it is released, and a redeploy refused meanwhile', async () => {
    const { id } = await live('pinned', { env: { A: '1' } });
    await house.ask('PATCH', `${apps}/${id}`, { env: { A: '2' } });
    await becomesLive(id, 2);
    const rolled = await house.ask('POST', `${apps}/${id}/rollback`, { revision: 1 });
    expect(rolled).toMatchObject({ status: 202, body: { pinned: { revision: 1 }, env: { A: '1' } } });
    await becomesLive(id, 3);
    expect((await house.ask('POST', `${apps}/${id}/redeploy`)).status).toBe(409);
    expect((await house.ask('PATCH', `${apps}/${id}`, { env: { A: '3' } })).status).toBe(409);
    expect((await house.ask('PATCH', `${apps}/${id}`, { rollback_on_failure: false })).status).toBe(202);
    expect((await house.ask('POST', `${apps}/${id}/unpin`)).body.pinned).toBeNull();
    expect((await house.ask('POST', `${apps}/${id}/unpin`)).body.error.code).toBe('invalid_state');
    expect((await house.ask('PATCH', `${apps}/${id}`, { env: { A: '3' } })).status).toBe(202);
    await becomesLive(id, 4);
  });
});
