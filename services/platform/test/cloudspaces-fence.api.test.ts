import { watchEffects } from '@wheelhouse/kit';
import { asOwner, type Caller, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CloudspaceHouse, cloudspaces, startCloudspaceHouse } from './cloudspaces-house.ts';

/** A worker that is stopped in the middle of its work, and woken when another has taken over. */
let house: CloudspaceHouse;
let who: Caller;
let clusterId = '';
/** Stops whoever is about to do this; undefined: nobody. */
let stopBefore: string | undefined;
let stopped = Promise.withResolvers<void>();
let wake = Promise.withResolvers<void>();
const seen: string[] = [];

beforeAll(async () => {
  watchEffects(async (moment, effect) => {
    if (moment === 'before') seen.push(effect);
    if (moment !== 'before' || effect !== stopBefore) return;
    stopBefore = undefined;
    stopped.resolve();
    await wake.promise;
  });
  house = await startCloudspaceHouse({ SWEEP_SECONDS: '1' });
  ({ who, clusterId } = await house.tenant());
});
afterAll(() => house.stop());

const path = (namespace: string) => `/api/v1/namespaces/${namespace}`;
const quotaPath = (namespace: string) => `${path(namespace)}/resourcequotas/wheelhouse`;

/** Another has its lease for a moment. What that one does meanwhile is for the test. */
const takeOver = (id: string, seconds: number) =>
  asOwner(house.platform.database.ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE platform.leases SET holder = 'another#1', token = token + 1,
         leased_until = clock_timestamp() + make_interval(secs => $2) WHERE target = $1`,
      [`cloudspace ${id}`, seconds],
    );
    expect(rowCount).toBe(1);
  });

const stopAt = (effect: string) => {
  stopped = Promise.withResolvers();
  wake = Promise.withResolvers();
  stopBefore = effect;
};

test('about to make the namespace: it is made once, and nothing is written after the lease is lost', async () => {
  stopAt('POST namespaces');
  const made = await house.made(who, clusterId);
  await stopped.promise;
  await takeOver(made.id, 2);
  await house.namespace(made.namespace, {
    'wheelhouse.dev/cloudspace': made.id,
    'pod-security.kubernetes.io/enforce': 'baseline',
  });
  const { metadata } = await house.object(path(made.namespace));
  seen.length = 0;
  wake.resolve();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(seen.filter((effect) => /^(POST|PATCH|APPLY|JSONPATCH|DELETE)/.test(effect))).toEqual([]);
  // And when the other is gone too, it is brought to its end.
  await house.becomes(who, made.id, { phase: 'Ready' });
  expect((await house.object(path(made.namespace))).metadata.uid).toBe(metadata.uid);
  expect((await house.told('cloudspace.ready', made.id)).length).toBe(1);
});

test('about to change the quota: what its successor has written stays', async () => {
  const made = await house.made(who, clusterId, { quota: { pods: 5 } });
  const { id, namespace } = await house.becomes(who, made.id, { phase: 'Ready' });
  await house.call(who, 'PATCH', `${cloudspaces}/${id}`, { quota: { pods: 6 } });
  await house.becomes(who, id, { phase: 'Ready' });
  stopAt('APPLY resourcequotas');
  await house.call(who, 'PATCH', `${cloudspaces}/${id}`, { quota: { pods: 7 } });
  await stopped.promise;
  await takeOver(id, 2);
  await house.admin.patch(quotaPath(namespace), { spec: { hard: { pods: '8' } } });
  wake.resolve();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await house.object(quotaPath(namespace))).spec.hard).toEqual({ pods: '8' });
  await house.becomes(who, id, { phase: 'Ready' });
  expect((await house.object(quotaPath(namespace))).spec.hard).toEqual({ pods: '7' });
});

test('changed while it is at work: what is asked for last is what comes of it', async () => {
  stopAt('POST limitranges');
  const made = await house.made(who, clusterId, { quota: { pods: 5 } });
  await stopped.promise;
  await house.call(who, 'PATCH', `${cloudspaces}/${made.id}`, { quota: { pods: 9 } });
  wake.resolve();
  const { namespace } = await house.becomes(who, made.id, { phase: 'Ready', quota: { pods: 9 } });
  expect((await house.object(quotaPath(namespace))).spec.hard).toEqual({ pods: '9' });
});

test('deleted while it is at work: it goes, and nothing of it is left', async () => {
  stopAt('POST rolebindings');
  const made = await house.made(who, clusterId);
  await stopped.promise;
  expect((await house.call(who, 'DELETE', `${cloudspaces}/${made.id}`)).body.phase).toBe('Deleting');
  wake.resolve();
  await house.isGone(who, made.id);
  await eventually(async () => expect(await house.object(path(made.namespace))).toBeUndefined());
});

const tombstones = (id: string) =>
  asOwner(house.platform.database.ownerUrl, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM platform.deleted_cloudspaces WHERE cloudspace_id = $1', [id]);
    return rows.length;
  });

test('its namespace made after it was deleted: it goes again, and one of an id that nobody knows stays', async () => {
  // The only CloudSpace of its cluster: that one was there is enough to look there again.
  const other = await house.tenant();
  const made = await house.made(other.who, other.clusterId);
  await house.becomes(other.who, made.id, { phase: 'Ready' });
  await house.call(other.who, 'DELETE', `${cloudspaces}/${made.id}`);
  await house.isGone(other.who, made.id);
  expect(await tombstones(made.id)).toBe(1);
  const stranger = `${made.namespace}-else`;
  await house.namespace(stranger, { 'wheelhouse.dev/cloudspace': crypto.randomUUID() });
  await house.namespace(made.namespace, { 'wheelhouse.dev/cloudspace': made.id });
  await eventually(async () => expect(await house.object(path(made.namespace))).toBeUndefined());
  expect((await house.object(path(stranger))).metadata.deletionTimestamp).toBeUndefined();
  // Kept for a week, in which others are deleted; and no longer than the cluster is.
  house.clock.advance(6 * 24 * 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await tombstones(made.id)).toBe(1);
  house.clock.advance(2 * 24 * 3_600_000);
  await eventually(async () => expect(await tombstones(made.id)).toBe(0));
});

test('of a cluster that is removed nothing is remembered', async () => {
  const other = await house.tenant();
  const made = await house.made(other.who, other.clusterId);
  await house.becomes(other.who, made.id, { phase: 'Ready' });
  await house.call(other.who, 'DELETE', `${cloudspaces}/${made.id}`);
  await house.isGone(other.who, made.id);
  expect(await tombstones(made.id)).toBe(1);
  expect((await house.call(other.who, 'DELETE', `/api/v1/clusters/${other.clusterId}`)).status).toBe(204);
  expect(await tombstones(made.id)).toBe(0);
});
