import type { Action } from '../api/actions.ts';
import type { Cluster, Node, OpenIssue, Workload } from '../api/clusters.ts';
import type { Tone } from './status.tsx';

/** What the API's own words mean in colours. A word is never replaced, only coloured. */

export const phaseTone: Readonly<Record<Cluster['phase'], Tone>> = {
  Pending: 'running',
  Ready: 'ok',
  Degraded: 'attention',
  Unreachable: 'failing',
};

export const severityTone: Readonly<Record<OpenIssue['severity'], Tone>> = {
  critical: 'failing',
  warning: 'attention',
  info: 'note',
};

export const nodeTone: Readonly<Record<Node['status'], Tone>> = {
  Ready: 'ok',
  NotReady: 'failing',
  Unknown: 'unknown',
};

export const workloadTone: Readonly<Record<Workload['status'], Tone>> = {
  ok: 'ok',
  progressing: 'running',
  paused: 'note',
  short: 'attention',
  stuck: 'failing',
  off: 'note',
};

export const actionTone: Readonly<Record<Action['status'], Tone>> = {
  pending_approval: 'waiting',
  executing: 'running',
  success: 'ok',
  failed: 'failing',
  rejected: 'note',
  expired: 'note',
  canceled: 'note',
};

export type ScoreTone = Extract<Tone, 'ok' | 'attention' | 'failing'>;

export function scoreTone(score: number): ScoreTone {
  if (score >= 90) return 'ok';
  return score >= 60 ? 'attention' : 'failing';
}
