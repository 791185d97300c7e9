import { watchEffects } from '@wheelhouse/kit';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, type AppsHouse, onNode, startApps } from './apps-house.ts';

/** A worker that is stopped right before it removes something, and woken when another has taken over and wants it. */
let house: AppsHouse;
let stopBefore: string | undefined;
let stopped = Promise.withResolvers<void>();
let wake = Promise.withResolvers<void>();

beforeAll(async () => {
  watchEffects(async (moment, effect) => {
    if (moment !== 'before' || effect !== stopBefore) return;
    stopBefore = undefined;
    stopped.resolve();
    await wake.promise;
  });
  house = await startApps(async (kube) => onNode(await kube.reservedNode()), { SWEEP_SECONDS: '86400' });
});
afterAll(() => house.stop());

const stopAt = (effect: string) => {
  stopped = Promise.withResolvers();
  wake = Promise.withResolvers();
  stopBefore = effect;
};

/** Another has its lease for a moment. What that one does meanwhile is for the test. */
const takeOver = (id: string) =>
  asOwner(house.database.ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE platform.leases SET holder = 'another#1', token = token + 1,
         leased_until = clock_timestamp() + interval '2 seconds' WHERE target = $1`,
      [`app ${id}`],
    );
    expect(rowCount).toBe(1);
  });

async function isThere(path: string): Promise<boolean> {
  const { metadata } = await house.kube.client
    .get<{ metadata: { deletionTimestamp?: string } }>(path)
    .catch(() => ({ metadata: { deletionTimestamp: 'gone' } }));
  return metadata.deletionTimestamp === undefined;
}

/** As an apply of the revision that the successor deploys would: it is taken up, and is not as it was read any more. */
const takenUp = (path: string) =>
  house.kube.client.patch(path, { metadata: { annotations: { 'wheelhouse.dev/revision': '9' } } });

/** It is about to remove this, another takes over and takes it up, and it is woken: it must stay. */
async function staysWhenWoken(id: string, path: string): Promise<void> {
  await stopped.promise;
  await takeOver(id);
  await takenUp(path);
  wake.resolve();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await isThere(path)).toBe(true);
}

test('about to remove the Service that a later revision wants', async () => {
  const source = { type: 'image', image: 'web:1' };
  const { id } = (await house.create({ name: 'ported', source, port: 8080 })).body;
  await house.appBecomes(id, { phase: 'Verifying' });
  const path = `/api/v1/namespaces/${house.cloudspace.namespace}/services/ported`;
  stopAt('DELETE services');
  await house.ask('PATCH', `${apps}/${id}`, { port: null });
  await staysWhenWoken(id, path);
  // And when the other is gone too, it goes on.
  await eventually(async () => expect(await isThere(path)).toBe(false));
});

test('about to remove what a canceled first deployment left and the next one uses', async () => {
  const source = { type: 'image', image: 'web:1' };
  const { id } = (await house.create({ name: 'again', source, resources: { cpu_request: '1000' } })).body;
  await house.appBecomes(id, { phase: 'RollingOut' });
  const path = `/apis/apps/v1/namespaces/${house.cloudspace.namespace}/deployments/again`;
  stopAt('DELETE deployments');
  await house.ask('POST', `${apps}/${id}/cancel`);
  await staysWhenWoken(id, path);
  await eventually(async () => expect(await isThere(path)).toBe(false));
});
