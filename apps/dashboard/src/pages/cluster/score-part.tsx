import { getRouteApi, useMatch, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { deploysQuery } from '../../api/apps.ts';
import { rangeOf } from '../../api/history.ts';
import { RangeChoice } from '../../design/range-choice.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { Loaded } from '../../loading/loaded.tsx';
import { useScore } from '../../live/use-score.ts';
import { useCluster } from './cluster-context.ts';
import { DeployTicks, ticksOf } from './deploy-ticks.tsx';
import { ScoreSum } from './score-sum.tsx';
import css from './score-part.module.css';

const route = getRouteApi('/signed-in/clusters/$clusterId');

/** The score as a picture, and beside it the issues that make the difference. */
export function ScorePart({ clusterId, shown }: { readonly clusterId: string; readonly shown: FeedShown }) {
  const onIssues = useMatch({ from: '/signed-in/clusters/$clusterId/', shouldThrow: false }) !== undefined;
  const search = route.useSearch();
  const navigate = useNavigate();
  const range = rangeOf(search.range);
  const { created_at: registeredAt } = useCluster();
  const score = useScore(range, shown, registeredAt, clusterId);
  const { data: deploys } = useQuery(deploysQuery(clusterId, range));
  const ticks = useMemo(() => ticksOf(deploys ?? []), [deploys]);
  const pick = useCallback(
    (at: string) =>
      void navigate({ to: '/clusters/$clusterId', params: { clusterId }, search: { range: search.range, at } }),
    [navigate, clusterId, search.range],
  );
  return (
    <section className={css['part']} data-on-issues={onIssues} aria-label="Score">
      <div className={css['picture']}>
        <Loaded of={score} what="the score history">
          {(history) => (
            <ScoreChart
              history={history}
              label={`Score, ${score.words}`}
              picked={search.at}
              now={score.now}
              height={168}
              onPick={pick}
              ticks={ticks}
              actions={
                <RangeChoice
                  value={range}
                  onChange={(wanted) =>
                    void navigate({
                      to: '.',
                      search: (old) => ({ ...old, range: wanted === '24h' ? undefined : wanted }),
                      replace: true,
                    })
                  }
                />
              }
            />
          )}
        </Loaded>
        <DeployTicks deploys={deploys ?? []} />
      </div>
      {shown.health !== undefined && (
        <ScoreSum isNow={search.at !== undefined} score={shown.health.healthScore} issues={shown.health.issues} />
      )}
    </section>
  );
}
