import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { rangeOf, ranges } from '../../api/history.ts';
import { ErrorNotice } from '../../design/notice.tsx';
import { RangeChoice } from '../../design/range-choice.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import { Waiting } from '../../design/waiting.tsx';
import type { FeedShown } from '../../live/feed.ts';
import { useScore } from '../../live/use-score.ts';

const route = getRouteApi('/house/');

/** One picture for all: the lowest score at each moment. */
export function OverviewScore({ shown, several }: { readonly shown: FeedShown; readonly several: boolean }) {
  const range = rangeOf(route.useSearch().range);
  const navigate = useNavigate({ from: '/' });
  const { data: history, error, refetch, now } = useScore(range, shown);
  if (history === undefined)
    return error === null ? (
      <Waiting what="the score over time" />
    ) : (
      <ErrorNotice what="The score over time could not be read" error={error} retry={() => void refetch()} />
    );
  return (
    <ScoreChart
      history={history}
      label={`${several ? 'Lowest score of all clusters' : 'Score'}, ${ranges[range].words}`}
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
