import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { useHealth } from '../../live/use-health.ts';
import { healthOfAll } from '../../api/health-of-all.ts';
import { useNeeds } from '../../needs/use-needs.ts';
import { NoClusters } from '../clusters/no-clusters.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { ClustersPart } from './clusters-part.tsx';
import { NeedList } from './need-list.tsx';
import { NothingNeedsYou } from './nothing-needs-you.tsx';
import { OverviewScore } from './overview-score.tsx';
import { OverviewState } from './overview-state.tsx';

/** What needs a person, before anything else; then how all clusters are. */
export function OverviewPage() {
  const { clusters, data, error, refetch } = useClusters();
  const shown = useHealth();
  return (
    <Page title="Needs you" state={<OverviewState clusters={clusters} shown={shown} />}>
      <Loaded of={{ data, error, refetch }} what="the clusters">
        {() => null}
      </Loaded>
      {data !== undefined && <Needs clusters={clusters} shown={shown} />}
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
  readonly shown: FeedShown;
}

function Needs({ clusters, shown }: NeedsProps) {
  const { health } = shown;
  const queries = useQueryClient();
  const { needs, faults } = useNeeds();
  // The count in the places is of the same health as the list beside it.
  useEffect(() => {
    if (health !== undefined) queries.setQueryData(healthOfAll.queryKey, health);
  }, [queries, health]);
  return (
    <>
      {faults.map(({ what, error }) => (
        <ErrorNotice key={what} what={what} error={error} />
      ))}
      {needs.length > 0 && <NeedList needs={needs} />}
      {needs.length === 0 && clusters.length > 0 && <NothingNeedsYou clusters={clusters} shown={shown} />}
    </>
  );
}
