import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { usePending } from '../../api/actions.ts';
import { type Cluster, clusterQuery } from '../../api/clusters.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { StopButton } from '../../kill-switch/stop-button.tsx';
import { useHealth } from '../../live/use-health.ts';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { ClusterContext, HealthContext } from './cluster-context.ts';
import { ClusterNotice } from './cluster-notice.tsx';
import { ClusterState } from './cluster-state.tsx';
import { ScorePart } from './score-part.tsx';

const route = getRouteApi('/signed-in/clusters/$clusterId');

const above = [{ label: 'Clusters', link: { to: '/clusters' } }] as const;

/** How often the cluster itself is asked for: its phase has no stream. */
const everyMs = { Pending: 1_000, other: 5_000 };

export function ClusterPage() {
  const { clusterId } = route.useParams();
  const query = useQuery({
    ...clusterQuery(clusterId),
    refetchInterval: ({ state }) => (state.data?.phase === 'Pending' ? everyMs.Pending : everyMs.other),
  });
  return (
    <LoadedPage of={query} kind="cluster" above={above}>
      {(cluster) => <Known key={cluster.id} cluster={cluster} error={query.error} />}
    </LoadedPage>
  );
}

function Known({ cluster, error }: { readonly cluster: Cluster; readonly error: Error | null }) {
  const shown = useHealth(cluster.id);
  const params = { clusterId: cluster.id };
  const waiting = usePending().pending.filter(({ cluster_id }) => cluster_id === cluster.id).length;
  return (
    <ClusterContext value={cluster}>
      <HealthContext value={shown}>
        <Page
          title={cluster.name}
          mark={<ClusterMark id={cluster.id} name={cluster.name} />}
          above={above}
          state={<ClusterState cluster={cluster} shown={shown} />}
          actions={<StopButton clusterId={cluster.id} />}
        >
          {error !== null && <ErrorNotice what="Could not refresh the cluster" error={error} />}
          <ClusterNotice cluster={cluster} shown={shown} />
          {shown.health !== undefined && <ScorePart clusterId={cluster.id} shown={shown} />}
          <Tabs
            label={`Sections of ${cluster.name}`}
            tabs={[
              {
                label: 'Issues',
                count: shown.health?.issues_total,
                link: { to: '/clusters/$clusterId', params },
              },
              {
                label: 'Nodes',
                count: shown.health?.totalNodes,
                link: { to: '/clusters/$clusterId/nodes', params },
              },
              { label: 'Workloads', link: { to: '/clusters/$clusterId/workloads', params } },
              {
                label: 'Actions',
                count: waiting === 0 ? undefined : waiting,
                link: { to: '/clusters/$clusterId/actions', params },
              },
              { label: 'Settings', link: { to: '/clusters/$clusterId/settings', params } },
            ]}
          />
          <Outlet />
        </Page>
      </HealthContext>
    </ClusterContext>
  );
}
