import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { type Cluster, clusterQuery } from '../../api/clusters.ts';
import { type WorkloadPage as Workload, type WorkloadPlace, workloadQuery } from '../../api/objects.ts';
import { ClusterMark } from '../../design/cluster-mark.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { isWorkloadKind } from '../../design/object-chip.tsx';
import { Page } from '../../design/page.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { LoadedPage } from '../../loading/loaded-page.tsx';
import { AsOf } from '../../objects/as-of.tsx';
import { Gone } from '../../objects/gone.tsx';
import { IncidentsPart } from '../../objects/incidents-part.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { WorkloadContext } from './workload-context.ts';
import { WorkloadStateLine } from './workload-state-line.tsx';
import { WorkloadSteps } from './workload-steps.tsx';
import { hasChanges } from './workload-words.ts';
import { WrongNotice } from './wrong-notice.tsx';

const route = getRouteApi('/signed-in/clusters/$clusterId/workloads/$kind/$namespace/$name');

/** What is wrong with it, its pods, what was changed and by whom, what it writes: whoever deployed it. */
export function WorkloadPage() {
  const { clusterId, kind, namespace, name } = route.useParams();
  if (!isWorkloadKind(kind)) return <NotFoundPage />;
  const place = { kind, namespace, name };
  return <Asked key={JSON.stringify([clusterId, place])} clusterId={clusterId} place={place} />;
}

const clusters = [{ label: 'Clusters', link: { to: '/clusters' } }] as const;

function aboveOf({ id, name }: Cluster) {
  const params = { clusterId: id };
  return [
    ...clusters,
    { label: name, link: { to: '/clusters/$clusterId', params } },
    { label: 'Workloads', link: { to: '/clusters/$clusterId/workloads', params } },
  ] as const;
}

function Asked({ clusterId, place }: { readonly clusterId: string; readonly place: WorkloadPlace }) {
  const under = useQuery(clusterQuery(clusterId));
  const query = useQuery(workloadQuery(clusterId, place));
  return (
    <LoadedPage of={under} kind="cluster" above={clusters}>
      {(cluster) =>
        isApiError(query.error) && query.error.status === 404 ? (
          <Gone object={place} cluster={cluster} above={aboveOf(cluster)} list={listOf(clusterId, place)} />
        ) : (
          <LoadedPage of={query} kind="workload" above={aboveOf(cluster)}>
            {(workload) => <Known workload={workload} cluster={cluster} at={query.dataUpdatedAt} error={query.error} />}
          </LoadedPage>
        )
      }
    </LoadedPage>
  );
}

/** What there is of its kind beside it. */
function listOf(clusterId: string, { kind, namespace }: WorkloadPlace) {
  return {
    words: `Workloads of ${namespace}`,
    to: '/clusters/$clusterId/workloads',
    params: { clusterId },
    search: { namespace, ...(hasChanges(kind) && { kind }) },
  } as const;
}

interface KnownProps {
  readonly workload: Workload;
  readonly cluster: Cluster;
  /** When it was last read. */
  readonly at: number;
  readonly error: Error | null;
}

function Known({ workload, cluster, at, error }: KnownProps) {
  const { kind, namespace, name, owner } = workload;
  const known = useMemo(() => ({ workload, cluster }), [workload, cluster]);
  const params = { clusterId: cluster.id, kind, namespace, name };
  return (
    <WorkloadContext value={known}>
      <Page
        title={name}
        mark={<ClusterMark id={cluster.id} name={cluster.name} />}
        above={aboveOf(cluster)}
        state={<WorkloadStateLine workload={workload} cluster={cluster} at={at} isFailing={error !== null} />}
        actions={<WorkloadSteps workload={workload} cluster={cluster} />}
      >
        {error !== null && <ErrorNotice what="Could not refresh the workload" error={error} />}
        <AsOf page={workload} clusterName={cluster.name} />
        <WrongNotice workload={workload} />
        <IncidentsPart
          clusterId={cluster.id}
          objects={[workload, ...(owner === null ? [] : [{ ...owner, namespace }])]}
        />
        <Tabs
          label={`Sections of ${name}`}
          tabs={[
            { label: 'Overview', link: { to: '/clusters/$clusterId/workloads/$kind/$namespace/$name', params } },
            ...(hasChanges(kind)
              ? [
                  {
                    label: 'Changes',
                    link: { to: '/clusters/$clusterId/workloads/$kind/$namespace/$name/changes', params },
                  } as const,
                ]
              : []),
            { label: 'Logs', link: { to: '/clusters/$clusterId/workloads/$kind/$namespace/$name/logs', params } },
          ]}
        />
        <Outlet />
      </Page>
    </WorkloadContext>
  );
}
