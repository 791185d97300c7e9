import { incidentsModule } from '@wheelhouse/incidents';
import {
  type Caller,
  caller,
  eventually,
  type Kube,
  makeNamespace,
  type Namespace,
  openKube,
  reservedTaint,
} from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonitorHouse, startMonitor } from '../../services/k8s-monitor/test/house.ts';
import { breakFault, fixFault } from '../demo/change.ts';
import { faultsIn } from '../demo/faults.ts';
import type { Api } from '../engines/clusters/api.ts';
import { kube as cluster } from '../engines/clusters/cluster.ts';
import { apiOf } from '../engines/clusters/engine-api.ts';
import { openHome } from '../engines/runtime/home.ts';
import { branchNode, workloads } from '../seed/workloads.ts';

/** What the demo breaks, and the incidents that come of it, on a node and in a namespace of the test's own. */
let house: MonitorHouse;
let kube: Kube;
let api: Api;
let namespace: Namespace;
let node = '';
/** The incident of a node lives on and takes what happens on that node alone: the bad release has its own. */
let otherNode = '';
let who: Caller;

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: object } };
}

beforeAll(async () => {
  [house, api] = await Promise.all([startMonitor({}, [incidentsModule]), apiOf(await openHome(), cluster)]);
  kube = openKube();
  [namespace, node, otherNode] = await Promise.all([
    makeNamespace(kube.client),
    kube.reservedNode(),
    kube.reservedNode(),
  ]);
  const made = (workloads(() => namespace.name) as readonly Made[]).filter(
    ({ kind, metadata: { name } }) => kind === 'Deployment' && (name === 'cart' || name.startsWith('till-')),
  );
  for (const one of made) await kube.client.create(deployments(), placed(one));
  who = await caller();
  const clusterId = await house.register(who, { kubeconfig: kube.kubeconfig });
  await house.observed(who, clusterId);
  await availableWorkloads(made.length);
});
afterAll(async () => {
  await namespace?.remove();
  await kube?.close();
  api?.close();
  await house?.stop();
});

const deployments = () => `/apis/apps/v1/namespaces/${namespace.name}/deployments`;

const availableWorkloads = (count: number) =>
  eventually(async () => {
    const { body } = await house.call(who, 'GET', `/api/v1/workloads?namespace=${namespace.name}&limit=100`);
    const available = body.data.filter((one: { readonly available: number }) => one.available > 0);
    expect(available).toHaveLength(count);
  });

/** Where nobody else's pods run. */
function placed(object: Made): Made {
  const { template } = object.spec;
  const host = object.metadata.name === 'cart' ? otherNode : node;
  const pods = {
    ...template.spec,
    nodeSelector: { 'kubernetes.io/hostname': host },
    tolerations: [{ ...reservedTaint, operator: 'Exists' }],
  };
  return { ...object, spec: { ...object.spec, template: { ...template, spec: pods } } };
}

interface Incident {
  readonly id: string;
  readonly title: string;
  readonly object: { readonly kind: string; readonly name: string } | null;
  readonly affected: readonly { readonly name: string }[];
  readonly firing: number;
}

const ask = async (path: string) => {
  const answer = await house.call(who, 'GET', path, { module: 'incidents' });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

/** Others break things in this cluster too. */
async function incidentsOf(name: string): Promise<readonly Incident[]> {
  const { data } = await ask('/api/v1/incidents?limit=200');
  return (data as readonly Incident[]).filter(({ object }) => object?.name === name);
}

test('a node that is down takes a dozen workloads along, and is one incident with all of them in it', async () => {
  const fault = { ...faultsIn()['node-down'], path: `/api/v1/nodes/${node}`, node };
  expect(faultsIn()['node-down'].path).toBe(`/api/v1/nodes/${branchNode}`);
  await breakFault(api, fault);
  await eventually(async () => {
    const [incident, ...others] = await incidentsOf(node);
    expect(others).toEqual([]);
    const tills = incident?.affected.filter(({ name }) => name.startsWith('till-')) ?? [];
    expect(tills).toHaveLength(12);
  }, 180_000);
  expect(await ask(`/api/v1/incidents?namespace=${namespace.name}`)).toMatchObject({ data: [], total: 0 });

  await fixFault(api, fault);
  await eventually(async () => expect(await incidentsOf(node)).toMatchObject([{ firing: 0 }]), 180_000);
});

test('a bad release is one incident, and its timeline has the release before the first crash', async () => {
  const fault = faultsIn(() => namespace.name).crash;
  await breakFault(api, fault);
  const entries = await eventually(async () => {
    const [incident, ...others] = await incidentsOf('cart');
    expect([incident?.title, others]).toEqual([`Deployment ${namespace.name}/cart is in a crash loop`, []]);
    const { data } = await ask(`/api/v1/incidents/${incident?.id}/timeline`);
    return data.toReversed() as readonly { readonly kind: string; readonly summary: string }[];
  }, 180_000);
  const release = entries.findIndex(({ summary }) =>
    summary.includes('image acme/cart:1.19.1 → acme/cart:1.20.0, by demo.'),
  );
  const crash = entries.findIndex(({ kind }) => kind === 'signal');
  expect([release >= 0, release < crash]).toEqual([true, true]);
  await fixFault(api, fault);
});
