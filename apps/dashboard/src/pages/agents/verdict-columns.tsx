import { Link } from '@tanstack/react-router';
import { ruleNameOf } from '../../agents/rule-words.ts';
import { VerdictStatus } from '../../agents/verdict-part.tsx';
import type { VerdictRow } from '../../api/agents.ts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords, objectOf } from '../../design/action-words.ts';
import { plainWords } from '../../design/agent-words.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { Who } from '../actions/who.tsx';
import { ClusterCell } from './cluster-cell.tsx';
import css from './columns.module.css';
import { IncidentCell } from './incident-cell.tsx';

/** Its cluster may have been removed since: then only the id is left. */
export interface VerdictShown {
  readonly row: VerdictRow;
  readonly cluster: Cluster | undefined;
}

export const rowKey = ({ row }: VerdictShown): string => row.id;

export const verdictColumns: readonly Column<VerdictShown>[] = [
  {
    id: 'verdict',
    label: 'Verdict',
    width: '128px',
    folds: true,
    cell: ({ row }) => <VerdictStatus row={row} />,
  },
  {
    id: 'action',
    label: 'Action',
    cell: ({ row: { action, action_id, summary } }) => (
      <span className={css['what']}>
        <Link to="/actions/$actionId" params={{ actionId: action_id }}>
          {kindWords(action)}
        </Link>
        {summary !== null && <span className="quiet name">{summary}</span>}
      </span>
    ),
  },
  {
    id: 'by',
    label: 'By',
    width: '160px',
    folds: true,
    foldedLabel: 'by',
    cell: ({ row }) => <By row={row} />,
  },
  {
    id: 'where',
    label: 'Where',
    width: '220px',
    folds: true,
    cell: ({ row: { target, cluster_id }, cluster }) => (
      <span className={css['where']}>
        <ClusterCell id={cluster_id} cluster={cluster} />
        <ObjectChip object={objectOf(target)} clusterId={cluster_id} />
      </span>
    ),
  },
  {
    id: 'incident',
    label: 'Incident',
    width: '88px',
    folds: true,
    cell: ({ row: { incident_id: id } }) => id !== null && <IncidentCell id={id} />,
  },
  {
    id: 'when',
    label: 'When',
    width: '96px',
    folds: true,
    align: 'end',
    cell: ({ row: { reached_at, created_at } }) => <Time at={reached_at ?? created_at} />,
  },
];

/** Which rule proposed it, and whether a person said yes. */
function By({ row: { rule_id, proposed_by, automatic } }: { readonly row: VerdictRow }) {
  const rule = ruleNameOf(rule_id);
  return (
    <span>
      {rule !== undefined ? plainWords(rule) : proposed_by !== null && <Who who={proposed_by} />}
      <span className="quiet">, {automatic ? 'by itself' : 'asked'}</span>
    </span>
  );
}
