import { Link } from '@tanstack/react-router';
import { ClusterChip, ObjectChip } from '../../design/chip.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import type { Need } from '../../needs/need.ts';
import css from './need-list.module.css';

const most = 10;

/** What waits for a person, gravest first. */
export function NeedList({ needs }: { readonly needs: readonly Need[] }) {
  return (
    <>
      <ol className={css['needs']}>
        {needs.slice(0, most).map((need) => (
          <Line key={need.key} need={need} />
        ))}
      </ol>
      {needs.length > most && (
        <p className="quiet">
          The {most} most serious of {needs.length}. The others are listed with their clusters below.
        </p>
      )}
    </>
  );
}

function Line({ need: { tone, word, what, next, cluster, object, when, link, linkWords } }: { readonly need: Need }) {
  return (
    <li className={css['need']}>
      <Status tone={tone}>{word}</Status>
      <div className={css['words']}>
        <p className={`${css['what']} name`}>{what}</p>
        <p className={css['where']}>
          {cluster !== undefined && <ClusterChip id={cluster.id} name={cluster.name} />}
          {object !== undefined && cluster !== undefined && <ObjectChip object={object} clusterId={cluster.id} />}
          {when !== undefined && (
            <span className="quiet">
              {when.words} <Time at={when.at} as={when.as ?? 'relative'} />
            </span>
          )}
        </p>
        <p className={`${css['next']} name`}>{next}</p>
      </div>
      <Link {...link} className={css['link']}>
        {linkWords}
        <span className="unseen">: {what}</span>
      </Link>
    </li>
  );
}
