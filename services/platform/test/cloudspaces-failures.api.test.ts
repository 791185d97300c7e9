import { type Caller, caller, type ClusterRelay, eventually, relayBefore } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformRights } from '../src/clusters/needed-rights.ts';
import { type CloudspaceHouse, cloudspaces, someName, startCloudspaceHouse } from './cloudspaces-house.ts';
import { nobody } from './house.ts';

/** Each way in which a CloudSpace fails: by its reason, within its time, and how it goes on from there. */
let house: CloudspaceHouse;
let who: Caller;
let clusterId = '';
const relays: ClusterRelay[] = [];
const minute = 60_000;

beforeAll(async () => {
  house = await startCloudspaceHouse();
});
afterAll(async () => {
  await house.stop();
  for (const relay of relays) await relay.close();
});

const newTenant = async () => {
  ({ who, clusterId } = await house.tenant());
};
const core = (namespace: string) => `/api/v1/namespaces/${namespace}`;
const one = (id: string) => `${cloudspaces}/${id}`;
const retry = async (id: string) => {
  const { status, body } = await house.call(who, 'POST', `${one(id)}/retry`);
  expect([status, body.error?.message]).toEqual([202, undefined]);
  return body;
};
const phasesOf = async (id: string) => (await house.told('internal.cloudspace_changed', id)).map(({ phase }) => phase);
const withToken = (token: string) => {
  const { server, certificateAuthority } = house.kube.access;
  return { server, certificate_authority: certificateAuthority, token };
};

describe('a namespace that somebody else has', () => {
  test.each([
    ['made', {}],
    ['for another CloudSpace', { 'wheelhouse.dev/cloudspace': '00000000-0000-7000-8000-000000000000' }],
  ])('%s is not touched: namespace_taken at once', async (_what, labels) => {
    await newTenant();
    const name = someName();
    await house.namespace(name, labels);
    const before = await house.object(core(name));
    const { id } = await house.made(who, clusterId, { name });
    const failed = await house.becomes(who, id, { phase: 'Failed', reason: 'namespace_taken', deadline_at: null });
    expect(failed.message).toContain(name);
    expect((await house.object(core(name))).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(await phasesOf(id)).toEqual(['Pending', 'Provisioning', 'Failed']);
    // Nor when it is deleted: only what is ours goes.
    const { status } = await house.call(who, 'DELETE', one(id));
    expect(status).toBe(202);
    await house.isGone(who, id);
    expect((await house.object(core(name))).metadata.uid).toBe(before.metadata.uid);
  });

  test('and then deletes: retry makes ours', async () => {
    await newTenant();
    const name = someName();
    await house.namespace(name);
    const { id } = await house.made(who, clusterId, { name });
    await house.becomes(who, id, { phase: 'Failed', reason: 'namespace_taken' });
    const { metadata } = await house.object(core(name));
    await house.admin.delete(core(name), { uid: metadata.uid });
    await eventually(async () => expect(await house.object(core(name))).toBeUndefined());
    expect((await retry(id)).phase).toBe('Updating');
    await house.becomes(who, id, { phase: 'Ready' });
    expect((await house.told('cloudspace.ready', id)).length).toBe(1);
  });
});

test('a quota below what is used: quota_too_small with the figures, and Ready once it fits', async () => {
  await newTenant();
  const made = await house.made(who, clusterId);
  const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
  for (const name of ['a', 'b', 'c'])
    await house.admin.create(`${core(namespace)}/pods`, {
      metadata: { name },
      spec: {
        nodeSelector: { 'example.test/none': 'such' },
        containers: [{ name: 'web', image: 'example.test/web', resources: { requests: { cpu: '500m' } } }],
      },
    });
  await house.call(who, 'PATCH', one(id), { quota: { pods: 2, cpu: '1' } });
  const { message } = await house.becomes(who, id, { phase: 'Failed', reason: 'quota_too_small' });
  expect(message).toContain('1500m of CPU where the quota allows 1');
  expect(message).toContain('3 of pods where the quota allows 2');
  await house.call(who, 'PATCH', one(id), { quota: { pods: 3, cpu: '1500m' } });
  await house.becomes(who, id, { phase: 'Ready', reason: 'ready' });
});

test("an object that a policy refuses: admission_denied at once, in the API server's words", async () => {
  await newTenant();
  const name = someName();
  const policies = '/apis/admissionregistration.k8s.io/v1';
  const expression = `!request.namespace.startsWith("${name}")`;
  const made: string[] = [];
  const make = async (collection: string, object: object) => {
    await house.admin.create(`${policies}/${collection}`, object);
    made.push(`${policies}/${collection}/${name}`);
  };
  await make('validatingadmissionpolicies', {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['limitranges'], operations: ['CREATE'] }],
      },
      validations: [{ expression, message: 'no limits here, said the house' }],
    },
  });
  await make('validatingadmissionpolicybindings', {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  });
  try {
    await house.namespace(`${name}-x`);
    const tried = { metadata: { name: 'tried' }, spec: { limits: [] } };
    await eventually(async () => {
      const asked = house.admin.create(`${core(`${name}-x`)}/limitranges`, tried, { dryRun: true });
      await expect(asked).rejects.toThrow('said the house');
    });
    const { id } = await house.made(who, clusterId, { name });
    const failed = await house.becomes(who, id, { phase: 'Failed', reason: 'admission_denied' });
    expect(failed.message).toContain('no limits here, said the house');
    for (const path of made.splice(0).toReversed()) {
      const { metadata } = await house.object(path);
      await house.admin.delete(path, { uid: metadata.uid });
    }
    await eventually(async () => {
      // The API server knows the policy for a moment longer.
      await house.call(who, 'POST', `${one(id)}/retry`);
      await house.becomes(who, id, { phase: 'Ready' }, 2_000);
    });
  } finally {
    for (const path of made) {
      const { metadata } = await house.object(path);
      await house.admin.delete(path, { uid: metadata.uid });
    }
  }
});

