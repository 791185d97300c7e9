import { randomUUID } from 'node:crypto';
import {
  accessFromKubeconfig,
  type ClusterAccess,
  type ClusterClient,
  openCluster,
  resources,
} from '@wheelhouse/kubernetes';
import { adminKubeconfig, type KubeSetting } from './admin-access.ts';
import { eventually } from './eventually.ts';
import { deploymentNamed, namespaceNamed, nodeNamed, reservedTaint, usualPods } from './kube-objects.ts';
import { type GrantedRight, makeServiceAccount, type ServiceAccount } from './service-account.ts';

/** A real cluster seen by its admin, who makes what the tests look for. Clusters are shared: only what was made here is theirs. */
export interface Kube {
  readonly client: ClusterClient;
  readonly access: ClusterAccess;
  /** As it is registered at platform. */
  readonly kubeconfig: string;
  /** A node of KWOK's that is ready, with a name of its own unless one is given; answers it. */
  readonly node: (name?: string) => Promise<string>;
  /** The same, on which nobody's pods run but those that are made for it. */
  readonly reservedNode: (pods?: number) => Promise<string>;
  readonly cordon: (node: string, isCordoned: boolean) => Promise<void>;
  /** Has it behave so; null heals it. Resolves when the API server has it. */
  readonly behave: (node: string, behaviour: 'not-ready' | null) => Promise<void>;
  /** A Deployment in a namespace of its own, with all its pods available, on a node on which nobody else's run. */
  readonly deployment: (replicas: number, more?: DeploymentMore) => Promise<DeploymentMade>;
  /** Of one Deployment's namespace: those that are not being deleted. */
  readonly pods: (namespace: string) => Promise<readonly PodObject[]>;
  /** With these rights and no others. */
  readonly serviceAccount: (rights: readonly GrantedRight[]) => Promise<ServiceAccount>;
  /** Removes what was made. */
  readonly close: () => Promise<void>;
}

export interface DeploymentMore {
  /** Into this one of them instead. */
  readonly namespace?: string;
  readonly graceSeconds?: number;
  /** Its pods run on this one, of those reserved. */
  readonly node?: string;
  /** Of its pods: how they behave. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Merged into its spec. */
  readonly spec?: object;
}

export interface DeploymentMade {
  readonly namespace: string;
  readonly name: string;
}

export interface PodObject {
  readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface DeploymentObject {
  readonly status?: { readonly availableReplicas?: number; readonly observedGeneration?: number };
}

interface Condition {
  readonly type: string;
  readonly status: string;
}
interface NodeObject {
  readonly metadata: { readonly uid: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export function openKube(setting?: KubeSetting): Kube {
  const kubeconfig = adminKubeconfig(setting);
  const access = accessFromKubeconfig(kubeconfig);
  const client = openCluster(access, { userAgent: 'wheelhouse-test' });
  const made: string[] = [];
  const pathOf = (node: string) => `${resources.nodes}/${node}`;
  const make = async (collection: string, object: { readonly metadata: { readonly name: string } }) => {
    await client.create(collection, object);
    made.push(`${collection}/${object.metadata.name}`);
  };
  const addNode = async (name: string, taints: readonly object[] = [], pods = usualPods) => {
    await make(resources.nodes, nodeNamed(name, taints, pods));
    await eventually(() => readyIs(name, 'True'));
    return name;
  };
  const reservedNode = (pods?: number) => addNode(`test-${randomUUID()}`, [reservedTaint], pods);
  let reserved: Promise<string> | undefined;
  const readyIs = async (node: string, status: string) => {
    const { status: told } = await client.get<NodeObject>(pathOf(node));
    const is = told?.conditions?.find(({ type }) => type === 'Ready')?.status;
    if (is !== status) throw new Error(`node ${node}: Ready is ${is}, not ${status}`);
  };
  return {
    client,
    access,
    kubeconfig,
    node: (name = `test-${randomUUID()}`) => addNode(name),
    reservedNode,
    cordon: async (node, isCordoned) => {
      await client.patch(pathOf(node), { spec: { unschedulable: isCordoned } });
    },
    behave: async (node, behaviour) => {
      await client.patch(pathOf(node), { metadata: { annotations: { 'wheelhouse.dev/behaviour': behaviour } } });
      await eventually(() => readyIs(node, behaviour === null ? 'True' : 'False'));
    },
    deployment: async (replicas, more = {}) => {
      const { namespace: given, graceSeconds = 0, annotations = {}, spec = {} } = more;
      const name = `test-${randomUUID()}`;
      const namespace = given ?? name;
      if (more.node === undefined) reserved ??= reservedNode();
      const node = more.node ?? (await reserved) ?? '';
      if (given === undefined) await make('/api/v1/namespaces', namespaceNamed(name));
      const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
      await client.create(path, deploymentNamed(name, node, { replicas, graceSeconds, annotations, spec }));
      await eventually(async () => {
        const { status } = await client.get<DeploymentObject>(`${path}/${name}`);
        const { availableReplicas = 0, observedGeneration } = status ?? {};
        if (observedGeneration === undefined || availableReplicas !== replicas)
          throw new Error(`Deployment ${name}: ${availableReplicas} of ${replicas} pods are available`);
      });
      return { namespace, name };
    },
    pods: async (namespace) => {
      const { items } = await client.get<{ items: readonly PodObject[] }>(`/api/v1/namespaces/${namespace}/pods`);
      return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    },
    serviceAccount: (rights) => makeServiceAccount(client, make, rights),
    close: async () => {
      for (const path of made.toReversed()) {
        const { metadata } = await client.get<NodeObject>(path);
        await client.delete(path, { uid: metadata.uid });
      }
      await client.close();
    },
  };
}
