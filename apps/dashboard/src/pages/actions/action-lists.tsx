import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Action, actionsEveryMs, usePending } from '../../api/actions.ts';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { List } from '../../design/list.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { Section } from '../../design/page.tsx';
import { Table } from '../../design/table.tsx';
import { actionColumns, type ActionRow, ofOneCluster, pendingColumns, rowKey, rowsOf } from './action-columns.tsx';
import { ActionFilters, type ActionSearch } from './action-filters.tsx';
import { NoActions } from './no-actions.tsx';
import { useActionRows } from './use-action-rows.ts';

interface ActionListsProps {
  readonly search: ActionSearch;
  readonly set: (change: ActionSearch) => void;
  /** All of one cluster's. */
  readonly of?: Cluster;
}

/** Those that wait first, the nearest deadline on top; then all others, the newest on top. */
export function ActionLists({ search, set, of }: ActionListsProps) {
  const { clusters } = useClusters();
  const asked = of === undefined ? search : { ...search, cluster_id: of.id };
  const query = useActionRows(asked);
  const { waiting, error, unread } = useWaiting(asked);
  const navigate = useNavigate();
  const open = useCallback(
    ({ action }: ActionRow) => void navigate({ to: '/actions/$actionId', params: { actionId: action.id } }),
    [navigate],
  );
  const columnsOf = of === undefined ? (columns: typeof actionColumns) => columns : ofOneCluster;
  const isBare = query.data?.pages[0]?.data.length === 0 && waiting.length === 0;
  const isFiltered = [search.status, search.action, search.cluster_id].some((value) => value !== undefined);
  const list = (
    <List
      query={query}
      what="the actions"
      label={search.status === undefined ? 'Actions that run or have ended' : 'Actions'}
      columns={columnsOf(actionColumns)}
      keyOf={rowKey}
      onOpen={open}
      empty={<NoActions isFiltered={isFiltered} hasWaiting={waiting.length > 0} />}
    />
  );
  return (
    <>
      <ActionFilters search={search} set={set} {...(of === undefined && { clusters })} />
      {error !== null && query.error === null && (
        <ErrorNotice what="What waits for approval could not be read" error={error} />
      )}
      {waiting.length > 0 && (
        <Section title={`Pending approval (${waiting.length})`}>
          <Table
            label="Actions that wait for approval"
            columns={columnsOf(pendingColumns)}
            rows={waiting}
            keyOf={rowKey}
            onOpen={open}
          />
          {unread > 0 && (
            <p className="quiet">
              Of the newest; {unread} older ones wait too. The status pending approval, chosen above, lists all.
            </p>
          )}
        </Section>
      )}
      {isBare ? list : <Section title={search.status === undefined ? 'Running and ended' : 'Actions'}>{list}</Section>}
    </>
  );
}

/** None where a status is asked for: the list below is of that one then. */
function useWaiting({ status, action, cluster_id }: ActionSearch) {
  const { pending, total = 0, error } = usePending(actionsEveryMs);
  const { byId } = useClusters();
  const waiting = useMemo(() => {
    const isWanted = (one: Action) =>
      status === undefined &&
      (action === undefined || one.action === action) &&
      (cluster_id === undefined || one.cluster_id === cluster_id);
    return rowsOf(pending.filter(isWanted), byId);
  }, [pending, byId, status, action, cluster_id]);
  return { waiting, error, unread: total - pending.length };
}
