import { randomUUID } from 'node:crypto';
import { accessFromKubeconfig, type ClusterClient, openCluster, resources } from '@wheelhouse/kubernetes';
import { eventually } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { kubeconfigOf, type KubeSetting } from './house.ts';

/** A real cluster seen by its admin, who makes what the tests look for. Clusters are shared: only what was made here is theirs. */
export interface Kube {
  readonly client: ClusterClient;
  readonly server: string;
  /** A node of KWOK's that is ready; answers its name. */
  readonly node: () => Promise<string>;
  readonly cordon: (node: string, isCordoned: boolean) => Promise<void>;
  /** Has it behave so; null heals it. Resolves when the API server has it. */
  readonly behave: (node: string, behaviour: 'not-ready' | null) => Promise<void>;
  /** A Deployment in a namespace of its own. */
  readonly deployment: (replicas: number) => Promise<{ readonly namespace: string; readonly name: string }>;
  /** Removes what was made. */
  readonly close: () => Promise<void>;
}

interface Condition {
  readonly type: string;
  readonly status: string;
}
interface NodeObject {
  readonly metadata: { readonly uid: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const size = { cpu: '16', memory: '64Gi', pods: '110', 'ephemeral-storage': '100Gi' };

export function openKube(setting: KubeSetting): Kube {
  const access = accessFromKubeconfig(kubeconfigOf(setting));
  const client = openCluster(access, { userAgent: 'k8s-monitor-test' });
  const made: string[] = [];
  const pathOf = (node: string) => `${resources.nodes}/${node}`;
  const make = async (collection: string, object: { readonly metadata: { readonly name: string } }) => {
    await client.create(collection, object);
    made.push(`${collection}/${object.metadata.name}`);
  };
  const readyIs = async (node: string, status: string) => {
    const { status: told } = await client.get<NodeObject>(pathOf(node));
    expect(told?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe(status);
  };
  return {
    client,
    server: access.server,
    node: async () => {
      const name = `monitor-test-${randomUUID()}`;
      await make(resources.nodes, nodeNamed(name));
      await eventually(() => readyIs(name, 'True'), 30_000);
      return name;
    },
    cordon: async (node, isCordoned) => {
      await client.patch(pathOf(node), { spec: { unschedulable: isCordoned } });
    },
    behave: async (node, behaviour) => {
      await client.patch(pathOf(node), { metadata: { annotations: { 'wheelhouse.dev/behaviour': behaviour } } });
      await eventually(() => readyIs(node, behaviour === null ? 'True' : 'False'), 30_000);
    },
    deployment: async (replicas) => {
      const name = `monitor-test-${randomUUID()}`;
      await make('/api/v1/namespaces', namespaceNamed(name));
      await client.create(`/apis/apps/v1/namespaces/${name}/deployments`, deploymentNamed(name, replicas));
      return { namespace: name, name };
    },
    close: async () => {
      for (const path of made.toReversed()) {
        const { metadata } = await client.get<NodeObject>(path);
        await client.delete(path, { uid: metadata.uid });
      }
      await client.close();
    },
  };
}

function nodeNamed(name: string) {
  const annotations = {
    'kwok.x-k8s.io/node': 'fake',
    'metrics.k8s.io/resource-metrics-path': `/metrics/nodes/${name}/metrics/resource`,
  };
  const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations },
    status: { capacity: size, allocatable: size },
  };
}

function namespaceNamed(name: string) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function deploymentNamed(name: string, replicas: number) {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'web' }], terminationGracePeriodSeconds: 0 },
      },
    },
  };
}
