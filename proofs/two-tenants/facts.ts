import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Api, apply } from '../../dev/engines/clusters/api.ts';
import { apiOf } from '../../dev/engines/clusters/engine-api.ts';
import { adminKubeconfig, type Cluster as Engine } from '../../dev/engines/clusters/cluster.ts';
import { nodeSize } from '../../dev/engines/clusters/fleet.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';

/** A control plane with things in it by which it is known wherever they are told of. */
export interface Plane {
  readonly name: Engine['name'];
  /** Of its administrator. */
  readonly kubeconfig: string;
  /** Begins the names of what only this one has. */
  readonly word: string;
  /** Something happens: there is one more node, and it is cordoned. */
  readonly change: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const nodes = '/api/v1/nodes';
const namespaces = '/api/v1/namespaces';
const [label, value] = ['wheelhouse.dev/proof', 'two-tenants'];
const labels = { [label]: value };

/** `twin` is the name of a node that every plane has. */
export async function markPlane(engine: Engine, twin: string, count: number): Promise<Plane> {
  const home = await openHome();
  const api = await apiOf(home, engine);
  // A run that was cut short has left its things.
  await removeMarks(api);
  const word = `mark-${randomBytes(5).toString('hex')}`;
  await apply(api, namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: word, labels } });
  await apply(api, `/apis/apps/v1/namespaces/${word}/deployments`, deployment(`${word}-web`));
  for (let index = 0; index < count; index += 1) await makeNode(api, `${word}-${index}`, true);
  await makeNode(api, twin, false);
  return {
    name: engine.name,
    kubeconfig: await readFile(adminKubeconfig(home, engine), 'utf8'),
    word,
    change: () => makeNode(api, `${word}-later`, true),
    remove: async () => {
      await removeMarks(api);
      api.close();
    },
  };
}

async function removeMarks(api: Api): Promise<void> {
  const selected = `?labelSelector=${encodeURIComponent(`${label}=${value}`)}`;
  await api.call('DELETE', `${nodes}${selected}`);
  const { text } = await api.call('GET', `${namespaces}${selected}`);
  const { items } = JSON.parse(text) as { items: readonly { readonly metadata: { readonly name: string } }[] };
  for (const { metadata } of items) await api.call('DELETE', `${namespaces}/${metadata.name}`);
}

async function makeNode(api: Api, name: string, isCordoned: boolean): Promise<void> {
  await apply(api, nodes, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { ...labels, 'kubernetes.io/hostname': name },
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
    },
    // Nobody else's pods come here: the node goes again soon.
    spec: { unschedulable: isCordoned, taints: [{ key: 'wheelhouse.dev/proof', effect: 'NoSchedule' }] },
    status: nodeSize,
  });
}

/** It never has the pod it wants: there is no such node. */
function deployment(name: string) {
  const app = { app: name };
  const containers = [{ name: 'c', image: 'c' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 1,
      selector: { matchLabels: app },
      template: { metadata: { labels: app }, spec: { containers, nodeSelector: { 'wheelhouse.dev/no-such': name } } },
    },
  };
}
