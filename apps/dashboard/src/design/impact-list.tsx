import { Link } from '@tanstack/react-router';
import type { OpenIssue } from '../api/clusters.ts';
import css from './impact-list.module.css';
import { objectLink } from './object-chip.tsx';
import { objectWords } from './object-words.ts';

export interface Impact {
  readonly key: string;
  /** Points that it takes from the score. */
  readonly points: number;
  readonly message: string;
  readonly object: OpenIssue['object'];
  /** Leads to it; without, it is only named. */
  readonly clusterId?: string | undefined;
  readonly note?: string | undefined;
}

/** What takes points from a score, each with how many. */
export function ImpactList({ impacts }: { readonly impacts: readonly Impact[] }) {
  return (
    <ol className={css['list']}>
      {impacts.map(({ key, points, message, object, clusterId, note }) => (
        <li key={key}>
          <span className={css['impact']}>−{points}</span>
          <span className={css['what']}>
            <span className="name">{message}</span>{' '}
            <span className="quiet name">
              <Where object={object} clusterId={clusterId} />
              {note}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** No chip: what does not fit in two lines is cut. */
function Where({ object, clusterId }: Pick<Impact, 'object' | 'clusterId'>) {
  const link = clusterId === undefined ? undefined : objectLink(object, clusterId);
  return link === undefined ? objectWords(object) : <Link {...link}>{objectWords(object)}</Link>;
}
