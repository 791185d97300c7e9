import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePending } from '../api/actions.ts';
import { type Health, useClusters } from '../api/clusters.ts';
import { listing, reading } from '../api/reading.ts';
import { scoresOf } from '../api/scores.ts';
import { useWebhooks } from '../api/webhooks.ts';
import { actionNeeds, clusterNeeds, endingNeeds, issueNeeds, type Need } from './needs.ts';
import { webhookNeeds } from './webhook-needs.ts';

/** The page of needs follows the stream, and puts what it hears here. */
export const healthOfAll = { ...reading('/k8s-monitor/api/health'), refetchInterval: 15_000 };

const tokensEveryMs = 300_000;

/** Something that could not be read, so that what it would need is not known. */
export interface Fault {
  readonly what: string;
  readonly error: Error;
}

/** Everything that waits for the person signed in. Later areas add theirs here, and count with it everywhere. */
export function useNeeds(health: Health | undefined): {
  readonly needs: readonly Need[];
  readonly faults: readonly Fault[];
} {
  const { clusters, byId } = useClusters();
  const actions = usePending();
  const { pending, total } = actions;
  const { webhooks, error: webhooksError } = useWebhooks();
  const { data, error } = useInfiniteQuery({
    ...listing('/auth/api/v1/tokens', { query: { limit: 200 } }),
    refetchInterval: tokensEveryMs,
  });
  const tokens = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const needs = useMemo(
    () => [
      ...actionNeeds(pending, total ?? 0, byId),
      ...clusterNeeds(clusters, scoresOf(health)),
      ...webhookNeeds(webhooks),
      ...issueNeeds(health?.issues ?? [], byId),
      ...endingNeeds(tokens, clusters, Date.now()),
    ],
    [clusters, byId, health, tokens, pending, total, webhooks],
  );
  const faults = [
    { what: 'What waits for approval could not be read', error: actions.error },
    { what: 'The webhooks could not be read', error: webhooksError },
    { what: 'Your tokens could not be read', error },
  ].filter((fault): fault is Fault => fault.error !== null);
  return { needs, faults };
}

/** How many there are, for the places, on whatever page one is. */
export function useNeedCount(): number {
  const { clusters } = useClusters();
  const observed = clusters.some(({ phase }) => phase === 'Ready' || phase === 'Degraded');
  // On the page of needs the stream brings it.
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const { data } = useQuery({ ...healthOfAll, enabled: observed && !isThere });
  return useNeeds(data).needs.length;
}
