import type { ReactNode } from 'react';
import { spanOf } from './clock.ts';
import { Time } from './time.tsx';
import css from './timeline.module.css';

/** One thing that happened. */
export interface Happening {
  readonly key: string | number;
  readonly at: string;
  readonly title: ReactNode;
  /** What came of it, as a status. */
  readonly state?: ReactNode;
  /** Opens under it. */
  readonly detail?: ReactNode;
}

/** What happened, newest on top and open, with the time between one and the next. */
export function Timeline({ happened }: { readonly happened: readonly Happening[] }) {
  const newest = happened.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <ol className={css['timeline']} reversed>
      {newest.map((one, index) => (
        <li key={one.key}>
          <Entry {...one} isOpen={index === 0} />
          <Between later={one} earlier={newest[index + 1]} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ at, title, state, detail, isOpen }: Happening & { readonly isOpen: boolean }) {
  const head = (
    <span className={css['head']}>
      <span className={css['title']}>{title}</span>
      {state}
      <span className="quiet">
        <Time at={at} />
      </span>
    </span>
  );
  if (detail === undefined) return <div className={css['entry']}>{head}</div>;
  return (
    <details className={css['entry']} open={isOpen}>
      <summary>{head}</summary>
      <div className={css['inside']}>{detail}</div>
    </details>
  );
}

function Between({ later, earlier }: { readonly later: Happening; readonly earlier: Happening | undefined }) {
  if (earlier === undefined) return null;
  return <p className={css['between']}>{spanOf(Date.parse(later.at) - Date.parse(earlier.at))} later</p>;
}
