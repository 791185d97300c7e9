import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { actionsEveryMs, usePending } from '../../api/actions.ts';
import { Page } from '../../design/page.tsx';
import type { ActionSearch } from './action-filters.tsx';
import { ActionLists } from './action-lists.tsx';
import { Refreshed } from './refreshed.tsx';

const route = getRouteApi('/house/actions');

/** Every change to a cluster that was proposed or asked for. */
export function ActionsPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/actions' });
  const set = useCallback(
    (change: ActionSearch) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const { total, error, dataUpdatedAt } = usePending(actionsEveryMs);
  return (
    <Page
      title="Actions"
      state={
        <>
          {total !== undefined && (
            <span>
              <span className="number">{total}</span> {total === 1 ? 'waits' : 'wait'} for approval
            </span>
          )}
          <Refreshed at={dataUpdatedAt} isFailing={error !== null} />
        </>
      }
    >
      <ActionLists search={search} set={set} />
    </Page>
  );
}
