import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Action, Canary } from '../../api/actions.ts';
import { historyAround } from '../../api/history.ts';
import { ImpactList } from '../../design/impact-list.tsx';
import { Section } from '../../design/page.tsx';
import { ScoreChart } from '../../design/score-chart.tsx';
import type { Moment } from '../../design/score-curve.ts';
import { Status } from '../../design/status.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import css from './canary-part.module.css';
import { verdictTone, verdictWords } from './canary-words.ts';

interface CanaryPartProps {
  readonly action: Action;
  readonly canary: Canary;
}

/** What the scale-up did to the health of its cluster, and what came of it. */
export function CanaryPart({ action, canary }: CanaryPartProps) {
  const { verdict, issues, score_before } = canary;
  return (
    <Section title="Health before and after">
      <p>
        <Status tone={verdictTone[verdict]}>{verdict.replaceAll('_', ' ')}</Status>{' '}
        <span className="name">{verdictWords(canary)}</span>
      </p>
      <div className={css['canary']}>
        {score_before !== null && <Compared action={action} canary={canary} />}
        {issues.length > 0 && (
          <div className={css['issues']}>
            <h3>What made the difference</h3>
            <ImpactList
              impacts={issues.map(({ reason, object, message, more_impact }) => ({
                key: `${reason} ${object.kind} ${object.namespace} ${object.name}`,
                points: more_impact,
                message,
                object,
                clusterId: action.cluster_id,
              }))}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

const aroundMs = 5 * 60_000;

/** Both scores on the curve. While it settles, the axis reaches to the moment at which they are compared. */
function Compared({ action, canary }: CanaryPartProps) {
  const { cluster_id, created_at, started_at, finished_at } = action;
  const { settles_at, settle_seconds, score_before, score_after } = canary;
  const settles = settles_at === null ? undefined : Date.parse(settles_at);
  const sent = settles === undefined ? Date.parse(started_at ?? created_at) : settles - settle_seconds * 1_000;
  const query = useQuery(
    historyAround({
      clusterId: cluster_id,
      from: new Date(sent - aroundMs).toISOString(),
      to: endOf(finished_at, settles),
    }),
  );
  const moments = useMemo(
    (): readonly Moment[] => [
      ...(score_before === null ? [] : [{ at: sent, score: score_before, label: 'before' }]),
      ...(score_after === null || settles === undefined ? [] : [{ at: settles, score: score_after, label: 'after' }]),
    ],
    [sent, score_before, score_after, settles],
  );
  return (
    <Loaded of={query} what="the score history">
      {(history) => (
        <ScoreChart
          history={{ ...history, to: later(history.to, finished_at === null ? settles_at : null) }}
          label="Score of the cluster"
          height={168}
          moments={moments}
        />
      )}
    </Loaded>
  );
}

/** Nothing ends in the future: what ended just now is read until now. */
function endOf(finishedAt: string | null, settles: number | undefined): string | undefined {
  if (finishedAt === null) return undefined;
  const end = Math.max(Date.parse(finishedAt), settles ?? 0) + aroundMs;
  return end > Date.now() ? undefined : new Date(end).toISOString();
}

const later = (one: string, other: string | null): string =>
  other !== null && Date.parse(other) > Date.parse(one) ? other : one;
