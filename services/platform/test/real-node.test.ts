import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, engineSetting, eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps, type AppsHouse, onRealNode, startApps } from './apps-house.ts';
import { pushImage } from './test-images.ts';

/** Apps whose pods truly run. */
let house: AppsHouse;

beforeAll(async () => {
  house = await startApps(async () => onRealNode);
});
afterAll(() => house.stop());

const image = () => engineSetting('TEST_IMAGE');
/** Small, so that several fit side by side. */
const resources = { cpu_request: '10m', memory_request: '32Mi' };

async function deployed(name: string, more: object): Promise<Answer['body']> {
  const { status, body } = await house.create({
    name,
    source: { type: 'image', image: image() },
    port: 8080,
    resources,
    health_check: { period_seconds: 1 },
    grace_seconds: 10,
    ...more,
  });
  expect(status).toBe(201);
  return house.appBecomes(body.id, { phase: 'Live', reachable: true });
}

const greetingOf = async (name: string) => {
  const { body } = await house.kube.client.proxyGet(house.cloudspace.namespace, name, 8080, '/');
  return body;
};

/** Asks it over and over, until stopped; answers what was not 200. */
function load(name: string) {
  const over = new AbortController();
  const faults: string[] = [];
  let answered = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      await house.kube.client.proxyGet(house.cloudspace.namespace, name, 8080, '/').then(
        ({ status }) => (status === 200 ? (answered += 1) : faults.push(`answered ${status}`)),
        (error: unknown) => faults.push(String(error)),
      );
      await wait(20);
    }
  })();
  return async () => {
    over.abort();
    await asking;
    return { faults, answered };
  };
}

test.concurrent('an app is deployed, is Live when it answers, and the answer is its own', async () => {
  const live = await deployed('hello', { env: { GREETING: 'hello from revision 1' } });
  expect(live.deployment.phases.map(({ phase }: { phase: string }) => phase)).toEqual([
    'Queued',
    'Syncing',
    'RollingOut',
    'Verifying',
    'Live',
  ]);
  expect(live).toMatchObject({ current_revision: 1, deployment: { digest: expect.stringMatching(/^sha256:/) } });
  expect(await greetingOf('hello')).toBe('hello from revision 1');
  const { body: state } = await house.ask('GET', `${apps}/${live.id}/deploy-status`);
  expect(state).toMatchObject({ phase: 'Live', gitops: 'Synced', ready_replicas: 1, reachable: true });
});

test.concurrent('a new version under load: no request fails', async () => {
  const { id } = await deployed('loaded', { replicas: 2, env: { GREETING: 'one' } });
  const stop = load('loaded');
  const changed = await house.ask('PATCH', `${apps}/${id}`, { env: { GREETING: 'two' } });
  expect(changed.status).toBe(202);
  await house.appBecomes(id, { phase: 'Live', current_revision: 2 }, 90_000);
  await eventually(async () => expect(await greetingOf('loaded')).toBe('two'));
  const { faults, answered } = await stop();
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(10);
});

test.concurrent('an image that is not there fails by name, while the former revision answers, and is rolled back', async () => {
  const { id } = await deployed('missing', { env: { GREETING: 'good' } });
  const stop = load('missing');
  await house.ask('PATCH', `${apps}/${id}`, { source: { type: 'image', image: `${image()}-missing` } });
  const failed = await eventually(async () => {
    const { body } = await house.ask('GET', `${apps}/${id}/deployments/2`);
    expect(['Failed', 'RolledBack']).toContain(body.phase);
    return body;
  }, 90_000);
  expect(failed).toMatchObject({ reason: 'image_pull_failed', rolled_back_to: 1 });
  expect(failed.message).toContain(`cannot pull ${image()}-missing: not found`);
  expect(failed.pods[0].name).toMatch(/^missing-/);
  await house.appBecomes(id, { phase: 'Live', current_revision: 3 });
  expect((await house.ask('GET', `${apps}/${id}/deployments/2`)).body.phase).toBe('RolledBack');
  const { faults } = await stop();
  expect(faults).toEqual([]);
  const told = await house.events('app.deploy_failed', house.clusterId);
  expect(told.filter(({ app_id }) => app_id === id)).toMatchObject([
    { revision: 2, reason: 'image_pull_failed', rolled_back_to: 1 },
  ]);
  // A failed pull is given a minute to mend.
});

test.concurrent('a version that crashes fails with its exit code and its last words', async () => {
  const { id } = await deployed('crashing', {});
  await house.ask('PATCH', `${apps}/${id}`, { env: { CRASH_AFTER: '100ms' } });
  const failed = await eventually(async () => {
    const { body } = await house.ask('GET', `${apps}/${id}/deployments/2`);
    expect(['Failed', 'RolledBack']).toContain(body.phase);
    return body;
  }, 120_000);
  expect(failed).toMatchObject({ reason: 'crash_loop', pods: [{ exit_code: 1 }] });
  expect(failed.pods[0].log_tail.join('\n')).toContain('crashed after 100ms');
});

test.concurrent('a rollback runs what the revision ran, although its tag was moved since', async () => {
  const tag = `moved-${randomUUID().slice(0, 8)}`;
  const first = await pushImage(tag, { GREETING: 'content of revision 1' });
  const { id } = await deployed('moved', { source: { type: 'image', image: first } });
  expect(await greetingOf('moved')).toBe('content of revision 1');
  await house.ask('PATCH', `${apps}/${id}`, { env: { GREETING: 'revision 2' } });
  await house.appBecomes(id, { phase: 'Live', current_revision: 2 });
  await pushImage(tag, { GREETING: 'content that the tag was moved to' });
  const asked = await house.ask('POST', `${apps}/${id}/rollback`, { revision: 1, reason: 'checkout broke' });
  expect(asked.status).toBe(202);
  await house.appBecomes(id, { phase: 'Live', current_revision: 3, pinned: { revision: 1, reason: 'checkout broke' } });
  await eventually(async () => expect(await greetingOf('moved')).toBe('content of revision 1'));
  const refused = await house.ask('PATCH', `${apps}/${id}`, { env: { GREETING: 'again' } });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  expect(refused.body.error.message).toContain(`pinned to revision 1 by user `);
});