describe('rights that are missing', () => {
  test('on the cluster: Pending says so, and after 5 min it has failed with rights_missing', async () => {
    who = await caller({}, house.clock);
    const { token } = await house.kube.serviceAccount(
      platformRights.filter(({ resource }) => resource !== 'rolebindings'),
    );
    const id = await house.registered(who, { deploy_access: withToken(token) });
    await house.platform.becomes(who, id, { phase: 'Ready', deployable: false, deploy_reason: 'rights_missing' });
    const made = await house.made(who, id);
    const waiting = await house.becomes(who, made.id, {
      phase: 'Pending',
      reason: 'waiting_for_cluster',
      message: expect.stringContaining('rolebindings'),
    });
    expect(Date.parse(waiting.deadline_at) - Date.parse(waiting.created_at)).toBe(5 * minute);
    house.clock.advance(5 * minute);
    const failed = await house.becomes(who, made.id, { phase: 'Failed', reason: 'rights_missing' });
    expect(failed.message).toContain('rolebindings');
    expect(await phasesOf(made.id)).toEqual(['Pending', 'Failed']);
  });

  test('in the namespace: tried for 2 min, then rights_missing names the right; with it, retry makes it Ready', async () => {
    who = await caller({}, house.clock);
    const account = await house.kube.serviceAccount(platformRights);
    const id = await house.registered(who, { deploy_access: withToken(account.token) });
    await house.platform.becomes(who, id, { phase: 'Ready', deployable: true });
    await account.setRights(
      platformRights.filter(({ resource, verb }) => resource !== 'rolebindings' || verb === 'get'),
    );
    const made = await house.made(who, id);
    await house.becomes(who, made.id, { phase: 'Provisioning', reason: 'applying' });
    await eventually(async () => expect(await house.object(core(made.namespace))).toBeDefined());
    house.clock.advance(2 * minute);
    const failed = await house.becomes(who, made.id, { phase: 'Failed', reason: 'rights_missing' });
    expect(failed.message).toContain('cannot create resource "rolebindings"');
    await account.setRights(platformRights);
    await retry(made.id);
    await house.becomes(who, made.id, { phase: 'Ready' });
  });
});

describe('a cluster that does not answer', () => {
  test('from the first: cluster_unreachable after 5 min; nothing was sent, so it can be deleted at once', async () => {
    who = await caller({}, house.clock);
    const { body } = await house.platform.register(who, { name: 'nobody', ...nobody });
    const made = await house.made(who, body.id);
    await house.becomes(who, made.id, { phase: 'Pending', message: expect.stringContaining('Cluster nobody is') });
    house.clock.advance(5 * minute);
    const failed = await house.becomes(who, made.id, { phase: 'Failed', reason: 'cluster_unreachable' });
    expect(failed.message).toContain('Cluster nobody is');
    expect((await house.call(who, 'DELETE', one(made.id))).status).toBe(202);
    await house.isGone(who, made.id);
    expect((await phasesOf(made.id)).slice(-2)).toEqual(['Deleting', 'Gone']);
  });

  test('halfway: cluster_unreachable after 2 min, Ready by retry once it is back; deleting takes it too', async () => {
    who = await caller({}, house.clock);
    const relay = await relayBefore(house.kube.access);
    relays.push(relay);
    const account = await house.kube.serviceAccount(platformRights);
    const access = { ...withToken(account.token), server: relay.access.server };
    const id = await house.registered(who, { deploy_access: access });
    await house.platform.becomes(who, id, { phase: 'Ready', deployable: true });
    await relay.close();
    const made = await house.made(who, id);
    await house.becomes(who, made.id, { phase: 'Provisioning' });
    house.clock.advance(2 * minute);
    await house.becomes(who, made.id, { phase: 'Failed', reason: 'cluster_unreachable' });
    await relay.reopen();
    await retry(made.id);
    await house.becomes(who, made.id, { phase: 'Ready' });
    await relay.close();
    expect((await house.call(who, 'DELETE', one(made.id))).body.phase).toBe('Deleting');
    house.clock.advance(10 * minute);
    await house.becomes(who, made.id, { phase: 'Failed', reason: 'cluster_unreachable' });
    await relay.reopen();
    expect((await retry(made.id)).phase).toBe('Deleting');
    await house.isGone(who, made.id);
    expect(await house.object(core(made.namespace))).toBeUndefined();
  });
});

