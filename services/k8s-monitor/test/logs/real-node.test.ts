import {
  type Caller,
  caller,
  engineSetting,
  eventually,
  type Kube,
  makeNamespace,
  type Namespace,
  openKube,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeTaint } from '../../../../dev/engines/node/machine.ts';
import { counters, flaws, Followed } from '../../../platform/test/logs/followed.ts';
import { kubeconfigOf, type MonitorHouse, startMonitor } from '../house.ts';
import { page } from '../pages.ts';

/** Logs of a workload that was deployed by kubectl alone, whose pods truly run. */
let house: MonitorHouse;
let kube: Kube;
let space: Namespace;
let anna: Caller;

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  anna = await caller();
  space = await makeNamespace(kube.client);
  const cluster = await house.register(anna, { kubeconfig: kubeconfigOf('KUBECONFIG') });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await space.remove();
  await kube.close();
});

const pathOf = (name: string) => `/api/v1/workloads/Deployment/${space.name}/${name}`;
const opened = (name: string, query = '', given: Parameters<typeof Followed.open>[2] = {}) =>
  Followed.open(`${house.addresses['k8s-monitor']}${pathOf(name)}/logs${query}`, anna, given);

interface Deployed {
  readonly replicas: number;
  readonly env: Readonly<Record<string, string>>;
  /** Beside the one whose log is read. */
  readonly sidecar?: boolean;
}

async function deployed(name: string, { replicas, env, sidecar = false }: Deployed): Promise<void> {
  const container = (called: string, variables: Readonly<Record<string, string>>) => ({
    name: called,
    image: engineSetting('TEST_IMAGE'),
    env: Object.entries(variables).map(([variable, value]) => ({ name: variable, value })),
  });
  // A sidecar that comes first by its name, as the kubelet reports them.
  const beside = sidecar ? [container('aside', { PORT: '9090', LINES_PER_SECOND: '1' })] : [];
  await kube.client.create(`/apis/apps/v1/namespaces/${space.name}/deployments`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          nodeSelector: { [nodeTaint]: 'true' },
          tolerations: [{ key: nodeTaint, operator: 'Exists' }],
          terminationGracePeriodSeconds: 1,
          containers: [container('web', env), ...beside],
        },
      },
    },
  });
}

test('all its pods are followed, one that is replaced too; no line is lost or told twice', async () => {
  await deployed('three', { replicas: 3, env: { LINES_PER_SECOND: '50' }, sidecar: true });
  await page(() => house.call(anna, 'GET', pathOf('three')), { ready: 3 }, 60_000);
  const followed = await opened('three');
  await followed.until(() => counters(followed.lines).size === 3);
  const shown = { revision: null, ready: true, followed: true };
  expect(followed.events[0]).toMatchObject({ event: 'snapshot', data: { pods: [shown, shown, shown] } });
  const { body } = await house.call(anna, 'GET', pathOf('three'));
  const name: string = body.pods[0].name;
  const { metadata } = await kube.client.get<{ metadata: { uid: string } }>(`${space.path}/pods/${name}`);
  await kube.client.delete(`${space.path}/pods/${name}`, { uid: metadata.uid });
  await followed.until(() => followed.of('pod_left').length === 1 && followed.of('pod_joined').length === 1);
  const joined = followed.of('pod_joined')[0]?.data;
  await followed.until(() => (counters(followed.lines).get(joined.pod)?.length ?? 0) > 50);
  const { lastId } = followed;
  await followed.close();
  expect(followed.of('pod_left')[0]?.data).toEqual({ pod: name, reason: 'deleted' });
  expect(flaws(followed.lines)).toEqual([]);
  const resumed = await opened('three', '', { after: lastId });
  await resumed.until(() => resumed.lines.length > 100);
  await resumed.close();
  expect(flaws([...followed.lines, ...resumed.lines])).toEqual([]);
});

test('one pod, one container, lines that contain a text, and an end when all is told', async () => {
  await deployed('chosen', { replicas: 2, env: { LINES_PER_SECOND: '20' }, sidecar: true });
  const { pods } = await page(() => house.call(anna, 'GET', pathOf('chosen')), { ready: 2 }, 60_000);
  const followed = await opened('chosen', `?pod=${pods[0].name}&q=LINE&follow=false&tail=10`);
  await followed.ended;
  expect(followed.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'complete' } });
  expect(new Set(followed.lines.map(({ pod }) => pod))).toEqual(new Set([pods[0].name]));
  expect(followed.lines.length).toBeGreaterThan(0);
  const aside = await opened('chosen', '?container=aside&follow=false');
  await aside.ended;
  expect(aside.lines.length).toBeGreaterThan(0);
});

test('that it was deleted ends the stream', async () => {
  await deployed('going', { replicas: 1, env: { LINES_PER_SECOND: '5' } });
  await page(() => house.call(anna, 'GET', pathOf('going')), { ready: 1 }, 60_000);
  await eventually(async () =>
    expect((await house.call(anna, 'GET', `/api/v1/workloads?namespace=${space.name}&q=going`)).body.total).toBe(1),
  );
  const followed = await opened('going');
  await followed.until(() => followed.lines.length > 0);
  const path = `/apis/apps/v1/namespaces/${space.name}/deployments/going`;
  const { metadata } = await kube.client.get<{ metadata: { uid: string } }>(path);
  await kube.client.delete(path, { uid: metadata.uid });
  await followed.ended;
  expect(followed.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'workload_deleted' } });
});
