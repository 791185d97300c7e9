import { type Api, mustHave } from '../../dev/engines/clusters/api.ts';
import { type Kind, kinds, listPaths } from './kinds.ts';
import type { View } from './ledger.ts';

/** What the API server says there is, asked of it directly and past its cache. */
export interface FreshList {
  readonly view: View;
  /** The same as the monitor tells of it, one line each. */
  readonly nodes: readonly string[];
  readonly workloads: readonly string[];
}

interface Item {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly spec: { readonly unschedulable?: boolean; readonly replicas?: number };
}

export async function freshList(api: Api): Promise<FreshList> {
  const entries = await Promise.all(
    kinds.map(async (kind) => {
      const answer = await api.call('GET', listPaths[kind]);
      mustHave(answer, `listing ${kind}`);
      return [kind, (JSON.parse(answer.text) as { items: readonly Item[] }).items] as const;
    }),
  );
  const items = Object.fromEntries(entries) as Record<Kind, readonly Item[]>;
  const keyOf = ({ metadata: { namespace, name } }: Item) => (namespace === undefined ? name : `${namespace}/${name}`);
  const versions = (of: readonly Item[]) =>
    Object.fromEntries(of.map((item) => [keyOf(item), item.metadata.resourceVersion]));
  return {
    view: { nodes: versions(items.nodes), pods: versions(items.pods), deployments: versions(items.deployments) },
    nodes: items.nodes.map((item) => nodeLine(keyOf(item), item.metadata.uid, item.spec.unschedulable ?? false)),
    workloads: items.deployments.map((item) => workloadLine(keyOf(item), item.spec.replicas ?? 0)),
  };
}

export const nodeLine = (name: string, uid: string, cordoned: boolean) =>
  `${name} ${uid}${cordoned ? ' cordoned' : ''}`;
export const workloadLine = (key: string, desired: number) => `${key} ${desired}`;
