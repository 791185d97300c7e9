import { randomUUID } from 'node:crypto';
import { adminAccess, eventually, makeNamespace, type Namespace } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterClient, foldOperations, KubernetesError, managersOf } from '../src/index.ts';
import { type DeploymentRead, type DeploymentWritten, deploymentOf, restarted } from './apply-objects.ts';
import { Clients, failureOf, type Made } from './kube.ts';

const clients = new Clients();
let client: ClusterClient;
let namespace: Namespace;

beforeAll(async () => {
  client = clients.open(adminAccess());
  namespace = await makeNamespace(client);
});
afterAll(async () => {
  await namespace.remove();
  await clients.close();
});

const fieldManager = 'wheelhouse';
const collection = () => `/apis/apps/v1/namespaces/${namespace.name}/deployments`;
const pathOf = (name: string) => `${collection()}/${name}`;
const read = (name: string) => client.get<DeploymentRead>(pathOf(name));

/** The fold, then the apply, both of what was read. */
async function applyOver(seen: DeploymentRead, object: DeploymentWritten): Promise<DeploymentRead> {
  const operations = foldOperations(seen, fieldManager, () => false);
  const path = pathOf(object.metadata.name);
  const now =
    operations === undefined ? seen : await client.jsonPatch<DeploymentRead>(path, operations, { fieldManager });
  expect(now.metadata.generation, 'a fold changes no field').toBe(seen.metadata.generation);
  const { uid, resourceVersion } = now.metadata;
  const whole = { ...object, metadata: { ...object.metadata, uid, resourceVersion } };
  return client.apply<DeploymentRead>(path, whole, { fieldManager });
}

/** The same of what is there now, read again where the controller has written a status in between. */
async function applied(object: DeploymentWritten): Promise<DeploymentRead> {
  for (;;) {
    const answer = await applyOver(await read(object.metadata.name), object).catch((error: unknown) => error);
    if (!(answer instanceof KubernetesError && answer.reason === 'Conflict')) {
      if (answer instanceof Error) throw answer;
      return answer as DeploymentRead;
    }
  }
}

/** What somebody does by `kubectl edit`. */
async function editByHand(name: string): Promise<DeploymentRead> {
  const container = { name: 'web', image: 'web:1', env: [{ name: 'DEBUG', value: 'yes' }] };
  return client.patch<DeploymentRead>(
    pathOf(name),
    {
      metadata: { annotations: { note: 'by hand' } },
      spec: {
        template: {
          metadata: { labels: { extra: 'yes' } },
          spec: { containers: [container, { name: 'side', image: 's' }] },
        },
      },
    },
    { fieldManager: 'kubectl-edit' },
  );
}

const made = (name: string) => client.create<DeploymentRead>(collection(), deploymentOf(name), { fieldManager });

