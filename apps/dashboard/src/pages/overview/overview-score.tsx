import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Cluster } from '../../api/clusters.ts';
import { rangeOf } from '../../api/history.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { RangeChoice } from '../../design/range-choice.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import { Waiting } from '../../design/waiting.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { useScore } from '../../live/use-score.ts';

const route = getRouteApi('/house/');

interface OverviewScoreProps {
  readonly shown: FeedShown;
  readonly clusters: readonly Cluster[];
}

/** One picture for all: the lowest score at each moment. */
export function OverviewScore({ shown, clusters }: OverviewScoreProps) {
  const range = rangeOf(route.useSearch().range);
  const navigate = useNavigate({ from: '/' });
  const [first] = clusters.map(({ created_at }) => created_at).toSorted();
  const { data: history, error, refetch, now, words } = useScore(range, shown, first);
  if (history === undefined)
    return error === null ? (
      <Waiting what="the score over time" />
    ) : (
      <ErrorNotice what="The score over time could not be read" error={error} retry={() => void refetch()} />
    );
  return (
    <ScoreChart
      history={history}
      label={`${clusters.length > 1 ? 'Lowest score of all clusters' : 'Score'}, ${words}`}
      now={now}
      actions={
        <RangeChoice
          value={range}
          onChange={(wanted) =>
            void navigate({ to: '.', search: { range: wanted === '24h' ? undefined : wanted }, replace: true })
          }
        />
      }
    />
  );
}
