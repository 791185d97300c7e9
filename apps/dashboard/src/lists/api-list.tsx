import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { Filters } from '../design/filters.tsx';
import { List } from '../design/list.tsx';
import { lacksScope, NeedsScope } from '../scopes/needs-scope.tsx';
import type { ApiList as ApiListState } from './use-api-list.ts';

type ListProps<Row> = ComponentProps<typeof List<Row>>;

interface ApiListProps<Row> extends Omit<ListProps<Row>, 'query' | 'keyOf' | 'sort' | 'onSort'> {
  readonly list: ApiListState<Row>;
  readonly keyOf?: (row: Row) => string;
  /** A hint beside "no … match these filters". */
  readonly noMatch?: ReactNode;
}

const idOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : '';

/** Filters, then the rows; or why there are none: nothing yet, no match, not allowed, not read. */
export function ApiList<Row>({ list, what, empty, noMatch, keyOf = idOf, ...table }: ApiListProps<Row>) {
  const { query, isBare, isFiltered, sort, onSort } = list;
  if (lacksScope(query.error)) return <NeedsScope what={what} />;
  return (
    <>
      {!isBare && <ListFilters list={list} />}
      <List
        {...table}
        query={query}
        what={what}
        keyOf={keyOf}
        sort={sort}
        {...(onSort && { onSort })}
        empty={isFiltered ? <NoMatch what={what}>{noMatch}</NoMatch> : empty}
      />
    </>
  );
}

type FiltersOf = Pick<ApiListState<unknown>, 'filters' | 'search' | 'set' | 'clear' | 'isFiltered'>;

/** On its own where the list below is not always one of the API. */
export function ListFilters({ list: { filters, search, set, clear, isFiltered } }: { readonly list: FiltersOf }) {
  if (filters.length === 0) return null;
  return (
    <Filters>
      {filters.map((filter) => (
        <Fragment key={filter.names.join()}>{filter.draw(search, set)}</Fragment>
      ))}
      {isFiltered && (
        <Button look="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Filters>
  );
}

function NoMatch({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <Empty title={`No ${what} match these filters`}>
      {children}
      <p>Change or clear the filters above to see more.</p>
    </Empty>
  );
}
