import { Link } from '@tanstack/react-router';
import { type AnalysisReason, analysisReasons } from '@wheelhouse/contracts';
import type { ReactNode } from 'react';

interface ReasonStepProps {
  readonly reason: AnalysisReason;
  readonly clusterId: string;
}

/** Why it was not analyzed, or nothing is proposed, and what can be done about that. */
export function ReasonStep({ reason, clusterId }: ReasonStepProps) {
  return (
    <p>
      {analysisReasons[reason]}. <span className="quiet">{stepOf(reason, clusterId)}</span>
    </p>
  );
}

function stepOf(reason: AnalysisReason, clusterId: string): ReactNode {
  const cluster = (words: string) => (
    <Link to="/clusters/$clusterId" params={{ clusterId }}>
      {words}
    </Link>
  );
  switch (reason) {
    case 'window':
      return (
        <>
          What still fires when it ends is analyzed then. See the{' '}
          <Link to="/incidents/windows" search={{ state: 'active' }}>
            maintenance windows
          </Link>
          , or analyze it again after that.
        </>
      );
    case 'cap':
      return 'Analyze it again in an hour, or look at the object itself.';
    case 'incident_over':
      return 'If it is not, reopen it and analyze it again.';
    case 'no_object':
      return 'Find out which workload or node it is about; the notes of the timeline are the place for that.';
    case 'no_worker':
      return <>See what is wrong with {cluster('the cluster')}, then analyze it again.</>;
    case 'not_observed':
      return <>Analyze it again once {cluster('the cluster')} answers.</>;
    case 'object_gone':
      return 'If something took its place, that has an incident of its own when it is in trouble.';
    case 'proposed_before':
      return 'It is not asked again: decide by hand what to do.';
    case 'switched_off':
      return (
        <>
          An administrator can switch it on under <Link to="/agents">Agents</Link>.
        </>
      );
    default:
      throw new RangeError(`Nothing is known of the reason ${JSON.stringify(reason satisfies never)}`);
  }
}
