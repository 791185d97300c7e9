import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Waiting } from '../../design/waiting.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { useHealth } from '../../live/use-health.ts';
import { NoClusters } from '../clusters/no-clusters.tsx';
import { scoresOf } from '../clusters/scores.ts';
import { ClustersPart } from './clusters-part.tsx';
import { NeedList } from './need-list.tsx';
import { clusterNeeds, endingNeeds, issueNeeds } from './needs.ts';
import { NothingNeedsYou } from './nothing-needs-you.tsx';
import { OverviewScore } from './overview-score.tsx';
import { OverviewState } from './overview-state.tsx';

/** What needs a person, before anything else; then how all clusters are. */
export function OverviewPage() {
  const { clusters, byId, data, error, refetch } = useClusters();
  const shown = useHealth();
  return (
    <Page title="Needs you" state={<OverviewState clusters={clusters} shown={shown} />}>
      {error !== null && (
        <ErrorNotice what="The clusters could not be read" error={error} retry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Waiting what="the clusters" />}
      {data !== undefined && <Needs clusters={clusters} byId={byId} shown={shown} />}
      {data !== undefined && clusters.length === 0 && <NoClusters />}
      {clusters.length > 0 && (
        <>
          <Section title="Clusters">
            <ClustersPart clusters={clusters} health={shown.health} />
          </Section>
          <OverviewScore shown={shown} clusters={clusters} />
        </>
      )}
    </Page>
  );
}

interface NeedsProps {
  readonly clusters: readonly Cluster[];
  readonly byId: ReadonlyMap<string, Cluster>;
  readonly shown: FeedShown;
}

const tokensEveryMs = 300_000;

function Needs({ clusters, byId, shown }: NeedsProps) {
  const { health } = shown;
  const { data, error } = useInfiniteQuery({
    ...listing('/auth/api/v1/tokens', { query: { limit: 200 } }),
    refetchInterval: tokensEveryMs,
  });
  const tokens = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const needs = useMemo(
    () => [
      ...clusterNeeds(clusters, scoresOf(health)),
      ...issueNeeds(health?.issues ?? [], byId),
      ...endingNeeds(tokens, clusters, Date.now()),
    ],
    [clusters, byId, health, tokens],
  );
  return (
    <>
      {error !== null && <ErrorNotice what="Your tokens could not be read" error={error} />}
      {needs.length > 0 && <NeedList needs={needs} />}
      {needs.length === 0 && clusters.length > 0 && <NothingNeedsYou clusters={clusters} shown={shown} />}
    </>
  );
}
