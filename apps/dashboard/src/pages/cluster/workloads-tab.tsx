import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { useCluster } from './cluster-context.ts';
import { ReadAgain } from './read-again.tsx';
import { workloadColumns } from './workload-columns.tsx';

const filters = [
  text('q', 'Name', 'starts with'),
  text('namespace', 'Namespace', 'exact name'),
  choice('kind', 'Kind', ['Deployment', 'StatefulSet', 'DaemonSet']),
  choice('status', 'Status', ['stuck', 'short', 'progressing', 'paused', 'off', 'ok']),
];
const sorts = ['status', '-status', 'name', '-name', 'issues', '-issues'] as const;

/** What runs in the cluster, worst first unless asked otherwise. */
export function WorkloadsTab() {
  const { id, name } = useCluster();
  const list = useApiList({
    filters,
    sorts,
    ask: (search, sort) =>
      listing('/k8s-monitor/api/v1/workloads', { query: { cluster_id: id, limit: 200, sort, ...search } }),
  });
  return (
    <>
      <ReadAgain queryKey={list.queryKey} pages={list.query.data?.pages.length ?? 1} />
      <ApiList
        even
        list={list}
        what="workloads"
        label={`Workloads of ${name}`}
        columns={workloadColumns}
        empty={
          <Empty title="Workloads will appear here">
            <p>Deployments, StatefulSets and DaemonSets are listed as soon as the cluster has any.</p>
          </Empty>
        }
      />
    </>
  );
}
