import { Link } from '@tanstack/react-router';
import { Icon } from '../design/icon.tsx';
import css from './shell.module.css';
import { useNeedCount } from '../needs/use-needs.ts';

/** Few, with counts only where someone must act. */
export function Places({ open }: { readonly open: boolean }) {
  const needs = useNeedCount();
  return (
    <nav aria-label="Places" className={css['places']} data-open={open} id="places">
      <Link to="/" className={css['place']} activeOptions={{ exact: true, includeSearch: false }}>
        <Icon name="waiting" />
        Needs you
        {needs > 0 && (
          <span className={css['count']}>
            {needs}
            <span className="unseen"> to look at</span>
          </span>
        )}
      </Link>
      <Link to="/clusters" className={css['place']}>
        <Icon name="clusters" />
        Clusters
      </Link>
      <Link to="/settings" className={css['place']}>
        <Icon name="settings" />
        Settings
      </Link>
    </nav>
  );
}
