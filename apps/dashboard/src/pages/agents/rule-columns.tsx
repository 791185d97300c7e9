import { Link } from '@tanstack/react-router';
import type { Autonomy } from '../../api/autonomy.ts';
import type { Rule } from '../../api/agents.ts';
import { kindWords } from '../../design/action-words.ts';
import { Status } from '../../design/status.tsx';
import type { Column } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { autonomyOf } from './autonomy-of.ts';
import css from './rule-columns.module.css';
import { ResumeButton } from './resume-button.tsx';
import { RuleRecord } from './rule-record.tsx';
import { RuleSwitch } from './rule-switch.tsx';

export interface RuleRow {
  readonly rule: Rule;
  /** Undefined while it is not known. */
  readonly autonomy: Autonomy | undefined;
}

export const rowKey = ({ rule }: RuleRow): string => rule.name;

const columns: readonly Column<RuleRow>[] = [
  {
    id: 'rule',
    label: 'Rule',
    cell: ({ rule }) => <About rule={rule} />,
  },
  {
    id: 'does',
    label: 'Then',
    width: '180px',
    folds: true,
    cell: ({ rule, autonomy }) => <Does rule={rule} autonomy={autonomy} />,
  },
  {
    id: 'record',
    label: 'Record',
    width: '200px',
    folds: true,
    cell: ({ rule }) => <RuleRecord rule={rule} />,
  },
];

export function ruleColumns(onResume: (rule: Rule) => void): readonly Column<RuleRow>[] {
  return [
    ...columns,
    {
      id: 'state',
      label: 'State',
      width: '180px',
      folds: true,
      cell: ({ rule }) => (
        <span className={css['state']}>
          <RuleSwitch rule={rule} />
          {rule.paused !== null && (
            <>
              <Status tone="attention">paused</Status>
              <span className="quiet">
                <Time at={rule.paused.since} />: <span className="name">{rule.paused.why}</span>
              </span>
              <ResumeButton rule={rule} onResume={onResume} />
            </>
          )}
        </span>
      ),
    },
  ];
}

/** What it looks for; all that it has to see unfolds. */
function About({ rule: { name, title, about, when } }: { readonly rule: Rule }) {
  return (
    <span className={css['about']} id={name}>
      <strong>{title}</strong>
      <span className="quiet">{about}</span>
      <details>
        <summary className={css['summary']}>
          All that it has to see<span className="unseen"> ({title})</span>
        </summary>
        <ul className={css['when']}>
          {when.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      </details>
    </span>
  );
}

/** What follows, and whether that may happen by itself. */
function Does({ rule: { action, follows }, autonomy }: RuleRow) {
  if (action === null) return <span className="quiet">{follows}</span>;
  return (
    <span className={css['does']}>
      <span>{kindWords(action)}</span>
      {autonomy !== undefined && <Link to="/actions/autonomy">{autonomyOf(autonomy, action)}</Link>}
    </span>
  );
}