describe('a fold and an apply', () => {
  test('remove what was added by hand, in one change', async () => {
    const { metadata } = await made('edited');
    const edited = await editByHand('edited');
    expect(edited.metadata.generation).toBe((metadata.generation ?? 0) + 1);
    const now = await applied(deploymentOf('edited'));
    expect(now.metadata.generation).toBe(edited.metadata.generation + 1);
    expect(now.metadata.annotations?.['note']).toBeUndefined();
    expect(now.spec.template.metadata.labels).toEqual({ app: 'edited' });
    expect(now.spec.template.spec.containers).toEqual([expect.objectContaining({ name: 'web', image: 'web:1' })]);
    expect(now.spec.template.spec.containers[0]).not.toHaveProperty('env');
    // And now there is nothing to fold, until somebody edits again.
    const seen = await read('edited');
    expect(foldOperations(seen, fieldManager, () => false)).toBeUndefined();
    const again = await applied(deploymentOf('edited'));
    expect(again.metadata.generation).toBe(now.metadata.generation);
  });

  test('change nothing where nothing was added: what the server filled in is filled in again', async () => {
    await made('quiet');
    const first = await eventually(async () => {
      const seen = await read('quiet');
      expect(seen.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
      return seen;
    });
    const now = await applied(deploymentOf('quiet'));
    expect(now.metadata.generation).toBe(first.metadata.generation);
    expect(now.metadata.annotations).toEqual(first.metadata.annotations);
    expect(now.spec).toEqual(first.spec);
  });

  test('leave the replicas that others set, by patch, by the scale subresource and by our other manager', async () => {
    await made('scaled');
    const scale = (replicas: number) => ({ spec: { replicas } });
    await client.patch(pathOf('scaled'), scale(4), { fieldManager: 'kubectl-edit' });
    expect((await applied(deploymentOf('scaled'))).spec.replicas).toBe(4);
    await client.patch(`${pathOf('scaled')}/scale`, scale(5), { fieldManager: 'kubectl' });
    expect((await applied(deploymentOf('scaled'))).spec.replicas).toBe(5);
    const ours = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'scaled' }, spec: { replicas: 3 } };
    await client.apply(pathOf('scaled'), ours, { fieldManager: 'wheelhouse-scale' });
    await editByHand('scaled');
    const now = await applied(deploymentOf('scaled'));
    expect(now.spec.replicas).toBe(3);
    expect(now.spec.template.spec.containers).toHaveLength(1);
    const owners = managersOf(now).filter(({ paths }) => paths.includes('spec.replicas'));
    expect(owners.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual(['wheelhouse-scale Apply']);
  });

  test('leave the restart that somebody asked for, and no other annotation', async () => {
    await made('restarted');
    const annotations = { [restarted]: '2026-01-01T00:00:00Z', other: 'yes' };
    await client.patch(
      pathOf('restarted'),
      { spec: { template: { metadata: { annotations } } } },
      { fieldManager: 'kubectl-rollout' },
    );
    const now = await applied(deploymentOf('restarted'));
    expect(now.spec.template.metadata.annotations).toEqual({ [restarted]: '2026-01-01T00:00:00Z' });
    const theirs = managersOf(now).filter(({ manager }) => manager === 'kubectl-rollout');
    expect(theirs.flatMap(({ paths }) => paths)).toEqual([
      'spec.template.metadata.annotations',
      `spec.template.metadata.annotations[${restarted}]`,
    ]);
    expect(foldOperations(now, fieldManager, () => false)).toBeUndefined();
  });

  test('leave finalizers to those who wait for them', async () => {
    await made('guarded');
    await client.patch(
      pathOf('guarded'),
      { metadata: { finalizers: ['example.com/guard'], labels: { extra: 'yes' } } },
      { fieldManager: 'guard' },
    );
    const now = await applied(deploymentOf('guarded'));
    expect(now.metadata.finalizers).toEqual(['example.com/guard']);
    expect(now.metadata.labels).toEqual({ app: 'guarded' });
    await client.patch(pathOf('guarded'), { metadata: { finalizers: null } });
  });

  test('never reset replicas that came to be ours by mistake', async () => {
    await made('mistaken');
    const mistaken = { ...deploymentOf('mistaken'), spec: { ...deploymentOf('mistaken').spec, replicas: 4 } };
    await client.apply(pathOf('mistaken'), mistaken, { fieldManager });
    const now = await applied(deploymentOf('mistaken'));
    expect(now.spec.replicas).toBe(4);
    expect(foldOperations(now, fieldManager, () => false)).toBeUndefined();
  });

  test('are refused with 409 when somebody was faster, and change nothing', async () => {
    const first = await made('raced');
    const edited = await editByHand('raced');
    const stale = { ...edited, metadata: { ...edited.metadata, resourceVersion: first.metadata.resourceVersion } };
    expect(await failureOf(applyOver(stale, deploymentOf('raced')))).toMatchObject({ status: 409, reason: 'Conflict' });
    expect((await read('raced')).spec).toEqual(edited.spec);
  });

  test('leave alone whom they are told to', async () => {
    await made('kept');
    const edited = await editByHand('kept');
    const isKept = ({ manager }: { readonly manager?: string }) => manager === 'kubectl-edit';
    const folded = await eventually(async () => {
      const operations = foldOperations(await read('kept'), fieldManager, isKept) ?? [];
      return client.jsonPatch<DeploymentRead>(pathOf('kept'), operations, { fieldManager });
    });
    expect(folded.metadata.generation).toBe(edited.metadata.generation);
    expect(folded.spec).toEqual(edited.spec);
    expect(managersOf(folded).map(({ manager, operation, subresource }) => [manager, operation, subresource])).toEqual(
      expect.arrayContaining([
        ['kubectl-edit', 'Update', undefined],
        ['wheelhouse', 'Apply', undefined],
        // Which holds nothing but the replicas of the first POST.
        ['wheelhouse', 'Update', undefined],
      ]),
    );
  });

  test('keep a Service its address', async () => {
    const services = `${namespace.path}/services`;
    const metadata = { name: 'web' };
    const spec = { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] };
    const service = { apiVersion: 'v1', kind: 'Service', metadata, spec };
    type ServiceRead = DeploymentRead & { readonly spec: { readonly clusterIP: string } };
    const first = await client.create<ServiceRead>(services, service, { fieldManager });
    const operations = foldOperations(first, fieldManager, () => false) ?? [];
    await client.jsonPatch(`${services}/web`, operations, { fieldManager });
    const now = await client.apply<ServiceRead>(`${services}/web`, service, { fieldManager });
    expect(now.spec).toEqual(first.spec);
  });
});

