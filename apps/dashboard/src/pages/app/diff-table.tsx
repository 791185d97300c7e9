import type { Change } from '../../api/apps.ts';
import css from './diff-table.module.css';

interface DiffTableProps {
  readonly changes: readonly Change[];
  readonly label: string;
  /** Where nothing differs. */
  readonly same: string;
}

/** Before → after, a line for each field. */
export function DiffTable({ changes, label, same }: DiffTableProps) {
  if (changes.length === 0) return <p className="quiet">{same}</p>;
  return (
    <dl className={css['diff']} aria-label={label}>
      {changes.map(({ path, before, after }) => (
        <div key={path} className={css['line']}>
          <dt className="name">{path}</dt>
          <dd>
            {before === null ? (
              <span className="quiet">not set</span>
            ) : (
              <del className="name">
                <span className="unseen">before: </span>
                {before}
              </del>
            )}
            <span aria-hidden="true" className="quiet">
              →
            </span>
            {after === null ? (
              <span className="quiet">removed</span>
            ) : (
              <ins className="name">
                <span className="unseen">after: </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
