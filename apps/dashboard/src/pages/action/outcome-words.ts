import type { Action } from '../../api/actions.ts';

/** For failures whose message names no next step of its own. */
const nextSteps: Readonly<Record<string, string>> = {
  rollout_stalled: 'Check why the Deployment’s new pods do not become available. The change remains in place.',
  stuck_terminating: 'Check what the pod is waiting for; its finalizers or its node may be holding it.',
  cluster_unreachable: 'Check the cluster’s API server and the worker’s log, then the state of the target.',
  changed_by_another: 'Check the target’s current state and what else changes it, such as an autoscaler.',
  target_missing: 'Check whether the target was removed or recreated in the meantime.',
  pods_returned: 'Find out what schedules these pods onto the node again.',
  reverted: 'Look at the issues that made the difference before you scale up again.',
  refused: 'Fix what the message names, then propose the action again.',
};

/** What to do about a failure; nothing where the message says it already. */
export function nextStepOf({ result, error }: Pick<Action, 'result' | 'error'>): string | undefined {
  if (error?.message.includes('Next step') === true) return undefined;
  return nextSteps[result ?? ''] ?? nextSteps[error?.code ?? ''];
}

const titles: Readonly<Record<Exclude<Action['status'], 'pending_approval' | 'executing'>, string>> = {
  success: 'Done.',
  failed: 'Failed.',
  rejected: 'Rejected. Nothing was changed.',
  expired: 'Expired: nobody decided in time. Nothing was changed.',
  canceled: 'Canceled before anything was sent to the cluster.',
};

/** Where the status alone would mislead. */
const results: Readonly<Record<string, string>> = {
  refused: 'Refused. Nothing was changed.',
  reverted: 'Reverted: the health score dropped too far, so the Deployment was scaled back.',
  revert_skipped: 'Failed: the health score dropped too far, and the scale-up is still in place.',
  dry_run: 'Done as a dry run. Nothing was changed.',
};

type Ended = Pick<Action, 'status' | 'result' | 'details'>;

/** How it ended, in a few words; nothing before that. */
export function outcomeTitle({ status, result, details }: Ended): string | undefined {
  if (status === 'pending_approval' || status === 'executing') return undefined;
  // By then it may have evicted many.
  if (status === 'canceled' && details.drain !== undefined) return 'Canceled. No more pods are evicted.';
  return results[result ?? ''] ?? titles[status];
}
