import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isLiveIncident } from '@wheelhouse/contracts';
import { type Incident, type Receiver, type TimelineEntry, timelinePath } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';

/** As many as the list asks webhooks about. */
const most = 20;
const everyMs = 10_000;

/** Who got the notifications, by entry: the stream does not ask that, and a delivery goes on after its event. */
export function useReceivers(
  { id, status }: Incident,
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, readonly Receiver[] | null> {
  const newest = entries.findLast(({ kind }) => kind === 'webhook')?.id;
  const path = reading(timelinePath, { params: { id }, query: { kind: 'webhook', limit: most } });
  const { data } = useQuery({
    ...path,
    // One more notification is another question.
    queryKey: [...path.queryKey, newest],
    enabled: newest !== undefined,
    placeholderData: (before) => before,
    refetchInterval: isLiveIncident(status) && everyMs,
  });
  return useMemo(() => new Map(data?.data.map((entry) => [entry.id, entry.receivers])), [data]);
}