describe('an apply without a fold', () => {
  test('leaves what was added by hand, and what our own POST said', async () => {
    const metadata = { name: 'unfolded', labels: { app: 'unfolded', old: 'yes' } };
    await client.create(collection(), { ...deploymentOf('unfolded'), metadata }, { fieldManager });
    await editByHand('unfolded');
    const now = await client.apply<DeploymentRead>(pathOf('unfolded'), deploymentOf('unfolded'), { fieldManager });
    expect(now.metadata.annotations).toHaveProperty('note');
    expect(now.metadata.labels).toHaveProperty('old');
    expect(now.spec.template.spec.containers[0]).toHaveProperty('env');
    const folded = await applied(deploymentOf('unfolded'));
    expect(folded.metadata.annotations?.['note']).toBeUndefined();
    expect(folded.metadata.labels).toEqual({ app: 'unfolded' });
    expect(folded.spec.template.spec.containers[0]).not.toHaveProperty('env');
  });

  test('by a manager that never owned the replicas leaves them; by one that did resets them', async () => {
    const whole = { ...deploymentOf('owned'), spec: { ...deploymentOf('owned').spec, replicas: 4 } };
    const first = await client.apply<DeploymentRead>(pathOf('owned'), whole, { fieldManager: 'someone' });
    expect(first.spec.replicas).toBe(4);
    const second = await client.apply<DeploymentRead>(pathOf('owned'), deploymentOf('owned'), { fieldManager });
    expect(second.spec.replicas).toBe(4);
    const third = await client.apply<DeploymentRead>(pathOf('owned'), deploymentOf('owned'), {
      fieldManager: 'someone',
    });
    expect(third.spec.replicas).toBe(1);
  });

  test('makes what is not there, but not with the UID of what was', async () => {
    const gone = { ...deploymentOf('gone'), metadata: { name: 'gone', uid: randomUUID(), resourceVersion: '1' } };
    expect(await failureOf(client.apply(pathOf('gone'), gone, { fieldManager }))).toMatchObject({ status: 409 });
    const { metadata } = await client.apply<Made>(pathOf('gone'), deploymentOf('gone'), { fieldManager });
    expect(metadata.name).toBe('gone');
    expect(await failureOf(client.apply(pathOf('gone'), gone, { fieldManager }))).toMatchObject({ status: 409 });
  });

  test('takes fields from others only if it may', async () => {
    await client.apply(pathOf('taken'), deploymentOf('taken'), { fieldManager: 'someone' });
    const other = deploymentOf('taken', 'web:2');
    const error = await failureOf(client.apply(pathOf('taken'), other, { fieldManager, force: false }));
    expect(error).toMatchObject({ status: 409, reason: 'Conflict' });
    expect(error).toMatchObject({
      causes: [{ reason: 'FieldManagerConflict', field: expect.stringContaining('image') }],
    });
    const forced = await client.apply<DeploymentRead>(pathOf('taken'), other, { fieldManager });
    expect(forced.spec.template.spec.containers[0]?.image).toBe('web:2');
  });
});

test('a dry run answers what would be, and changes nothing', async () => {
  const seen: string[] = [];
  const watched = clients.open(adminAccess(), {
    observeWrite: (name, work) => {
      seen.push(name());
      return work();
    },
  });
  const dry = { fieldManager, dryRun: true };
  await watched.create(collection(), deploymentOf('dry'), dry);
  expect(await failureOf(read('dry'))).toMatchObject({ status: 404 });
  const first = await made('dry');
  // Until the controller has written down what it has seen.
  await eventually(async () => expect((await read('dry')).status?.observedGeneration).toBe(1));
  const quiet = await read('dry');
  const now = await watched.apply<DeploymentRead>(pathOf('dry'), deploymentOf('dry', 'web:2'), dry);
  const patched = await watched.patch<DeploymentRead>(pathOf('dry'), { spec: { replicas: 9 } }, dry);
  const operations = [{ op: 'replace', path: '/spec/replicas', value: 8 }] as const;
  const operated = await watched.jsonPatch<DeploymentRead>(pathOf('dry'), operations, dry);
  expect(now.spec.template.spec.containers[0]?.image).toBe('web:2');
  expect([patched.spec.replicas, operated.spec.replicas]).toEqual([9, 8]);
  expect((await read('dry')).spec).toEqual(quiet.spec);
  expect(seen).toEqual([]);
  await watched.apply(pathOf('dry'), deploymentOf('dry'), { fieldManager });
  await watched.jsonPatch(pathOf('dry'), operations);
  await watched.patch(`${pathOf('dry')}/scale`, { spec: { replicas: 1 } });
  expect(seen).toEqual(['APPLY deployments', 'JSONPATCH deployments', 'PATCH deployments/scale']);
  expect(first.metadata.uid).toBe(quiet.metadata.uid);
});

test('an object is deleted after what it owns, or without it', async () => {
  const { metadata } = await made('owner');
  const owned = `/apis/apps/v1/namespaces/${namespace.name}/replicasets`;
  const replicaSets = async () => {
    const { items } = await client.get<{ readonly items: readonly Made[] }>(owned, { labelSelector: 'app=owner' });
    return items;
  };
  await eventually(async () => expect(await replicaSets()).toHaveLength(1));
  await client.delete(pathOf('owner'), { uid: metadata.uid, propagationPolicy: 'Orphan' });
  await eventually(async () => expect(await failureOf(read('owner'))).toMatchObject({ status: 404 }));
  expect(await replicaSets()).toHaveLength(1);
  const adopted = await made('owner');
  await eventually(async () => expect((await read('owner')).status?.observedGeneration).toBe(1));
  await client.delete(pathOf('owner'), { uid: adopted.metadata.uid, propagationPolicy: 'Foreground' });
  await eventually(async () => expect(await failureOf(read('owner'))).toMatchObject({ status: 404 }));
  expect(await replicaSets()).toEqual([]);
});
