import { isLiveIncident } from '@wheelhouse/contracts';
import { Link } from '@tanstack/react-router';
import { AnalyzeButton } from '../../agents/analyze-button.tsx';
import { FromAgent } from '../../agents/agent-away.tsx';
import { ConclusionPart } from '../../agents/conclusion.tsx';
import { DecidedPart } from '../../agents/decided-part.tsx';
import { Rating } from '../../agents/rating.tsx';
import {
  type Analysis,
  hasDecided,
  isConcluded,
  isWorthRating,
  type useAnalysesOf,
  useVerdictsOf,
} from '../../api/agents.ts';
import type { Incident, TimelineEntry } from '../../api/incidents.ts';
import { Section } from '../../design/page.tsx';
import css from './analysis-part.module.css';
import { useProposed } from './use-proposed.ts';

interface AnalysisPartProps {
  readonly incident: Incident;
  readonly entries: readonly TimelineEntry[];
  readonly query: ReturnType<typeof useAnalysesOf>;
}

/** What was concluded about it and why, what came of that, and whether it was any good. */
export function AnalysisPart({ incident, entries, query }: AnalysisPartProps) {
  const { id, status } = incident;
  const isLive = isLiveIncident(status);
  const [newest, ...earlier] = query.data?.data ?? [];
  const isGoingOn = newest !== undefined && !isConcluded(newest);
  return (
    <Section
      title="What was found"
      actions={isLive && !isGoingOn && <AnalyzeButton incidentId={id} again={newest !== undefined} />}
    >
      <FromAgent of={query} who="The analysis agent" what="the analysis">
        {() =>
          newest === undefined ? (
            <NotYet isLive={isLive} />
          ) : (
            <div className={css['analysis']}>
              <Newest key={newest.id} analysis={newest} incident={incident} entries={entries} isLive={isLive} />
              {earlier.length > 0 && (
                <p>
                  <Link to="/agents/analyses" search={{ incident_id: id }}>
                    Earlier analyses
                  </Link>{' '}
                  <span className="number quiet">{(query.data?.total ?? 1) - 1}</span>
                </p>
              )}
            </div>
          )
        }
      </FromAgent>
    </Section>
  );
}

interface NewestProps extends Omit<AnalysisPartProps, 'query'> {
  readonly analysis: Analysis;
  readonly isLive: boolean;
}

function Newest({ analysis, incident, entries, isLive }: NewestProps) {
  const verdicts = useVerdictsOf(incident.id, entries, isLive);
  const proposed = useProposed(entries);
  const action = proposed.find((one) => hasDecided(analysis, one));
  const verdict = verdicts.data?.data.find(({ decision_id }) => decision_id === analysis.decision_id);
  return (
    <>
      <ConclusionPart
        analysis={analysis}
        decided={<DecidedPart analysis={analysis} action={action} verdict={verdict} />}
      />
      {isWorthRating(analysis) && <Rating analysisId={analysis.id} />}
    </>
  );
}

function NotYet({ isLive }: { readonly isLive: boolean }) {
  return (
    <p className="quiet">
      {isLive
        ? 'It was not analyzed yet. That happens by itself when an incident opens and when another kind of signal joins it.'
        : 'It was not analyzed.'}
    </p>
  );
}
