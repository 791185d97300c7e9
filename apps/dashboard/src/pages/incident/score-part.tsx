import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { isApiError } from '@wheelhouse/sdk';
import { useCallback, useMemo } from 'react';
import { historyAround } from '../../api/history.ts';
import type { Incident, TimelineEntry } from '../../api/incidents.ts';
import { Button } from '../../design/button.tsx';
import { exact } from '../../design/clock.ts';
import { Section } from '../../design/page.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import type { Tick } from '../../design/score-curve.ts';
import { Loaded } from '../../loading/loaded.tsx';
import { IssuesPart } from './issues-part.tsx';
import css from './score-part.module.css';

const route = getRouteApi('/signed-in/incidents/$incidentId');

const minuteMs = 60_000;
/** What changed just before is what one looks for. */
const beforeMs = 30 * minuteMs;
const afterMs = 15 * minuteMs;
const everyMs = 15_000;

interface ScorePartProps {
  readonly incident: Incident;
  readonly entries: readonly TimelineEntry[];
}

/** The score of its cluster from before it began, what was changed and done meanwhile, and the issues behind it. */
export function ScorePart({ incident, entries }: ScorePartProps) {
  const { cluster_id, started_at, resolved_at } = incident;
  const { at } = route.useSearch();
  const navigate = useNavigate();
  const from = new Date(Date.parse(started_at) - beforeMs).toISOString();
  const query = useQuery(historyAround({ clusterId: cluster_id, from, to: endOf(resolved_at), everyMs }));
  const ticks = useMemo(() => ticksOf(entries), [entries]);
  const pick = useCallback(
    (moment: string | undefined) =>
      void navigate({ to: '.', search: (old) => ({ ...old, at: moment }), replace: true }),
    [navigate],
  );
  // A cluster that was never observed has no score, and not everybody may see that of a whole cluster.
  if (isApiError(query.error) && query.error.status < 500) return null;
  return (
    <Section
      title="Score of the cluster"
      {...(at !== undefined && {
        about: `The issues are those of ${exact(Date.parse(at))}.`,
        actions: <Button onClick={() => pick(undefined)}>{resolved_at === null ? 'Back to now' : 'Back'}</Button>,
      })}
    >
      <div className={css['score']}>
        <Loaded of={query} what="the score history">
          {(history) => (
            <ScoreChart
              history={history}
              label="From 30 min before it began"
              height={168}
              ticks={ticks}
              picked={at}
              onPick={pick}
            />
          )}
        </Loaded>
        <IssuesPart incident={incident} at={at} />
      </div>
    </Section>
  );
}

/** Nothing ends in the future: what was resolved just now is read until now. */
function endOf(resolvedAt: string | null): string | undefined {
  if (resolvedAt === null) return undefined;
  const end = Date.parse(resolvedAt) + afterMs;
  return end > Date.now() ? undefined : new Date(end).toISOString();
}

const done = new Set<TimelineEntry['kind']>(['change', 'action']);

const ticksOf = (entries: readonly TimelineEntry[]): readonly Tick[] =>
  entries.filter(({ kind }) => done.has(kind)).map(({ at, summary }) => ({ at: Date.parse(at), words: summary }));
