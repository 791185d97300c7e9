/**
 * The words for what an action is and how it stands, the same on REST, broker and webhooks. Without schemas: a page that
 * needs the words need not load what checks them.
 */

export const actionKinds = [
  'scale_deployment',
  'restart_pod',
  'cordon_node',
  'uncordon_node',
  'drain_node',
  'rollback_deployment',
] as const;

export type ActionKind = (typeof actionKinds)[number];

/** `rollback_deployment` restarts the pods of the template as it stands; people must not expect an undo. */
export const actionLabels: Readonly<Record<ActionKind, string>> = {
  scale_deployment: 'Scale Deployment',
  restart_pod: 'Restart Pod',
  cordon_node: 'Cordon Node',
  uncordon_node: 'Uncordon Node',
  drain_node: 'Drain Node',
  rollback_deployment: 'Rolling restart',
};

export const terminalActionStatuses = ['success', 'failed', 'rejected', 'expired', 'canceled'] as const;

export type TerminalActionStatus = (typeof terminalActionStatuses)[number];

export const actionStatuses = ['pending_approval', 'executing', ...terminalActionStatuses] as const;

export type ActionStatus = (typeof actionStatuses)[number];

/** Where an action is while its status is `executing`. */
export const actionSteps = ['waiting_for_target', 'planning', 'applying', 'verifying', 'settling'] as const;

export type ActionStep = (typeof actionSteps)[number];

/** What a bare status does not tell; each result goes with one status only. */
export const actionResults = {
  refused: 'failed',
  reverted: 'failed',
  revert_skipped: 'failed',
  stuck_terminating: 'failed',
  rollout_stalled: 'failed',
  pods_returned: 'failed',
  cluster_unreachable: 'failed',
  node_gone: 'success',
} as const satisfies Readonly<Record<string, TerminalActionStatus>>;

export type ActionResult = keyof typeof actionResults;

export function isActionKind(word: string): word is ActionKind {
  return Object.hasOwn(actionLabels, word);
}

export function isActionResult(word: string): word is ActionResult {
  return Object.hasOwn(actionResults, word);
}