describe('a namespace that is deleted by hand', () => {
  test('is noticed within 10 min: namespace_gone; retry makes it again, which is no news to the world', async () => {
    await newTenant();
    const made = await house.made(who, clusterId);
    const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
    const { metadata } = await house.object(core(namespace));
    await house.admin.delete(core(namespace), { uid: metadata.uid });
    await eventually(async () => expect(await house.object(core(namespace))).toBeUndefined());
    house.clock.advance(10 * minute);
    await house.becomes(who, id, { phase: 'Failed', reason: 'namespace_gone' });
    await retry(id);
    await house.becomes(who, id, { phase: 'Ready' });
    expect((await house.object(core(namespace))).metadata.labels['wheelhouse.dev/cloudspace']).toBe(id);
    expect((await house.told('cloudspace.ready', id)).length).toBe(1);
  });

  test('stays Ready while nothing can be asked', async () => {
    who = await caller({}, house.clock);
    const relay = await relayBefore(house.kube.access);
    relays.push(relay);
    const account = await house.kube.serviceAccount(platformRights);
    const access = { ...withToken(account.token), server: relay.access.server };
    const cluster = await house.registered(who, { deploy_access: access });
    await house.platform.becomes(who, cluster, { deployable: true });
    const { id } = await house.made(who, cluster);
    const { updated_at: since } = await house.becomes(who, id, { phase: 'Ready' });
    await relay.close();
    house.clock.advance(10 * minute);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await house.call(who, 'GET', one(id))).body).toMatchObject({ phase: 'Ready', updated_at: since });
    await relay.reopen();
  });
});

test('other credentials get their role in every CloudSpace of the cluster', async () => {
  await newTenant();
  const made = await house.made(who, clusterId);
  const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
  const account = await house.kube.serviceAccount(platformRights);
  const { status } = await house.call(who, 'PATCH', `/api/v1/clusters/${clusterId}`, {
    deploy_access: withToken(account.token),
  });
  expect(status).toBe(200);
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings/wheelhouse-cloudspace`;
  await eventually(async () => {
    const { subjects } = await house.object(path);
    expect(subjects).toMatchObject([{ kind: 'ServiceAccount', namespace: 'default' }]);
  });
  await house.becomes(who, id, { phase: 'Ready' });
  expect((await phasesOf(id)).slice(-2)).toEqual(['Updating', 'Ready']);
});

describe('deleting', () => {
  test('takes the namespace with it, and then it is gone', async () => {
    await newTenant();
    const made = await house.made(who, clusterId);
    await house.becomes(who, made.id, { phase: 'Ready' });
    const { status, body } = await house.call(who, 'DELETE', one(made.id));
    expect([status, body.phase, body.reason]).toEqual([202, 'Deleting', 'deleting']);
    await house.isGone(who, made.id);
    expect(await house.object(core(made.namespace))).toBeUndefined();
    expect((await phasesOf(made.id)).slice(-3)).toEqual(['Ready', 'Deleting', 'Gone']);
    // Its name is free again.
    const again = await house.made(who, clusterId, { name: made.name });
    await house.becomes(who, again.id, { phase: 'Ready' });
  });

  test('fails after 10 min on a finalizer, which it names; removed, a retry ends it', async () => {
    await newTenant();
    const made = await house.made(who, clusterId);
    const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
    const path = `${core(namespace)}/configmaps`;
    await house.admin.create(path, { metadata: { name: 'held', finalizers: ['example.test/held'] } });
    await house.call(who, 'DELETE', one(id));
    await eventually(async () => {
      const { status } = await house.object(core(namespace));
      expect(JSON.stringify(status)).toContain('example.test/held');
    });
    house.clock.advance(10 * minute);
    const failed = await house.becomes(who, id, { phase: 'Failed', reason: 'stuck_terminating' });
    expect(failed.message).toContain('example.test/held');
    expect(failed.message).toContain('configmaps');
    // It is being deleted for good: nothing of it can be changed.
    const patched = await house.call(who, 'PATCH', one(id), { quota: null });
    expect([patched.status, patched.body.error.code]).toEqual([409, 'invalid_state']);
    await house.admin.patch(`${path}/held`, { metadata: { finalizers: null } });
    expect((await house.call(who, 'DELETE', one(id))).body.phase).toBe('Deleting');
    await house.isGone(who, id);
  });
});
