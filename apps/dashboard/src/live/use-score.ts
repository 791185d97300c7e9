import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { historyQuery, isWhole, type RangeName, ranges } from '../api/history.ts';
import type { FeedShown } from './feed.ts';
import { useReadAgain } from './use-health.ts';

/** What the score is known to be at a moment. */
export interface ScoreNow {
  readonly score: number;
  readonly at: number;
}

/**
 * The score over time since the cluster, or the first of all, was registered. Its end is as live as the stream: a change
 * of the score is read at once.
 */
export function useScore(
  range: RangeName,
  { state, health }: FeedShown,
  registeredAt: string | undefined,
  clusterId?: string,
) {
  const options = historyQuery({ range, registeredAt, clusterId });
  const query = useQuery(options);
  const score = health?.healthScore;
  const [changes, setChanges] = useState(0);
  useEffect(() => setChanges((before) => before + 1), [score]);
  useReadAgain(changes, options.queryKey, 3_000);
  const live = state.is === 'live' && health?.stale === false;
  const { data: history } = query;
  const observedAt = health?.observed_at;
  const now = useMemo((): ScoreNow | undefined => {
    if (score === undefined || observedAt === undefined || history === undefined) return undefined;
    return { score, at: live ? Date.now() : Date.parse(observedAt) };
  }, [score, observedAt, live, history]);
  const isYoung = history !== undefined && isWhole(history, range);
  return { ...query, now, words: isYoung ? 'since registered' : ranges[range].words };
}
