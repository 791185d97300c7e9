import { Link } from '@tanstack/react-router';
import type { Recommendation } from '../../api/agents.ts';
import type { Cluster } from '../../api/clusters.ts';
import { recommendationTitle, recommendationTone } from '../../design/agent-words.ts';
import { gravityTone } from '../../design/incident-words.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { ClusterCell } from './cluster-cell.tsx';
import css from './columns.module.css';

/** Its cluster may have been removed since: then only the id is left. */
export interface RecommendationRow {
  readonly recommendation: Recommendation;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ recommendation }: RecommendationRow): string => recommendation.id;

export const recommendationColumns: readonly Column<RecommendationRow>[] = [
  {
    id: 'severity',
    label: 'Severity',
    width: '104px',
    folds: true,
    cell: ({ recommendation: { severity } }) => <Status tone={gravityTone[severity]}>{severity}</Status>,
  },
  {
    id: 'what',
    label: 'What',
    cell: ({ recommendation }) => (
      <span className={css['what']}>
        <Link
          to="/agents/recommendations/$recommendationId"
          params={{ recommendationId: recommendation.id }}
          className="name"
        >
          {recommendationTitle(recommendation)}
        </Link>
        <span className="quiet name">{recommendation.why}</span>
      </span>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: '120px',
    folds: true,
    cell: ({ recommendation: { status } }) => <Status tone={recommendationTone[status]}>{status}</Status>,
  },
  {
    id: 'where',
    label: 'Where',
    width: '240px',
    folds: true,
    cell: ({ recommendation: { cluster_id: id, object }, cluster }) => (
      <span className={css['where']}>
        <ClusterCell id={id} cluster={cluster} />
        {object !== null && <ObjectChip object={object} clusterId={id} />}
      </span>
    ),
  },
  {
    id: 'since',
    label: 'Since',
    width: '96px',
    folds: true,
    foldedLabel: 'since',
    align: 'end',
    cell: ({ recommendation: { created_at } }) => <Time at={created_at} />,
  },
];
