import type { IncidentStatus, TimelineKind, WindowState } from '@wheelhouse/contracts';
import type { Incident, MaintenanceWindow } from '../api/incidents.ts';
import type { IconName } from './drawings.ts';
import { objectWords } from './object-words.ts';
import type { Tone } from './status.tsx';

/** The same words and colours wherever an incident or a maintenance window is named. */

export const incidentTone: Readonly<Record<IncidentStatus, Tone>> = {
  open: 'waiting',
  acknowledged: 'running',
  investigating: 'running',
  mitigated: 'attention',
  resolved: 'ok',
  closed: 'note',
};

export const gravityTone: Readonly<Record<Incident['severity'], Tone>> = {
  critical: 'failing',
  high: 'failing',
  medium: 'attention',
  low: 'note',
};

export const windowTone: Readonly<Record<WindowState, Tone>> = {
  scheduled: 'note',
  active: 'running',
  ended: 'note',
  canceled: 'note',
};

export const entryIcons: Readonly<Record<TimelineKind, IconName>> = {
  signal: 'attention',
  change: 'workload',
  status: 'done',
  severity: 'rising',
  assigned: 'person',
  note: 'pencil',
  analysis: 'search',
  suggestion: 'note',
  proposal: 'waiting',
  approval: 'ok',
  action: 'actions',
  verdict: 'agents',
  agent_run: 'running',
  finding: 'search',
  runbook: 'menu',
  window: 'clock',
  webhook: 'webhooks',
  merged: 'merge',
};

/** As people say it to each other. */
export const numberOf = ({ number }: Pick<Incident, 'number'>): string => `#${number}`;

/** The objects within its cluster that it is about; none where it is about the cluster itself, or about none. */
export function objectsOf({ object, affected }: Pick<Incident, 'object' | 'affected'>): ReadonlySet<string> {
  const own = object === null || object.kind === 'Cluster' ? [] : [object];
  return new Set([...own, ...affected].map(objectWords));
}

type Scope = Pick<MaintenanceWindow, 'namespaces' | 'nodes'>;

/** What a window is about: "the whole cluster", "namespace shop and 3 nodes". */
export function scopeWords({ namespaces, nodes }: Scope): string {
  const parts = [named('namespace', namespaces ?? []), named('node', nodes ?? [])].filter((words) => words !== '');
  return parts.length === 0 ? 'the whole cluster' : parts.join(' and ');
}

const mostNamed = 3;

function named(kind: string, names: readonly string[]): string {
  const [only, ...others] = names;
  if (only === undefined) return '';
  if (others.length === 0) return `${kind} ${only}`;
  return names.length <= mostNamed ? `${kind}s ${names.join(', ')}` : `${names.length} ${kind}s`;
}
