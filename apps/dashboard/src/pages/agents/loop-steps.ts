import type { LinkProps } from '@tanstack/react-router';
import { badVerdicts, incidentStatuses, judgedVerdicts } from '@wheelhouse/contracts';

export interface LoopStep {
  readonly name: string;
  /** Undefined: nothing counts it. */
  readonly count: string | undefined;
  /** What the figure is of, in a few words. */
  readonly about: string;
  readonly link: LinkProps;
}

export type LoopStepName = 'signals' | 'incidents' | 'analyzed' | 'proposed' | 'approved' | 'alone' | 'cured';

/** How often each was counted in the last days; undefined while that is not known. */
export interface LoopCounts {
  readonly incidents: number | undefined;
  readonly analyzed: number | undefined;
  readonly notAnalyzed: number | undefined;
  readonly proposed: number | undefined;
  readonly suggested: number | undefined;
  readonly approved: number | undefined;
  readonly alone: number | undefined;
  readonly cured: number | undefined;
  readonly judged: number | undefined;
  readonly bad: number | undefined;
}

export const analyzedConclusions = 'action_proposed,suggestion,no_rule,recovered';
export const notAnalyzedConclusions = 'not_observable,not_analysed';
export const judged = judgedVerdicts.join(',');
export const bad = badVerdicts.join(',');

/** The steps of the picture, each with the list that its figure is the total of. */
export function loopSteps(counts: LoopCounts, since: string): Readonly<Record<LoopStepName, LoopStep>> {
  const created_after = since;
  return {
    signals: {
      name: 'Signals',
      count: undefined,
      about: 'issues of clusters, alerts, programs',
      link: { to: '/clusters' },
    },
    incidents: {
      name: 'Incidents',
      count: figure(counts.incidents),
      about: 'opened',
      link: { to: '/incidents', search: { status: incidentStatuses.join(','), created_after } },
    },
    analyzed: {
      name: 'Analyzed',
      count: figure(counts.analyzed),
      about: `${figure(counts.notAnalyzed)} could not be`,
      link: { to: '/agents/analyses', search: { created_after } },
    },
    proposed: {
      name: 'Proposed',
      count: figure(counts.proposed),
      about: `and ${figure(counts.suggested)} suggested`,
      link: { to: '/agents/analyses', search: { conclusion: 'action_proposed', created_after } },
    },
    approved: {
      name: 'Approved',
      count: figure(counts.approved),
      about: 'by people',
      link: { to: '/agents/verdicts', search: { created_after } },
    },
    alone: {
      name: 'By itself',
      count: figure(counts.alone),
      about: 'where an admin allows it',
      link: { to: '/actions/autonomy', search: { days: '7' } },
    },
    cured: {
      name: 'Cured',
      count: figure(counts.cured),
      about: `of ${figure(counts.judged)} judged`,
      link: { to: '/agents/verdicts', search: { verdict: 'cured', created_after } },
    },
  };
}

const figure = (count: number | undefined): string => (count === undefined ? '–' : String(count));
