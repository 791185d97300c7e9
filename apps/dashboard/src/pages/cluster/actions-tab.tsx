import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ActionSearch } from '../actions/action-filters.tsx';
import { ActionLists } from '../actions/action-lists.tsx';
import { useCluster } from './cluster-context.ts';

const route = getRouteApi('/house/clusters/$clusterId/actions');

/** What was done to the cluster, and what waits to be. */
export function ActionsTab() {
  const cluster = useCluster();
  const { status, action } = route.useSearch();
  const navigate = useNavigate({ from: '/clusters/$clusterId/actions' });
  const set = useCallback(
    (change: ActionSearch) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  return <ActionLists search={{ status, action }} set={set} of={cluster} />;
}
