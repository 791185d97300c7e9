import { windowStates } from '@wheelhouse/contracts';
import { useCallback, useState } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { incidentsEveryMs, type MaintenanceWindow, windowsPath } from '../../api/incidents.ts';
import { listing } from '../../api/reading.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { choice } from '../../lists/filter.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { EndWindow } from './end-window.tsx';
import { rowKey, windowColumns, type WindowRow } from './window-columns.tsx';

const above = [{ label: 'Incidents', link: { to: '/incidents' } }] as const;
const stateFilter = choice('state', 'State', windowStates);

/** When what is worked on opens no incident, and nobody is called for it. */
export function WindowsPage() {
  const { clusters, byId } = useClusters();
  const [ending, setEnding] = useState<MaintenanceWindow>();
  const clusterFilter = choice(
    'cluster_id',
    'Cluster',
    clusters.map(({ id, name }) => ({ value: id, label: name })),
  );
  const list = useApiList(
    {
      filters: [stateFilter, clusterFilter],
      ask: (search) => listing(windowsPath, { query: { limit: 50, ...search } }),
      everyMs: incidentsEveryMs,
    },
    useCallback((window: MaintenanceWindow): WindowRow => ({ window, cluster: byId.get(window.cluster_id) }), [byId]),
  );
  return (
    <ListPage
      title="Maintenance windows"
      above={above}
      what="maintenance windows"
      list={list}
      state={<Refreshed at={list.query.dataUpdatedAt} isFailing={list.query.error !== null} />}
      actions={
        <ButtonLink to="/incidents/windows/new" look="primary">
          Announce maintenance
        </ButtonLink>
      }
      columns={windowColumns(setEnding)}
      keyOf={rowKey}
      empty={
        <Empty title="Maintenance windows will appear here">
          <p>
            Announce one before you work on a cluster: until it ends, signals of what you name open no incident and
            nobody is told of them. What still fires at its end opens an incident then, with its true start.
          </p>
        </Empty>
      }
    >
      {ending !== undefined && <EndWindow window={ending} onClose={() => setEnding(undefined)} />}
    </ListPage>
  );
}
