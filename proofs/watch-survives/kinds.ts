/** What is written and watched, and how one of each looks. */

export const namespace = 'changes';
export const kinds = ['nodes', 'pods', 'deployments'] as const;
export type Kind = (typeof kinds)[number];

/** Where all of a kind are listed and watched. */
export const listPaths: Readonly<Record<Kind, string>> = {
  nodes: '/api/v1/nodes',
  pods: '/api/v1/pods',
  deployments: '/apis/apps/v1/deployments',
};

/** Where one of a kind is written. */
export const collections: Readonly<Record<Kind, string>> = {
  nodes: '/api/v1/nodes',
  pods: `/api/v1/namespaces/${namespace}/pods`,
  deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
};

/** How a reflector names it. */
export function keyOf(kind: Kind, name: string): string {
  return kind === 'nodes' ? name : `${namespace}/${name}`;
}

const containers = [{ name: 'c', image: 'c' }];

export const fresh: Readonly<Record<Kind, (name: string) => object>> = {
  nodes: (name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } }),
  pods: (name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { nodeName: 'nobody', automountServiceAccountToken: false, containers },
  }),
  deployments: (name) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers } },
    },
  }),
};

const annotated = (count: number) => ({ annotations: { change: String(count) } });

/** A change of it, each time another; of those the monitor tells of, one that it tells. */
export const changed: Readonly<Record<Kind, (count: number) => object>> = {
  nodes: (count) => ({ metadata: annotated(count), spec: { unschedulable: count % 2 === 0 } }),
  pods: (count) => ({ metadata: annotated(count) }),
  deployments: (count) => ({ metadata: annotated(count), spec: { replicas: count % 7 } }),
};
