import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { actionStatuses } from '@wheelhouse/contracts';
import type { Page } from '@wheelhouse/sdk';
import { useCallback } from 'react';
import { type Action, actionsEveryMs, actionsPath } from '../../api/actions.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { type ActionRow, rowsOf } from './action-columns.tsx';
import type { ActionSearch } from './action-filters.tsx';

/** Those that wait stand in a group of their own above. */
const othersThanPending = actionStatuses.filter((status) => status !== 'pending_approval').join(',');

/** Read anew every two seconds while the page is in view; the rows that say the same stay the same. */
export function useActionRows({ status, action, cluster_id }: ActionSearch) {
  const { byId } = useClusters();
  return useInfiniteQuery({
    ...listing(actionsPath, { query: { limit: 50, status: status ?? othersThanPending, action, cluster_id } }),
    refetchInterval: actionsEveryMs,
    placeholderData: keepPreviousData,
    select: useCallback(
      ({ pages, pageParams }: InfiniteData<Page<Action>>): InfiniteData<Page<ActionRow>> => ({
        pages: pages.map((page) => ({ ...page, data: rowsOf(page.data, byId) })),
        pageParams,
      }),
      [byId],
    ),
  });
}
