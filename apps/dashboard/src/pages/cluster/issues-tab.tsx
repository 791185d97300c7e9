import { useNavigate, useSearch } from '@tanstack/react-router';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { Table } from '../../design/table.tsx';
import { ApiList, ListFilters } from '../../lists/api-list.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { useListSearch } from '../../lists/use-list-search.ts';
import { useCluster, useClusterHealth } from './cluster-context.ts';
import { issueColumns, type ShownIssue } from './issue-columns.tsx';
import { MomentNotice } from './moment-notice.tsx';
import { ReadAgain } from './read-again.tsx';

const others = [
  choice('severity', 'Severity', ['critical', 'warning', 'info']),
  choice('category', 'Category', ['nodes', 'workloads', 'capacity', 'jobs', 'disruption']),
  text('namespace', 'Namespace', 'exact name'),
];
const filtersNow = [
  choice('status', 'Status', ['resolved', { value: 'open,resolved', label: 'open and resolved' }], 'open'),
  ...others,
];
/** Of another moment: whether it is still open. */
const filtersThen = [choice('status', 'Status', ['open', 'resolved']), ...others];
const keyOf = ({ id }: ShownIssue) => id;

/** What is wrong, dearest first. The open ones are live; what is filtered, resolved or of another moment is asked for. */
export function IssuesTab() {
  const { at } = useSearch({ from: '/signed-in/clusters/$clusterId/' });
  const navigate = useNavigate();
  const { isFiltered } = useListSearch(filtersNow);
  return (
    <>
      {at !== undefined && (
        <MomentNotice at={at} onBack={() => void navigate({ to: '.', search: (old) => ({ ...old, at: undefined }) })} />
      )}
      {isFiltered || at !== undefined ? <AskedIssues at={at} /> : <LiveIssues />}
    </>
  );
}

function LiveIssues() {
  const { name } = useCluster();
  const { health } = useClusterHealth();
  const found = useListSearch(filtersNow);
  if (health === undefined) return <p className="quiet">Issues will appear here once the cluster has been observed.</p>;
  const { issues, issues_total: total } = health;
  return (
    <>
      <ListFilters list={{ ...found, filters: filtersNow }} />
      {issues.length === 0 ? (
        <Empty title="No open issues">
          <p className="name">Nothing in {name} violates a health rule right now. Resolved issues are under Status.</p>
        </Empty>
      ) : (
        <Table label={`Open issues of ${name}`} columns={issueColumns} rows={issues} keyOf={keyOf} total={total} />
      )}
      {issues.length < total && (
        <p className="quiet">
          The {issues.length} with the greatest impact, of {total}. Use the filters to see the others.
        </p>
      )}
    </>
  );
}

function AskedIssues({ at }: { readonly at: string | undefined }) {
  const { id, name } = useCluster();
  const list = useApiList({
    filters: at === undefined ? filtersNow : filtersThen,
    ask: (search) =>
      listing('/k8s-monitor/api/v1/issues', {
        query: { cluster_id: id, at, sort: '-impact', limit: 200, ...search },
      }),
  });
  return (
    <>
      <ReadAgain queryKey={list.queryKey} pages={1} />
      <ApiList<ShownIssue>
        list={list}
        what="issues"
        label={`Issues of ${name}`}
        columns={issueColumns}
        empty={
          <Empty title="No issues were open then">
            <p>The score was 100, or the cluster was not observed at that time.</p>
          </Empty>
        }
      />
    </>
  );
}
