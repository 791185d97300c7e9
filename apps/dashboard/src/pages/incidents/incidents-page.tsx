import { useNavigate } from '@tanstack/react-router';
import { incidentCategoryNames, incidentStatuses, severities } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { type Incident, incidentsEveryMs, incidentsPath, live } from '../../api/incidents.ts';
import { listing } from '../../api/reading.ts';
import { ButtonLink } from '../../design/button.tsx';
import { sinceWords } from '../../design/clock.ts';
import { Page } from '../../design/page.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { ApiList, ListFilters } from '../../lists/api-list.tsx';
import { choice, only, text } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { WindowsOn } from '../windows/windows-on.tsx';
import { incidentColumns, type IncidentRow, rowKey } from './incident-columns.tsx';
import { NoIncidents } from './no-incidents.tsx';

const filters = [
  choice('status', 'Status', [...incidentStatuses, { value: incidentStatuses.join(','), label: 'all' }], 'live'),
  choice('severity', 'Severity', severities),
  choice('category', 'Category', incidentCategoryNames),
  text('q', 'Number or service', 'begins with'),
  only('created_after', sinceWords),
];

/** What is broken; what was, if one asks for it. */
export function IncidentsPage() {
  const navigate = useNavigate();
  const { clusters, byId } = useClusters();
  const clusterFilter = choice(
    'cluster_id',
    'Cluster',
    clusters.map(({ id, name }) => ({ value: id, label: name })),
  );
  const list = useApiList(
    {
      filters: clusters.length > 1 ? [...filters, clusterFilter] : filters,
      ask: ({ status = live, ...search }) => listing(incidentsPath, { query: { limit: 50, ...search, status } }),
      everyMs: incidentsEveryMs,
    },
    useCallback((incident: Incident): IncidentRow => ({ incident, cluster: byId.get(incident.cluster_id) }), [byId]),
  );
  const { query } = list;
  const open = useCallback(
    ({ incident }: IncidentRow) => void navigate({ to: '/incidents/$incidentId', params: { incidentId: incident.id } }),
    [navigate],
  );
  return (
    <Page
      title="Incidents"
      state={
        <>
          <Refreshed at={query.dataUpdatedAt} isFailing={query.error !== null} />
          <WindowsOn />
        </>
      }
      actions={
        <>
          <ButtonLink to="/incidents/windows">Maintenance windows</ButtonLink>
          <ButtonLink to="/incidents/new" look="primary">
            Declare incident
          </ButtonLink>
        </>
      }
    >
      {/* Also where nothing is wrong: what is over is found by its status. */}
      <ListFilters list={list} />
      <ApiList
        list={{ ...list, filters: [] }}
        what="incidents"
        label="Incidents"
        columns={incidentColumns}
        keyOf={rowKey}
        onOpen={open}
        empty={<NoIncidents />}
        noMatch={<p>Without a status, only those are listed that are not over yet.</p>}
      />
    </Page>
  );
}
