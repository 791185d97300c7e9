import { actionAgentModule } from '@wheelhouse/action-agent';
import { agentAnalysisModule } from '@wheelhouse/agent-analysis';
import { agentObservabilityModule } from '@wheelhouse/agent-observability';
import { type BuiltInRuleName, ruleActions } from '@wheelhouse/contracts';
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

/** What the demo breaks, the incidents that come of it, and what is concluded: on nodes and in a namespace of the test's own. */
let house: MonitorHouse;
let kube: Kube;
let api: Api;
let namespace: Namespace;
let node = '';
/** The incident of a node lives on and takes what happens on that node alone: the bad release has its own. */
let otherNode = '';
/** Nothing runs on these. */
let forgotten = '';
let failing = '';
let who: Caller;
let clusterId = '';

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template: { readonly spec: object } };
}

const ofShop: readonly string[] = ['cart', 'checkout', 'catalog', 'ledger', 'search'];

beforeAll(async () => {
  // Nobody acts here.
  const { workers: _, ...asked } = actionAgentModule;
  const besides = [asked, incidentsModule, agentObservabilityModule, agentAnalysisModule];
  [house, api] = await Promise.all([startMonitor({}, besides), apiOf(await openHome(), cluster)]);
  kube = openKube();
  // One that joins while it is watched is not ready at first.
  [namespace, node, otherNode, forgotten, failing] = await Promise.all([
    makeNamespace(kube.client),
    kube.reservedNode(),
    kube.reservedNode(),
    kube.reservedNode(),
    kube.reservedNode(),
  ]);
  const made = (workloads(() => namespace.name) as readonly Made[]).filter(
    ({ kind, metadata: { name } }) => kind === 'Deployment' && (ofShop.includes(name) || name.startsWith('till-')),
  );
  for (const one of made) await kube.client.create(deployments(), placed(one));
  who = await caller();
  clusterId = await house.register(who, { kubeconfig: kube.kubeconfig });
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
  const host = ofShop.includes(object.metadata.name) ? otherNode : node;
  const pods = {
    ...template.spec,
    nodeSelector: { 'kubernetes.io/hostname': host },
    tolerations: [{ ...reservedTaint, operator: 'Exists' }],
  };
  return { ...object, spec: { ...object.spec, template: { ...template, spec: pods } } };
}

interface Pods {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
    readonly status?: {
      readonly conditions?: readonly {
        readonly type: string;
        readonly status: string;
        readonly lastTransitionTime: string;
      }[];
    };
  }[];
}

/** Its pods that are not, and since when. */
async function notReady(deployment: string) {
  const { items } = await kube.client.get<Pods>(`/api/v1/namespaces/${namespace.name}/pods`);
  return items.flatMap(({ metadata, status }) => {
    if (metadata.labels['app.kubernetes.io/name'] !== deployment) return [];
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    return ready?.status === 'True' ? [] : [{ name: metadata.name, since: ready?.lastTransitionTime }];
  });
}

interface Incident {
  readonly id: string;
  readonly title: string;
  readonly object: { readonly kind: string; readonly namespace: string | null; readonly name: string } | null;
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
  return (data as readonly Incident[]).filter(
    ({ object }) => object?.name === name && [null, namespace.name].includes(object.namespace),
  );
}

/** What is concluded of the incident about an object, for as long as it is looked into. */
const concluded = (name: string, conclusion: 'action_proposed' | 'suggestion', rule: BuiltInRuleName) =>
  eventually(async () => {
    const [incident] = await incidentsOf(name);
    const path = `/api/v1/analyses?incident_id=${incident?.id}&status=concluded`;
    const { body } = await house.call(who, 'GET', path, { module: 'agent-analysis' });
    const told = body.data.map(
      (one: { readonly conclusion: string; readonly rule: string; readonly summary: string }) =>
        [one.conclusion, one.rule, one.summary].join(' '),
    );
    expect(told.join('\n')).toContain(`${conclusion} ${rule} `);
  }, 180_000);

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
  await concluded('cart', 'suggestion', 'bad_rollout');
  await fixFault(api, fault);
});

test('one pod of several that is not ready, or held back after crashes, and a rollout that stalls have conclusions of their own', async () => {
  const { wedged, 'crash-stale': crashed, oom: killed, rollout } = faultsIn(() => namespace.name);
  const cases = [
    { fault: crashed, name: crashed.deployment, title: 'is in a crash loop', rule: 'stale_crash_loop' },
    { fault: killed, name: killed.deployment, title: 'is in a crash loop', rule: 'out_of_memory' },
    { fault: wedged, name: wedged.deployment, title: 'has too few replicas', rule: 'wedged_pod' },
    { fault: rollout, name: 'search', title: 'has too few replicas', rule: 'bad_rollout' },
  ] as const;
  for (const { fault } of cases) {
    await breakFault(api, fault);
    await breakFault(api, fault);
  }
  for (const { deployment } of [crashed, killed, wedged]) {
    const [pod, ...others] = await notReady(deployment);
    expect(others).toEqual([]);
    expect(Date.parse(pod?.since ?? '')).toBeLessThan(Date.now() - 5 * 60_000);
  }
  for (const { name, title, rule } of cases) {
    await eventually(async () => {
      const [incident, ...more] = await incidentsOf(name);
      expect([incident?.title, more]).toEqual([`Deployment ${namespace.name}/${name} ${title}`, []]);
    }, 180_000);
    await concluded(name, ruleActions[rule] === undefined ? 'suggestion' : 'action_proposed', rule);
  }
  for (const { fault } of cases) await fixFault(api, fault);
  for (const { name } of cases) {
    await eventually(async () => expect(await notReady(name)).toEqual([]), 180_000);
    await eventually(async () => expect(await incidentsOf(name)).toMatchObject([{ firing: 0 }]), 180_000);
  }
});

test('a node that was cordoned a day ago, and one that has long been short of memory, are incidents', async () => {
  const { cordon, node: short } = faultsIn();
  const [mark] = (cordon.broken as { spec: { taints: readonly object[] } }).spec.taints;
  const taints = [mark, { ...reservedTaint }];
  await breakFault(api, {
    ...cordon,
    path: `/api/v1/nodes/${forgotten}`,
    broken: { spec: { unschedulable: true, taints } },
  });
  await breakFault(api, { ...short, path: `/api/v1/nodes/${failing}` });
  await eventually(async () => {
    expect(await incidentsOf(forgotten)).toMatchObject([
      { title: `Node ${forgotten} has been cordoned for long`, firing: 1 },
    ]);
    expect(await incidentsOf(failing)).toMatchObject([{ title: `Node ${failing} is under pressure`, firing: 1 }]);
  }, 180_000);
  const read = async (name: string) =>
    (await house.call(who, 'GET', `/api/v1/nodes/${name}?cluster_id=${clusterId}`)).body;
  expect(Date.parse((await read(forgotten)).cordoned_since)).toBeLessThan(Date.now() - 24 * 3_600_000);
  await concluded(forgotten, 'action_proposed', 'forgotten_cordon');

  await fixFault(api, { ...cordon, path: `/api/v1/nodes/${forgotten}` });
  await fixFault(api, { ...short, path: `/api/v1/nodes/${failing}` });
  await eventually(async () => {
    expect(await incidentsOf(forgotten)).toMatchObject([{ firing: 0 }]);
    expect(await incidentsOf(failing)).toMatchObject([{ firing: 0 }]);
  }, 180_000);
});
