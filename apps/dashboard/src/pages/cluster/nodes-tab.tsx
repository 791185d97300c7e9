import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { listing } from '../../api/reading.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice, text } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { useCluster } from './cluster-context.ts';
import { nodeColumns, nodeColumnsWith } from './node-columns.tsx';
import { ReadAgain } from './read-again.tsx';

const DrainDialog = lazy(async () => ({ default: (await import('./drain-dialog.tsx')).DrainDialog }));

const filters = [
  text('q', 'Name', 'starts with'),
  choice('status', 'Status', ['Ready', 'NotReady', 'Unknown']),
  choice('cordoned', 'Cordoned', [
    { value: 'true', label: 'cordoned' },
    { value: 'false', label: 'not cordoned' },
  ]),
];
const sorts = [
  'status',
  '-status',
  'name',
  '-name',
  'cpu_percent',
  '-cpu_percent',
  'memory_percent',
  '-memory_percent',
  'pods',
  '-pods',
] as const;

/** The nodes, worst first unless asked otherwise. Thousands are read page by page as one scrolls. */
export function NodesTab() {
  const { id, name } = useCluster();
  const may = useMay('actions');
  // In the address, so that the palette can lead to it.
  const { drain: draining } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setDraining = useCallback(
    (drain: string | undefined) => void navigate({ to: '.', search: (old) => ({ ...old, drain }), replace: true }),
    [navigate],
  );
  const columns = useMemo(() => (may ? nodeColumnsWith(setDraining) : nodeColumns), [may, setDraining]);
  const list = useApiList({
    filters,
    sorts,
    ask: ({ cordoned, ...search }, sort) =>
      listing('/k8s-monitor/api/v1/nodes', {
        query: {
          cluster_id: id,
          limit: 200,
          sort,
          ...search,
          cordoned: cordoned === undefined ? undefined : cordoned === 'true',
        },
      }),
  });
  return (
    <>
      <ReadAgain queryKey={list.queryKey} pages={list.query.data?.pages.length ?? 1} />
      <ApiList
        even
        list={list}
        what="nodes"
        label={`Nodes of ${name}`}
        columns={columns}
        empty={
          <Empty title="Nodes will appear here">
            <p>They are listed as soon as the cluster has been observed.</p>
          </Empty>
        }
      />
      {may && draining !== undefined && (
        <Suspense>
          <DrainDialog node={draining} onClose={() => setDraining(undefined)} />
        </Suspense>
      )}
    </>
  );
}
