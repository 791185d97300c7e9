import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type TimelineEntry, timelinePath } from '../../api/incidents.ts';
import { listing } from '../../api/reading.ts';

/** As many as the stream begins with: with fewer, there are no others. */
const streamed = 100;

interface Earlier {
  /** All that is known, in the order in which it happened. */
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly more: () => void;
  readonly error: Error | null;
}

/** What the stream tells, and what happened before that once somebody asks for it. */
export function useEarlier(id: string, told: readonly TimelineEntry[]): Earlier {
  const [isAsked, setAsked] = useState(false);
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...listing(timelinePath, { params: { id }, query: { limit: 200 } }),
    enabled: isAsked,
    // What is new is told by the stream.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const entries = useMemo(() => {
    const known = new Map(data?.pages.flatMap((page) => page.data).map((entry) => [entry.id, entry]));
    for (const entry of told) known.set(entry.id, entry);
    return [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }, [data, told]);
  return {
    entries,
    hasMore: data === undefined ? told.length >= streamed : hasNextPage,
    busy: isAsked && isFetching,
    more: () => {
      if (data === undefined) setAsked(true);
      else void fetchNextPage();
    },
    error,
  };
}
