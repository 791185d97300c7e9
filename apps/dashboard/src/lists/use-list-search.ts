import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Filter, Search } from './filter.tsx';

export interface ListSearch<Name extends string> {
  readonly search: Search<Name>;
  readonly set: (change: Record<string, string | undefined>) => void;
  readonly clear: () => void;
  readonly isFiltered: boolean;
}

/** What a list is filtered by, as the address holds it. */
export function useListSearch<Name extends string>(filters: readonly Filter<Name>[]): ListSearch<Name> {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search: { [Key in Name]?: string | undefined } = {};
  const names = filters.flatMap((filter) => filter.names);
  for (const name of names) {
    const value = address[name];
    if (typeof value === 'string') search[name] = value;
  }
  const set = useCallback(
    (change: Record<string, string | undefined>) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const clear = () => {
    const gone = Object.fromEntries(names.map((name) => [name, undefined]));
    void navigate({ to: '.', search: (old) => ({ ...old, ...gone }), replace: true });
  };
  return { search, set, clear, isFiltered: Object.keys(search).length > 0 };
}
