import { useQueries } from '@tanstack/react-query';
import { type Action, actionPath, actionsEveryMs } from '../../api/actions.ts';
import type { TimelineEntry } from '../../api/incidents.ts';
import { reading } from '../../api/reading.ts';
import { proposed } from './proposals.ts';

const isOpen = ({ status }: Action) => status === 'pending_approval' || status === 'executing';

/** The newest actions that were proposed about an incident, as far as they can be read; those that go on are followed. */
export function useProposed(entries: readonly TimelineEntry[]): readonly Action[] {
  const queries = useQueries({
    queries: proposed(entries).map((id) => ({
      ...reading(actionPath, { params: { id } }),
      refetchInterval: ({ state }: { readonly state: { readonly data: Action | undefined } }) =>
        state.data !== undefined && isOpen(state.data) && actionsEveryMs,
    })),
  });
  return queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
}
