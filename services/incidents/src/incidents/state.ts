import { stateMachine } from '@wheelhouse/kit';

const live = ['open', 'acknowledged', 'investigating', 'mitigated'] as const;

/** Forward along the line, by people; resolved by people or by itself. Only people reopen. */
export const incidentMachine = stateMachine('incident', {
  acknowledge: { from: ['open'], to: 'acknowledged' },
  investigate: { from: ['open', 'acknowledged'], to: 'investigating' },
  mitigate: { from: ['open', 'acknowledged', 'investigating'], to: 'mitigated' },
  resolve: { from: live, to: 'resolved' },
  reopen: { from: ['resolved'], to: 'open' },
  close: { from: ['resolved'], to: 'closed' },
  merge: { from: live, to: 'closed' },
});

export type IncidentStep = keyof typeof incidentMachine.steps;

/** For sentences in the timeline: "Acknowledged". */
export const stepWords: Readonly<Record<IncidentStep, string>> = {
  acknowledge: 'Acknowledged',
  investigate: 'Under investigation',
  mitigate: 'Mitigated',
  resolve: 'Resolved',
  reopen: 'Reopened',
  close: 'Closed',
  merge: 'Merged',
};
