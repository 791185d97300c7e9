import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Cluster } from '../../api/clusters.ts';
import { rangeOf } from '../../api/history.ts';
import { RangeChoice } from '../../design/range-choice.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { Loaded } from '../../loading/loaded.tsx';
import { useScore } from '../../live/use-score.ts';

const route = getRouteApi('/signed-in/');

interface OverviewScoreProps {
  readonly shown: FeedShown;
  readonly clusters: readonly Cluster[];
}

/** One picture for all: the lowest score at each moment. */
export function OverviewScore({ shown, clusters }: OverviewScoreProps) {
  const range = rangeOf(route.useSearch().range);
  const navigate = useNavigate({ from: '/' });
  const [first] = clusters.map(({ created_at }) => created_at).toSorted();
  const score = useScore(range, shown, first);
  return (
    <Loaded of={score} what="the score history">
      {(history) => (
        <ScoreChart
          history={history}
          label={`${clusters.length > 1 ? 'Lowest score of all clusters' : 'Score'}, ${score.words}`}
          now={score.now}
          actions={
            <RangeChoice
              value={range}
              onChange={(wanted) =>
                void navigate({ to: '.', search: { range: wanted === '24h' ? undefined : wanted }, replace: true })
              }
            />
          }
        />
      )}
    </Loaded>
  );
}
