import type { App, Cloudspace, Deployment } from '../api/apps.ts';
import type { Tone } from './status.tsx';

/** The same words and colours wherever an app, a deployment or a CloudSpace is named. */

type Phase = Deployment['phase'];

/** In their order, before it is Live. */
export const runningPhases = ['Queued', 'Syncing', 'RollingOut', 'Verifying'] as const satisfies readonly Phase[];
export const deploymentPhases: readonly Phase[] = [
  ...runningPhases,
  'Live',
  'Failed',
  'RolledBack',
  'Canceled',
  'Superseded',
];
export const cloudspacePhases: readonly Cloudspace['phase'][] = [
  'Pending',
  'Provisioning',
  'Ready',
  'Updating',
  'Deleting',
  'Failed',
];

export const isRunning = (phase: Phase): boolean => runningPhases.some((running) => running === phase);

export const deploymentTone: Readonly<Record<Phase, Tone>> = {
  Queued: 'running',
  Syncing: 'running',
  RollingOut: 'running',
  Verifying: 'running',
  Live: 'ok',
  Failed: 'failing',
  RolledBack: 'attention',
  Canceled: 'note',
  Superseded: 'note',
};

export const healthTone: Readonly<Record<App['health'], Tone>> = {
  Healthy: 'ok',
  Suspended: 'note',
  Progressing: 'running',
  Missing: 'failing',
  Degraded: 'failing',
  Unknown: 'unknown',
};

export const cloudspaceTone: Readonly<Record<Cloudspace['phase'], Tone>> = {
  Pending: 'running',
  Provisioning: 'running',
  Ready: 'ok',
  Updating: 'running',
  Deleting: 'running',
  Failed: 'failing',
};

interface AppState {
  /** The API's own value. */
  readonly word: string;
  readonly tone: Tone;
}

type StateOf = Pick<App, 'state' | 'phase' | 'health' | 'pinned'>;

/** The worst that is to be said of an app. The command line has the same order. */
export function appState({ state, phase, health, pinned }: StateOf): AppState {
  if (state === 'delete_failed') return { word: state, tone: 'failing' };
  if (state === 'deleting') return { word: state, tone: 'running' };
  if (phase === 'Failed') return { word: phase, tone: 'failing' };
  if (health === 'Degraded' || health === 'Missing') return { word: health, tone: healthTone[health] };
  if (pinned !== null) return { word: 'pinned', tone: 'waiting' };
  if (isRunning(phase)) return { word: phase, tone: 'running' };
  if (phase === 'Live' && health !== 'Healthy') return { word: health, tone: healthTone[health] };
  return { word: phase, tone: deploymentTone[phase] };
}

/** What set it off; that of a rollback names what it puts back. */
export function triggerWords({ trigger, of_revision, actor }: Deployment): string {
  if (trigger !== 'rollback') return trigger;
  const of = of_revision === null ? '' : ` to revision ${of_revision}`;
  return `${actor === null ? 'automatic rollback' : 'rollback'}${of}`;
}
