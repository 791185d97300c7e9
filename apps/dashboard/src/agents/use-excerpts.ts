import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Evidence, observationPath } from '../api/agents.ts';
import { reading } from '../api/reading.ts';

/** The last lines of what crashed, by the number of their evidence. Who may not read the look sees the rest all the same. */
export function useExcerpts(evidence: readonly Evidence[], observationId: string | null): ReadonlyMap<number, string> {
  const { data } = useQuery({
    ...reading(observationPath, { params: { id: observationId ?? '' } }),
    enabled: observationId !== null && evidence.some(({ source }) => source === 'logs'),
    // It does not change once it was concluded from.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(
    () =>
      new Map(data?.items.flatMap(({ n, excerpt }) => (excerpt === undefined ? [] : [[n, excerpt] as const])) ?? []),
    [data],
  );
}
