import { Link } from '@tanstack/react-router';
import { AnalysisStatus } from '../../agents/conclusion.tsx';
import type { Analysis } from '../../api/agents.ts';
import type { Cluster } from '../../api/clusters.ts';
import { plainWords } from '../../design/agent-words.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { ClusterCell } from './cluster-cell.tsx';
import css from './columns.module.css';
import { IncidentCell } from './incident-cell.tsx';

/** Its cluster may have been removed since: then only the id is left. */
export interface AnalysisRow {
  readonly analysis: Analysis;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ analysis }: AnalysisRow): string => analysis.id;

export const analysisColumns: readonly Column<AnalysisRow>[] = [
  {
    id: 'conclusion',
    label: 'Conclusion',
    width: '168px',
    folds: true,
    cell: ({ analysis }) => <AnalysisStatus analysis={analysis} />,
  },
  {
    id: 'what',
    label: 'What was found',
    cell: ({ analysis }) => (
      <span className={css['what']}>
        <Link to="/agents/analyses/$analysisId" params={{ analysisId: analysis.id }} className="name">
          {analysis.summary ?? 'Not concluded yet'}
        </Link>
        {analysis.rule !== null && <span className="quiet">rule {plainWords(analysis.rule)}</span>}
      </span>
    ),
  },
  {
    id: 'where',
    label: 'Where',
    width: '240px',
    folds: true,
    cell: ({ analysis: { object, cluster_id }, cluster }) => (
      <span className={css['where']}>
        <ClusterCell id={cluster_id} cluster={cluster} />
        {object !== null && <ObjectChip object={object} clusterId={cluster_id} />}
      </span>
    ),
  },
  {
    id: 'incident',
    label: 'Incident',
    width: '88px',
    folds: true,
    cell: ({ analysis: { incident_id } }) => <IncidentCell id={incident_id} />,
  },
  {
    id: 'when',
    label: 'When',
    width: '96px',
    folds: true,
    align: 'end',
    cell: ({ analysis: { created_at } }) => <Time at={created_at} />,
  },
];
