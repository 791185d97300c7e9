import { Link } from '@tanstack/react-router';
import { usePending } from '../api/actions.ts';
import { Icon } from '../design/icon.tsx';
import css from './shell.module.css';
import { useNeedCount } from '../needs/use-needs.ts';

/** Few, with counts only where someone must act. */
export function Places({ open }: { readonly open: boolean }) {
  const needs = useNeedCount();
  const { total: pending = 0 } = usePending();
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
      <Link to="/actions" className={css['place']} activeOptions={{ includeSearch: false }}>
        <Icon name="actions" />
        Actions
        {pending > 0 && (
          <span className={css['count']}>
            {pending}
            <span className="unseen"> to approve</span>
          </span>
        )}
      </Link>
      <Link to="/webhooks" className={css['place']} activeOptions={{ includeSearch: false }}>
        <Icon name="webhooks" />
        Webhooks
      </Link>
      <Link to="/settings" className={css['place']}>
        <Icon name="settings" />
        Settings
      </Link>
    </nav>
  );
}
