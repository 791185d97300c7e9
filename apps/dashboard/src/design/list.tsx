import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import type { Page } from '@wheelhouse/sdk';
import { type ComponentProps, type ReactNode, useCallback, useMemo } from 'react';
import css from './list.module.css';
import { ErrorNotice } from './notice.tsx';
import { Table } from './table.tsx';
import { Waiting } from './waiting.tsx';

type TableProps<Row> = ComponentProps<typeof Table<Row>>;

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'total' | 'more' | 'outdated'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** "webhooks": for the words of waiting and failing. */
  readonly what: string;
  /** Shown when there is nothing: nothing yet, or filters too narrow. */
  readonly empty: ReactNode;
}

/** A list of the API: waiting, failed, empty, or its rows, read on as one scrolls. */
export function List<Row>({ query, what, empty, ...table }: ListProps<Row>) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, isPlaceholderData } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  if (isPending) return <Waiting what={what} />;
  const failure = error !== null && (
    <ErrorNotice
      what={`Could not ${first === undefined ? 'load' : 'refresh'} ${what}`}
      error={error}
      retry={() => void refetch()}
    />
  );
  if (first === undefined) return failure;
  return (
    <div className={css['list']}>
      {failure}
      {rows.length === 0 ? (
        empty
      ) : (
        <Table {...table} rows={rows} total={first.total} more={more} outdated={isPlaceholderData} />
      )}
      {rows.length > 0 && (
        <p className={css['count']}>
          {rows.length < first.total
            ? `${rows.length} of ${first.total}${first.total_is_estimate === true ? ' or more' : ''} loaded; scroll for more`
            : `${first.total} in total`}
        </p>
      )}
    </div>
  );
}
