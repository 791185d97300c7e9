import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Paths, Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { client } from './client.ts';
import { type RangeName, ranges } from './history.ts';
import { keyOf, listing } from './reading.ts';

export type App = Schemas['platform']['App'];
export type Deployment = Schemas['platform']['AppDeployment'];
export type DeploymentInFull = Paths[typeof deploymentPath]['GET']['answers'][200];
export type Content = DeploymentInFull['content'];
export type FailedPod = Deployment['pods'][number];
export type Change = Deployment['diff'][number];
export type DeployStatus = Schemas['platform']['DeployStatus'];
export type Actor = NonNullable<Deployment['actor']>;
export type Cloudspace = Schemas['platform']['Cloudspace'];
export type Registry = Cloudspace['registries'][number];

export const appsPath = '/platform/api/v1/apps';
export const appPath = '/platform/api/v1/apps/{id}';
export const statusPath = '/platform/api/v1/apps/{id}/deploy-status';
export const historyPath = '/platform/api/v1/apps/{id}/deployments';
export const deploymentPath = '/platform/api/v1/apps/{id}/deployments/{revision}';
export const deploymentsPath = '/platform/api/v1/deployments';
export const cloudspacesPath = '/platform/api/v1/cloudspaces';
export const cloudspacePath = '/platform/api/v1/cloudspaces/{id}';

/** What is old once an app was changed. */
export const appPaths = [appsPath, appPath, statusPath, historyPath, deploymentPath, deploymentsPath] as const;
export const cloudspacePaths = [cloudspacesPath, cloudspacePath] as const;

/** Apps and CloudSpaces have no stream: they are read this often while somebody looks, and faster while one changes. */
export const appsEveryMs = 5_000;
export const changingEveryMs = 1_000;

/** All CloudSpaces by name, for forms and filters. */
export function useCloudspaces(everyMs: number | false = false) {
  const query = useInfiniteQuery({
    ...listing(cloudspacesPath, { query: { limit: 200, sort: 'name' } }),
    refetchInterval: everyMs,
  });
  const cloudspaces = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  return { ...query, cloudspaces };
}

const dayMs = 86_400_000;

/** Apps that may need somebody though nothing of them has just failed. */
export interface HeldApps {
  readonly undeleted: readonly App[];
  readonly pinned: readonly App[];
  /** What was put back within the last day. */
  readonly putBack: readonly Deployment[];
}

/** Found by filters, so that an open page does not read all apps again and again. */
export function useHeldApps(everyMs: number) {
  return useQuery({
    queryKey: [...keyOf(appsPath), 'held'],
    queryFn: async ({ signal }): Promise<HeldApps> => {
      const created_after = new Date(Date.now() - dayMs).toISOString();
      const [undeleted, pinned, putBack] = await Promise.all([
        everything(client.list(appsPath, { query: { state: 'delete_failed', limit: 200 }, signal })),
        everything(client.list(appsPath, { query: { pinned: true, limit: 200 }, signal })),
        everything(
          client.list(deploymentsPath, {
            query: { trigger: 'rollback', phase: 'Live', created_after, limit: 200 },
            signal,
          }),
        ),
      ]);
      return { undeleted, pinned, putBack };
    },
    refetchInterval: everyMs,
  });
}

async function everything<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const mostTicks = 200;

/** What was deployed to a cluster within the range of a chart, for its ticks. The range is in the key, not the moment. */
export function deploysQuery(clusterId: string, range: RangeName) {
  const { ms, everyMs } = ranges[range];
  return queryOptions({
    queryKey: keyOf(deploymentsPath, { cluster_id: clusterId, range }),
    queryFn: async ({ signal }): Promise<readonly Deployment[]> => {
      const query = {
        cluster_id: clusterId,
        created_after: new Date(Date.now() - ms).toISOString(),
        limit: mostTicks,
      };
      return (await client.get(deploymentsPath, { query, signal })).data.data;
    },
    refetchInterval: Math.min(everyMs, 30_000),
  });
}
