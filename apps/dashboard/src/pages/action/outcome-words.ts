import type { Action } from '../../api/actions.ts';

/** For failures whose message names no next step of its own. */
const nextSteps: Readonly<Record<string, string>> = {
  rollout_stalled:
    'Look at the pods of the Deployment: why do the new ones not become available? The change stays made.',
  stuck_terminating: 'Look at what the pod waits for; its finalizers or its node hold it.',
  cluster_unreachable:
    'Look at the API server of the cluster and at the log of the worker, then see how the target is.',
  changed_by_another: 'See how the target is now, and who else changes it; an autoscaler may.',
  target_missing: 'Check whether the target was removed or made anew meanwhile.',
  pods_returned: 'Find out what places these pods on the node again.',
  refused: 'Mend what the message names, then have the action proposed again.',
};

/** What to do about a failure; nothing where the message says it already. */
export function nextStepOf({ result, error }: Pick<Action, 'result' | 'error'>): string | undefined {
  if (error?.message.includes('Next step') === true) return undefined;
  return nextSteps[result ?? ''] ?? nextSteps[error?.code ?? ''];
}

const titles: Readonly<Record<Exclude<Action['status'], 'pending_approval' | 'executing'>, string>> = {
  success: 'Done.',
  failed: 'It failed.',
  rejected: 'It was rejected. Nothing was changed.',
  expired: 'It expired: nobody decided in time. Nothing was changed.',
  canceled: 'It was canceled before anything was sent to the cluster.',
};

/** How it ended, in a few words; nothing before that. */
export function outcomeTitle({ status, result }: Pick<Action, 'status' | 'result'>): string | undefined {
  if (status === 'pending_approval' || status === 'executing') return undefined;
  if (status === 'failed' && result === 'refused') return 'It was refused. Nothing was changed.';
  return titles[status];
}
