/** The words of incidents, the same on REST, in events and on pages. Without schemas, as `action-words`. */

/** In the order in which an incident goes through them. */
export const incidentStatuses = ['open', 'acknowledged', 'investigating', 'mitigated', 'resolved', 'closed'] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** Somebody may still have to do something about it. */
export const liveIncidentStatuses = ['open', 'acknowledged', 'investigating', 'mitigated'] as const;
export type LiveIncidentStatus = (typeof liveIncidentStatuses)[number];

export function isLiveIncident(status: IncidentStatus): status is LiveIncidentStatus {
  return status !== 'resolved' && status !== 'closed';
}

export const incidentCategories = {
  availability: 'something does not run, or not all of it',
  performance: 'it runs, and too slowly',
  capacity: 'there is no room for it, or soon will not be',
  deployment: 'a new version cannot start',
  configuration: 'it is set in a way that will hurt',
  security: 'it can be reached or misused by somebody who should not',
  cost: 'it costs more than it should',
} as const satisfies Readonly<Record<string, string>>;
export type IncidentCategory = keyof typeof incidentCategories;

export function isIncidentCategory(word: string): word is IncidentCategory {
  return Object.hasOwn(incidentCategories, word);
}

export const incidentCategoryNames: readonly IncidentCategory[] =
  Object.keys(incidentCategories).filter(isIncidentCategory);

/** Why it is over. */
export const incidentResolutions = {
  fixed: 'Somebody fixed it',
  self_healed: 'It went away by itself',
  not_an_incident: 'Nothing was wrong',
  cluster_removed: 'Its cluster was removed',
  stale: 'Nothing was heard of it for seven days',
  merged: 'It was merged into another incident',
} as const satisfies Readonly<Record<string, string>>;
export type IncidentResolution = keyof typeof incidentResolutions;

/** What a person may say; the others come by themselves. */
export const saidResolutions = ['fixed', 'self_healed', 'not_an_incident'] as const;

export const signalSources = ['k8s-monitor', 'platform', 'alertmanager', 'api', 'person'] as const;
export type SignalSource = (typeof signalSources)[number];

/** What a timeline tells of. */
export const timelineKinds = {
  signal: 'Signal',
  change: 'Change',
  status: 'Status',
  severity: 'Severity',
  assigned: 'Assigned',
  note: 'Note',
  analysis: 'Analysis',
  suggestion: 'Suggestion',
  proposal: 'Proposal',
  approval: 'Approval',
  action: 'Action',
  verdict: 'Verdict',
  agent_run: 'Agent run',
  finding: 'Finding',
  runbook: 'Runbook',
  window: 'Maintenance window',
  webhook: 'Notification',
  merged: 'Merged',
} as const satisfies Readonly<Record<string, string>>;
export type TimelineKind = keyof typeof timelineKinds;

export function isTimelineKind(word: string): word is TimelineKind {
  return Object.hasOwn(timelineKinds, word);
}

export const timelineKindNames: readonly TimelineKind[] = Object.keys(timelineKinds).filter(isTimelineKind);

export const windowStates = ['scheduled', 'active', 'ended', 'canceled'] as const;
export type WindowState = (typeof windowStates)[number];
