import { useNavigate } from '@tanstack/react-router';
import { recommendationKinds, recommendationStatuses } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { agentsEveryMs, type Recommendation, recommendationsPath } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList, ListFilters } from '../../lists/api-list.tsx';
import { choice } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { recommendationColumns, type RecommendationRow, rowKey } from './recommendation-columns.tsx';

const filters = [
  choice(
    'status',
    'Status',
    [...recommendationStatuses, { value: recommendationStatuses.join(','), label: 'all' }],
    'open and accepted',
  ),
  choice(
    'kind',
    'Kind',
    Object.entries(recommendationKinds).map(([value, label]) => ({ value, label })),
  ),
  choice('severity', 'Severity', ['high', 'medium', 'low']),
];

/** What would spare the next incident, as long as nobody has done or dismissed it. */
export function RecommendationsTab() {
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
      ask: ({ status = 'open,accepted', ...search }) =>
        listing(recommendationsPath, { query: { limit: 50, ...search, status } }),
      everyMs: agentsEveryMs,
    },
    useCallback(
      (recommendation: Recommendation): RecommendationRow => ({
        recommendation,
        cluster: byId.get(recommendation.cluster_id),
      }),
      [byId],
    ),
  );
  const open = useCallback(
    ({ recommendation: { id } }: RecommendationRow) =>
      void navigate({ to: '/agents/recommendations/$recommendationId', params: { recommendationId: id } }),
    [navigate],
  );
  return (
    <>
      {/* Also where nothing is open: what was dismissed or done is found by its status. */}
      <ListFilters list={list} />
      <ApiList
        list={{ ...list, filters: [] }}
        what="recommendations"
        label="Recommendations"
        columns={recommendationColumns}
        keyOf={rowKey}
        onOpen={open}
        empty={
          <Empty title="Nothing is recommended">
            <p>
              Once an hour the clusters and the incidents of the last days are gone through for what would spare the
              next one: a memory limit that is too low, a single replica, a budget that blocks drains, a cause that
              keeps coming back.
            </p>
          </Empty>
        }
        noMatch={<p>Without a status, only those are listed that are neither dismissed nor done.</p>}
      />
    </>
  );
}
