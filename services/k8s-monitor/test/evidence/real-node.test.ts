import { randomBytes } from 'node:crypto';
import type { Facts } from '@wheelhouse/contracts';
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
import { registeredRights } from '../../../platform/src/clusters/needed-rights.ts';
import { type MonitorHouse, startMonitor } from '../house.ts';

/** The last words of containers that truly crash. */
let house: MonitorHouse;
let kube: Kube;
let space: Namespace;
let agent: Caller;
let cluster: string;

beforeAll(async () => {
  house = await startMonitor();
  kube = openKube('KUBECONFIG');
  space = await makeNamespace(kube.client);
  const anna = await caller();
  agent = await caller({ kind: 'module', audience: 'k8s-monitor', tenant: anna.tenantId, scopes: [] });
  // All of them, the optional one too.
  const { token } = await kube.serviceAccount(registeredRights.filter(({ needed_by: by }) => by === 'k8s-monitor'));
  const { server, certificateAuthority } = kube.access;
  cluster = await house.register(anna, { server, certificate_authority: certificateAuthority, token });
  await house.observed(anna, cluster);
});
afterAll(async () => {
  await house.stop();
  await space.remove();
  await kube.close();
});

const evidenceOf = (kind: string, name: string) =>
  house.call(
    agent,
    'GET',
    `/internal/v1/evidence?cluster_id=${cluster}&kind=${kind}&namespace=${space.name}&name=${name}`,
  );

test('the last lines of at most three crashed pods are told, and no secret in them', async () => {
  const secret = randomBytes(12).toString('hex');
  // Told what to say, it says that and ends, and is started again.
  const said = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
  const container = {
    name: 'web',
    image: engineSetting('TEST_IMAGE'),
    args: [`${said}\ncannot dial postgres://shop:${secret}@db/shop\nthe end`],
  };
  await kube.client.create(`/apis/apps/v1/namespaces/${space.name}/deployments`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'telling' },
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: 'telling' } },
      template: {
        metadata: { labels: { app: 'telling' } },
        spec: {
          nodeSelector: { [nodeTaint]: 'true' },
          tolerations: [{ key: nodeTaint, operator: 'Exists' }],
          terminationGracePeriodSeconds: 1,
          containers: [container],
        },
      },
    },
  });
  const facts = await eventually(async () => {
    const { body } = await evidenceOf('Deployment', 'telling');
    const told = body as Facts;
    expect(told.not_visible).toEqual([]);
    expect(told.logs).toHaveLength(3);
    expect(told.pods.filter(({ waiting }) => waiting === 'CrashLoopBackOff')).toHaveLength(4);
    return told;
  }, 120_000);
  expect(new Set(facts.logs.map(({ pod }) => pod)).size).toBe(3);
  expect(JSON.stringify(facts)).not.toContain(secret);
  for (const { container: of, lines } of facts.logs) {
    expect([of, lines.length]).toEqual(['web', 50]);
    expect(lines.slice(-2)).toEqual(['cannot dial postgres://shop:[masked: url_password]@db/shop', 'the end']);
  }
  const { body } = await evidenceOf('Pod', facts.logs[0]?.pod ?? '');
  expect(body).toMatchObject({ exists: true, logs: [{ container: 'web', lines: facts.logs[0]?.lines }] });
});
