import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { ClusterChip } from '../../design/chip.tsx';
import { ObjectChip } from '../../design/object-chip.tsx';
import { ErrorNotice } from '../../design/notice.tsx';
import { say } from '../../design/said.tsx';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import type { Act, Need } from '../../needs/need.ts';
import { ScopeButton } from '../../scopes/scope-button.tsx';
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

function Line({ need }: { readonly need: Need }) {
  const { tone, word, what, next, cluster, object, when, link, linkWords, act } = need;
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
      <div className={css['do']}>
        {act !== undefined && <ActButton act={act} what={what} />}
        <Link {...link} className={css['link']}>
          {linkWords}
          <span className="unseen">: {what}</span>
        </Link>
      </div>
    </li>
  );
}

/** The verb on the row, where one press is enough. */
function ActButton({ act, what }: { readonly act: Act; readonly what: string }) {
  const { words, scope, run, outdates, said, failed } = act;
  const change = useChange(run, { outdates, done: () => say(said) });
  return (
    <>
      <ScopeButton scope={scope} busy={change.isPending} onClick={() => change.mutate()}>
        {words}
        <span className="unseen">: {what}</span>
      </ScopeButton>
      {change.error !== null && <ErrorNotice what={failed} error={change.error} />}
    </>
  );
}
