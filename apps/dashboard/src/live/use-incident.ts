import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { client } from '../api/client.ts';
import { type IncidentInFull, incidentPath, type TimelineEntry } from '../api/incidents.ts';
import { Feed, type FeedState } from './feed.ts';
import { pageFeed } from './page-feed.ts';

/** As its stream tells it: the newest of its timeline, and all that came since. */
export interface FollowedIncident {
  readonly incident: IncidentInFull;
  /** In the order in which they happened. */
  readonly entries: readonly TimelineEntry[];
}

interface Told {
  readonly incident: IncidentInFull;
  /** Those that are new, or another than before. */
  readonly entries: readonly TimelineEntry[];
}

interface Following {
  readonly data: FollowedIncident | undefined;
  readonly state: FeedState;
  /** What a change was answered with is shown at once. */
  readonly answered: (incident: IncidentInFull) => void;
}

/** Follows one incident until it is closed, and makes it the feed whose freshness the top bar shows. */
export function useIncident(id: string): Following {
  const [turn, setTurn] = useState(0);
  // oxlint-disable-next-line react/exhaustive-deps -- each turn is a stream of its own
  const feed = useMemo(() => incidentFeed(id), [id, turn]);
  useEffect(() => pageFeed.set(feed), [feed]);
  const { data, state } = useSyncExternalStore(feed.listen, feed.shown);
  const [answer, setAnswer] = useState<IncidentInFull>();
  // While the next stream begins.
  const kept = useRef<FollowedIncident>(undefined);
  if (data !== undefined || kept.current?.incident.id !== id) kept.current = data;
  const isOver = state.is === 'ended';
  const answered = useCallback(
    (incident: IncidentInFull) => {
      setAnswer(incident);
      // The stream of a closed one has ended: what was changed since is told by another.
      if (isOver) setTurn((before) => before + 1);
    },
    [isOver],
  );
  const shown = kept.current;
  return {
    data: shown && { ...shown, incident: newerOf(shown.incident, answer) },
    state,
    answered,
  };
}

/** The stream may be late, or broken. */
function newerOf(told: IncidentInFull, answer: IncidentInFull | undefined): IncidentInFull {
  return answer?.id === told.id && answer.updated_at > told.updated_at ? answer : told;
}

function incidentFeed(id: string): Feed<FollowedIncident> {
  const known = new Map<string, TimelineEntry>();
  return new Feed<FollowedIncident>({
    open: (signal) => client.stream(`${incidentPath}/stream`, { params: { id }, signal, retries: 0 }),
    read: (data, event) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's events are these two, as its route says
      const { incident, entries } = data as Told;
      // Whoever begins anew is told the newest of what there is now.
      if (event === 'snapshot') known.clear();
      for (const entry of entries) known.set(entry.id, entry);
      return { incident, entries: [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
    },
    lasts: { ended: 'end' },
  });
}
