import { type Api, mustHave } from '../../../dev/engines/clusters/api.ts';
import { inParallel } from '../../../dev/engines/clusters/fleet.ts';
import type { Made } from './app-writer.ts';
import type { PlatformProcess } from './platform-process.ts';

interface Item {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly resourceVersion: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

/** What the API server says of apps, asked of it directly and past its cache. */
export interface ClusterView {
  readonly deployments: ReadonlyMap<string, Item>;
  readonly pods: ReadonlyMap<string, readonly string[]>;
  /** Of Deployments, by namespace and name. */
  readonly versions: ReadonlyMap<string, string>;
}

const label = 'wheelhouse.dev/app';
const readsAtOnce = 8;

export async function clusterView(api: Api): Promise<ClusterView> {
  const list = async (path: string) => {
    const answer = await api.call('GET', `${path}?labelSelector=${label}`);
    mustHave(answer, `listing ${path}`);
    const { items } = JSON.parse(answer.text) as { items: readonly Item[] };
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  };
  const [deployments, pods] = await Promise.all([list('/apis/apps/v1/deployments'), list('/api/v1/pods')]);
  const appOf = ({ metadata }: Item) => metadata.labels[label] ?? '';
  const podsByApp = Map.groupBy(pods, appOf);
  return {
    deployments: new Map(deployments.map((one) => [appOf(one), one])),
    pods: new Map([...podsByApp].map(([id, some]) => [id, some.map(({ metadata }) => metadata.name).toSorted()])),
    versions: new Map(
      deployments.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata.resourceVersion]),
    ),
  };
}

/** What platform tells of an app that is not so, against what was done to it and what the cluster has of it. */
export async function untruths(
  platform: PlatformProcess,
  apps: readonly Made[],
  cluster: ClusterView,
): Promise<readonly string[]> {
  const found: string[] = [];
  await inParallel(
    apps.filter(({ isDoubtful }) => !isDoubtful),
    readsAtOnce,
    async (app) => {
      const told = await platform.must(200, 'GET', `/api/v1/apps/${app.id}/deploy-status`);
      const pods = told.pods.map(({ name }: { name: string }) => name).toSorted();
      const there = cluster.deployments.get(app.id);
      const facts: Record<string, readonly [unknown, unknown]> = {
        replicas: [told.running_replicas, app.isDeleted ? null : app.replicas],
        'replicas in the cluster': [told.running_replicas, there?.spec.replicas ?? null],
        ready: [told.ready_replicas, there?.status?.readyReplicas ?? 0],
        pods: [pods.join(), (cluster.pods.get(app.id) ?? []).join()],
        gitops: [told.gitops, app.isDeleted || app.isEdited ? 'Unknown' : 'Synced'],
        missing: [told.health === 'Missing', app.isDeleted],
        stale: [told.stale, false],
      };
      for (const [fact, [is, should]] of Object.entries(facts))
        if (is !== should) found.push(`${app.name}: ${fact} ${String(is)}, not ${String(should)}`);
    },
  );
  return found;
}
