import { Link } from '@tanstack/react-router';
import { type Conclusion, conclusions } from '@wheelhouse/contracts';
import type { ReactNode } from 'react';
import type { Analysis } from '../api/agents.ts';
import { analysisTone, conclusionTone, plainWords } from '../design/agent-words.ts';
import { Status } from '../design/status.tsx';
import { Time } from '../design/time.tsx';
import css from './conclusion.module.css';
import { EvidenceList } from './evidence-list.tsx';
import { ReasonStep } from './reason-step.tsx';
import { TriedList } from './tried-list.tsx';

interface ConclusionProps {
  readonly analysis: Analysis;
  /** What was decided, and what became of it. */
  readonly decided?: ReactNode;
}

/** What one analysis came to and why; until then, since when it is looked at. */
export function ConclusionPart({ analysis, decided }: ConclusionProps) {
  const { conclusion, rule, summary, advice, reason, evidence, cluster_id, again_at } = analysis;
  if (conclusion === null) return <GoingOn analysis={analysis} />;
  return (
    <div className={css['conclusion']}>
      <p className={css['line']}>
        <AnalysisStatus analysis={analysis} />
        <span className="quiet">
          <Time at={analysis.concluded_at ?? analysis.created_at} />
        </span>
        {rule !== null && (
          <span>
            by rule{' '}
            <Link to="/agents" hash={rule} className="name">
              {plainWords(rule)}
            </Link>
          </span>
        )}
      </p>
      {summary !== null && <p className={`${css['summary']} name`}>{summary}</p>}
      {isPlain(conclusion) || <p className="quiet">{conclusions[conclusion]}.</p>}
      {again_at !== null && (
        <p className="quiet">
          Looked at again <Time at={again_at} />.
        </p>
      )}
      {reason !== null && <ReasonStep reason={reason} clusterId={cluster_id} />}
      {advice !== null && (
        <div className={css['advice']}>
          <h3>What would help</h3>
          <p className={`${css['text']} name`}>{advice}</p>
        </div>
      )}
      {decided}
      <EvidenceList evidence={evidence} observationId={analysis.observation_id} />
      <TriedList analysis={analysis} />
    </div>
  );
}

/** What the summary says as well; the word alone tells the same. */
const isPlain = (conclusion: Conclusion): boolean => conclusion !== 'suggestion' && conclusion !== 'recovered';

/** In a word, wherever it is listed. */
export function AnalysisStatus({ analysis: { conclusion, status } }: { readonly analysis: Analysis }) {
  if (conclusion !== null) return <Status tone={conclusionTone[conclusion]}>{plainWords(conclusion)}</Status>;
  return <Status tone={status === 'concluded' ? 'unknown' : analysisTone[status]}>{status}</Status>;
}

function GoingOn({ analysis }: Pick<ConclusionProps, 'analysis'>) {
  return (
    <div className={css['conclusion']} role="status">
      <p className={css['line']}>
        <AnalysisStatus analysis={analysis} />
        <span className="quiet">
          for <Time at={analysis.created_at} as="for" />
        </span>
      </p>
      <p>
        {analysis.status === 'queued'
          ? 'Waiting for a look at what it is about.'
          : 'Its pods, changes, node and room elsewhere are being looked at.'}{' '}
        What was found stands here within a minute.
      </p>
    </div>
  );
}
