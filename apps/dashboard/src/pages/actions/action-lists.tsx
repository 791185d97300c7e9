import { useNavigate } from '@tanstack/react-router';
import { actionKinds, actionStatuses } from '@wheelhouse/contracts';
import { useCallback, useMemo } from 'react';
import { type Action, actionsEveryMs, actionsPath, usePending } from '../../api/actions.ts';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { kindWords, statusWords } from '../../design/action-words.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Section } from '../../design/page.tsx';
import { Table } from '../../design/table.tsx';
import { ApiList, ListFilters } from '../../lists/api-list.tsx';
import { choice, type Search } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { actionColumns, type ActionRow, ofOneCluster, pendingColumns, rowKey } from './action-columns.tsx';
import { NoActions } from './no-actions.tsx';

/** Those that wait stand in a group of their own above. */
const othersThanPending = actionStatuses.filter((status) => status !== 'pending_approval').join(',');

const filters = [
  choice(
    'status',
    'Status',
    actionStatuses.map((value) => ({ value, label: statusWords(value) })),
    'all',
  ),
  choice(
    'action',
    'Action',
    actionKinds.map((value) => ({ value, label: kindWords(value) })),
    'all',
  ),
];

/** Those that wait first, the nearest deadline on top; then all others, the newest on top. Of all clusters, or of one. */
export function ActionLists({ of }: { readonly of?: Cluster }) {
  const { clusters, byId } = useClusters();
  const rowOf = useCallback((action: Action): ActionRow => ({ action, cluster: byId.get(action.cluster_id) }), [byId]);
  const clusterFilter = choice(
    'cluster_id',
    'Cluster',
    clusters.map(({ id, name }) => ({ value: id, label: name })),
    'all',
  );
  const list = useApiList(
    {
      filters: of === undefined ? [...filters, clusterFilter] : filters,
      ask: ({ status = othersThanPending, ...search }) =>
        listing(actionsPath, { query: { limit: 50, ...search, status, ...(of && { cluster_id: of.id }) } }),
      everyMs: actionsEveryMs,
    },
    rowOf,
  );
  const { search, query } = list;
  const { waiting, error, unread } = useWaiting({ ...search, ...(of && { cluster_id: of.id }) }, rowOf);
  const navigate = useNavigate();
  const open = useCallback(
    ({ action }: ActionRow) => void navigate({ to: '/actions/$actionId', params: { actionId: action.id } }),
    [navigate],
  );
  const columnsOf = of === undefined ? (columns: typeof actionColumns) => columns : ofOneCluster;
  const status = search['status'];
  const rest = (
    <ApiList
      list={{ ...list, filters: [] }}
      what="actions"
      label={status === undefined ? 'Running and finished actions' : 'Actions'}
      columns={columnsOf(actionColumns)}
      keyOf={rowKey}
      onOpen={open}
      empty={<NoActions hasWaiting={waiting.length > 0} />}
    />
  );
  const isBare = query.data?.pages[0]?.data.length === 0 && waiting.length === 0;
  return (
    <>
      <ListFilters list={list} />
      {error !== null && query.error === null && (
        <ErrorNotice what="Could not load the actions that wait for approval" error={error} />
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
              Only the newest are shown; {unread} older ones wait too. Set the status filter to pending approval to see
              all.
            </p>
          )}
        </Section>
      )}
      {isBare ? rest : <Section title={status === undefined ? 'Running and finished' : 'Actions'}>{rest}</Section>}
    </>
  );
}

/** None where a status is asked for: the list below is of that one then. */
function useWaiting({ status, action, cluster_id }: Search<string>, rowOf: (action: Action) => ActionRow) {
  const { pending, total = 0, error } = usePending(actionsEveryMs);
  const waiting = useMemo(() => {
    const isWanted = (one: Action) =>
      status === undefined &&
      (action === undefined || one.action === action) &&
      (cluster_id === undefined || one.cluster_id === cluster_id);
    return pending.filter(isWanted).map(rowOf);
  }, [pending, rowOf, status, action, cluster_id]);
  return { waiting, error, unread: total - pending.length };
}
