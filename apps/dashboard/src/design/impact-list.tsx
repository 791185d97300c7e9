import type { OpenIssue } from '../api/clusters.ts';
import css from './impact-list.module.css';
import { objectWords } from './object-words.ts';

export interface Impact {
  readonly key: string;
  /** Points that it takes from the score. */
  readonly points: number;
  readonly message: string;
  readonly object: OpenIssue['object'];
  readonly note?: string | undefined;
}

/** What takes points from a score, each with how many. */
export function ImpactList({ impacts }: { readonly impacts: readonly Impact[] }) {
  return (
    <ol className={css['list']}>
      {impacts.map(({ key, points, message, object, note }) => (
        <li key={key}>
          <span className={css['impact']}>−{points}</span>
          <span className={css['what']}>
            <span className="name">{message}</span>{' '}
            <span className="quiet name">
              {objectWords(object)}
              {note}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
