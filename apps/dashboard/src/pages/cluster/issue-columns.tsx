import type { Issue, OpenIssue } from '../../api/clusters.ts';
import { ObjectChip } from '../../design/object-chip.tsx';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { severityTone } from '../../design/tones.ts';
import { ExpectedMark } from './expected-mark.tsx';
import css from './issue-columns.module.css';

/** As the stream tells it, or with its status from the list. */
export type ShownIssue = OpenIssue | Issue;

export const issueColumns: readonly Column<ShownIssue>[] = [
  {
    id: 'impact',
    label: 'Impact',
    align: 'end',
    folds: true,
    width: '72px',
    cell: ({ score_impact, capped }) => (
      <span className={css['impact']} title={capped ? 'capped: its category has reached its maximum' : undefined}>
        {score_impact === 0 ? '0' : `−${score_impact}`}
        {capped && <span className="quiet"> capped</span>}
      </span>
    ),
  },
  {
    id: 'severity',
    label: 'Severity',
    folds: true,
    width: '104px',
    cell: ({ severity }) => <Status tone={severityTone[severity]}>{severity}</Status>,
  },
  {
    id: 'what',
    label: 'Issue and next step',
    cell: (issue) => (
      <span className={css['what']}>
        <span className={`${css['message']} name`}>{issue.message}</span>
        {issue.expected && issue.action_id !== null ? (
          <ExpectedMark actionId={issue.action_id} isOver={isResolved(issue)} />
        ) : (
          <span className="quiet name">{issue.suggested_action}</span>
        )}
      </span>
    ),
  },
  {
    id: 'where',
    label: 'Where',
    folds: true,
    width: '220px',
    cell: ({ object, cluster_id }) => <ObjectChip object={object} clusterId={cluster_id} />,
  },
  { id: 'since', label: 'Since', folds: true, width: '132px', cell: (issue) => <Since issue={issue} /> },
  {
    id: 'count',
    label: 'Times',
    align: 'end',
    folds: true,
    width: '64px',
    cell: ({ count }) => <span className="number">{count}×</span>,
  },
];

function isResolved(issue: ShownIssue): issue is Issue & { readonly resolved_at: string } {
  return 'resolved_at' in issue && issue.resolved_at !== null;
}

function Since({ issue }: { readonly issue: ShownIssue }) {
  if (isResolved(issue))
    return (
      <span className={css['since']}>
        <Time at={issue.first_seen} />
        <span className="quiet">
          resolved <Time at={issue.resolved_at} />
        </span>
      </span>
    );
  return <Time at={issue.first_seen} />;
}
