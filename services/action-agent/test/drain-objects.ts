import { randomUUID } from 'node:crypto';
import { eventually, type Kube, reservedTaint } from '@wheelhouse/testkit';

/** What drains are tried on. Nodes are of KWOK unless said otherwise, and keep off whatever does not name them. */

const tolerations = [{ ...reservedTaint, operator: 'Exists' }];
const pool = 'wheelhouse.dev/test-pool';

export interface Pool {
  readonly name: string;
  readonly namespace: string;
  readonly node: (more?: { readonly isKwok?: boolean }) => Promise<string>;
  readonly pod: (name: string, node: string, more?: PodMore) => Promise<void>;
  /** Its pods may go to every node of the pool. */
  readonly deployment: (name: string, replicas: number, more?: PodMore) => Promise<void>;
  readonly budget: (name: string, app: string, spec: object) => Promise<void>;
  /** Resolves when the budget allows so many. */
  readonly setBudget: (name: string, spec: object, allowed: number) => Promise<void>;
  readonly pods: () => Promise<readonly PodObject[]>;
  readonly patchPod: (name: string, patch: object) => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface PodMore {
  readonly app?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly tolerations?: readonly object[];
  readonly spec?: object;
}

export interface PodObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly namespace: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly { type: string; status: string }[] };
}

interface Uid {
  readonly metadata: { readonly uid: string };
}

export const isReady = ({ status }: PodObject) =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;

export async function makePool({ client }: Kube): Promise<Pool> {
  const name = `test-${randomUUID().slice(0, 8)}`;
  const nodes: string[] = [];
  await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const at = (kind: string) => `/api/v1/namespaces/${name}/${kind}`;
  const budgets = `/apis/policy/v1/namespaces/${name}/poddisruptionbudgets`;
  const podSpec = (more: PodMore) => ({
    containers: [{ name: 'web', image: 'web' }],
    tolerations: more.tolerations ?? tolerations,
    ...more.spec,
  });
  const meta = (app: string, { annotations, finalizers }: PodMore) => ({ labels: { app }, annotations, finalizers });
  const pods = async () => {
    const { items } = await client.get<{ items: readonly PodObject[] }>(at('pods'));
    return items;
  };
  const mustAllow = (budget: string, allowed: number) =>
    eventually(async () => {
      const { metadata, status } = await client.get<{
        metadata: { generation: number };
        status?: { observedGeneration?: number; disruptionsAllowed?: number };
      }>(`${budgets}/${budget}`);
      if (status?.observedGeneration !== metadata.generation || status.disruptionsAllowed !== allowed)
        throw new Error(`budget ${budget} allows ${status?.disruptionsAllowed}, not ${allowed}`);
    });
  return {
    name,
    namespace: name,
    node: async ({ isKwok = true } = {}) => {
      const node = `${name}-${nodes.length}`;
      const size = { cpu: '16', memory: '64Gi', pods: '110' };
      await client.create('/api/v1/nodes', {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: node, labels: { [pool]: name }, annotations: isKwok ? { 'kwok.x-k8s.io/node': 'fake' } : {} },
        spec: { taints: [reservedTaint] },
        status: { capacity: size, allocatable: size },
      });
      nodes.push(node);
      // KWOK takes no notice of pods that came before it knew their node.
      if (isKwok)
        await eventually(async () => {
          const { status } = await client.get<Pick<PodObject, 'status'>>(`/api/v1/nodes/${node}`);
          if (!status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'))
            throw new Error(`node ${node} is not ready`);
        });
      return node;
    },
    pod: async (pod, nodeName, more = {}) => {
      const metadata = { name: pod, ...meta(more.app ?? pod, more) };
      await client.create(at('pods'), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata,
        spec: { ...podSpec(more), nodeName },
      });
    },
    deployment: async (app, replicas, more = {}) => {
      await client.create(`/apis/apps/v1/namespaces/${name}/deployments`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: app },
        spec: {
          replicas,
          selector: { matchLabels: { app } },
          template: { metadata: meta(app, more), spec: { ...podSpec(more), nodeSelector: { [pool]: name } } },
        },
      });
    },
    budget: async (budget, app, spec) => {
      await client.create(budgets, {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: budget },
        spec: { selector: { matchLabels: { app } }, ...spec },
      });
    },
    setBudget: async (budget, spec, allowed) => {
      await client.patch(`${budgets}/${budget}`, { spec });
      await mustAllow(budget, allowed);
    },
    pods,
    patchPod: async (pod, patch) => {
      await client.patch(`${at('pods')}/${pod}`, patch);
    },
    remove: async () => {
      for (const { metadata } of await pods())
        await client.patch(`${at('pods')}/${metadata.name}`, { metadata: { finalizers: null } }).catch(() => undefined);
      for (const path of [`/api/v1/namespaces/${name}`, ...nodes.map((node) => `/api/v1/nodes/${node}`)]) {
        const found = await client.get<Uid>(path).catch(() => undefined);
        if (found !== undefined) await client.delete(path, { uid: found.metadata.uid });
      }
    },
  };
}

/** All of them, of these names or of all. */
export function allReady(made: Pool, count: number): Promise<void> {
  return eventually(async () => {
    const ready = (await made.pods()).filter(isReady);
    if (ready.length !== count) throw new Error(`${ready.length} of ${count} pods are ready`);
  });
}
