import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { List } from '../../design/list.tsx';
import { Table } from '../../design/table.tsx';
import { useReadAgain } from '../../live/use-health.ts';
import { useCluster, useClusterHealth } from './cluster-context.ts';
import { issueColumns, type ShownIssue } from './issue-columns.tsx';
import { IssueFilters } from './issue-filters.tsx';
import { MomentNotice } from './moment-notice.tsx';

const route = getRouteApi('/house/clusters/$clusterId/');
const keyOf = ({ id }: ShownIssue) => id;

/** What is wrong, dearest first. The open ones are live; what is filtered, resolved or of another moment is asked for. */
export function IssuesTab() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { at, status, severity, category, namespace } = search;
  const filtered = [status, severity, category, namespace].some((value) => value !== undefined);
  return (
    <>
      {at !== undefined && (
        <MomentNotice at={at} onBack={() => void navigate({ to: '.', search: (old) => ({ ...old, at: undefined }) })} />
      )}
      <IssueFilters search={search} />
      {filtered || at !== undefined ? <AskedIssues /> : <LiveIssues />}
    </>
  );
}

function LiveIssues() {
  const { name } = useCluster();
  const { health } = useClusterHealth();
  if (health === undefined) return <p className="quiet">Its issues will be here once it has been observed.</p>;
  const { issues, issues_total: total } = health;
  if (issues.length === 0)
    return (
      <Empty title="No open issue">
        <p className="name">Nothing in {name} breaks a rule of health right now. What was resolved is under Status.</p>
      </Empty>
    );
  return (
    <>
      <Table label={`Open issues of ${name}`} columns={issueColumns} rows={issues} keyOf={keyOf} total={total} />
      {issues.length < total && (
        <p className="quiet">
          The {issues.length} that take most of {total}. Filters show the others.
        </p>
      )}
    </>
  );
}

const everyMs = 5_000;

function AskedIssues() {
  const { id, name } = useCluster();
  const { events } = useClusterHealth();
  const { at, status, severity, category, namespace } = route.useSearch();
  const options = listing('/k8s-monitor/api/v1/issues', {
    query: { cluster_id: id, at, status, severity, category, namespace, sort: '-impact', limit: 200 },
  });
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useReadAgain(events, options.queryKey, everyMs);
  return (
    <List<ShownIssue>
      query={query}
      what="the issues"
      label={`Issues of ${name}`}
      columns={issueColumns}
      keyOf={keyOf}
      empty={
        <Empty title={at === undefined ? 'No issue fits these filters' : 'No issue was open then'}>
          <p>
            {at === undefined ? 'Take a filter away to see more.' : 'The score was 100, or nobody looked at that time.'}
          </p>
        </Empty>
      }
    />
  );
}
