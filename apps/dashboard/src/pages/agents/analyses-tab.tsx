import { useNavigate } from '@tanstack/react-router';
import { conclusions } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { agentsEveryMs, type Analysis, analysesPath } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { plainWords } from '../../design/agent-words.ts';
import { sinceWords } from '../../design/clock.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice, only } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { analysisColumns, type AnalysisRow, rowKey } from './analysis-columns.tsx';

const named = (value: string) => ({ value, label: plainWords(value) });

const filters = [
  choice('conclusion', 'Conclusion', Object.keys(conclusions).map(named)),
  only('incident_id', () => 'Of one incident'),
  only('created_after', sinceWords),
];

/** Every look that was taken, and what it came to. */
export function AnalysesTab() {
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
      ask: (search) => listing(analysesPath, { query: { limit: 50, ...search } }),
      everyMs: agentsEveryMs,
    },
    useCallback((analysis: Analysis): AnalysisRow => ({ analysis, cluster: byId.get(analysis.cluster_id) }), [byId]),
  );
  const open = useCallback(
    ({ analysis }: AnalysisRow) =>
      void navigate({ to: '/agents/analyses/$analysisId', params: { analysisId: analysis.id } }),
    [navigate],
  );
  return (
    <ApiList
      list={list}
      what="analyses"
      label="Analyses"
      columns={analysisColumns}
      keyOf={rowKey}
      onOpen={open}
      empty={
        <Empty title="Analyses will appear here">
          <p>
            An incident is analyzed when it opens, when another kind of signal joins it, and when somebody asks for it
            on its page. For that its cluster has to be observed.
          </p>
        </Empty>
      }
    />
  );
}
