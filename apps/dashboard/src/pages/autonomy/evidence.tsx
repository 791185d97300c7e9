import { Link } from '@tanstack/react-router';
import { isGuardName } from '@wheelhouse/contracts';
import type { LedgerRow } from '../../api/autonomy.ts';
import { Status } from '../../design/status.tsx';
import css from './evidence.module.css';
import { endings, endingTone, startedWords, successWords, timesWords } from './evidence-words.ts';

interface EvidenceProps {
  readonly title: string;
  readonly row: LedgerRow;
}

/** How those of one origin went: a bar of their endings, and the same in words. */
export function Evidence({ title, row }: EvidenceProps) {
  const counted = endings.map((ending) => ({ ending, count: row[ending] })).filter(({ count }) => count > 0);
  const [started, times] = [startedWords(row), timesWords(row)];
  return (
    <div className={css['evidence']}>
      <h3>
        {title} <span className="number quiet">{row.actions}</span>
      </h3>
      <p>{successWords(row)}</p>
      <div className={css['bar']} aria-hidden="true">
        {counted.map(({ ending, count }) => (
          <span key={ending} data-ending={ending} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={css['counts']} aria-label="How they ended">
        {counted.map(({ ending, count }) => (
          <li key={ending}>
            <span className={css['key']} data-ending={ending} aria-hidden="true" />
            <Status tone={endingTone[ending]}>
              <span className="number">{count}</span> {ending}
            </Status>
          </li>
        ))}
      </ul>
      {(started !== undefined || times !== undefined) && (
        <p className="quiet">
          {started} {times}
        </p>
      )}
      {row.refused_by.length > 0 && (
        <p className="quiet">
          Refused by{' '}
          {row.refused_by.map(({ reason, actions }, index) => (
            <span key={reason}>
              {index > 0 && ', '}
              <Reason name={reason} /> <span className="number">{actions}</span>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  );
}

/** A guard leads to its setting. */
function Reason({ name }: { readonly name: string }) {
  const words = <code className="name">{name}</code>;
  if (!isGuardName(name) || name === 'kill_switch' || name === 'autonomy') return words;
  return (
    <Link to="/settings/guards" hash={name}>
      {words}
    </Link>
  );
}
