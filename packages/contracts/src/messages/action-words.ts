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

/** How far a pod is of a node that is drained. */
export const drainedPodStatuses = ['waiting', 'evicting', 'evicted', 'skipped', 'failed'] as const;

export type DrainedPodStatus = (typeof drainedPodStatuses)[number];

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
  dry_run: 'success',
} as const satisfies Readonly<Record<string, TerminalActionStatus>>;

export type ActionResult = keyof typeof actionResults;

export function isActionKind(word: string): word is ActionKind {
  return Object.hasOwn(actionLabels, word);
}

export function isActionResult(word: string): word is ActionResult {
  return Object.hasOwn(actionResults, word);
}

/** What keeps automation in bounds: each is named as its setting is, and so are the refusals it gives. */
export const guardWords = {
  kill_switch: 'While it is engaged nothing is changed, except that nodes are uncordoned and failed scale-ups reverted',
  autonomy: 'Which kinds of action may run by themselves, must be approved, or are never taken from a decision',
  protected_namespaces:
    'Namespaces whose Deployments and pods are no targets; a drain still evicts their pods from its node',
  protected_node_labels: 'Nodes with any of these labels are neither cordoned nor drained',
  cooldown_seconds: 'How long after an action the same kind must not be automated on the same target again',
  max_drains_per_cluster: 'How many nodes of a cluster automation may drain at the same time',
  max_automated_per_hour: 'How many actions of one kind may be automated within an hour',
  max_cordoned_percent: 'How many of the nodes of a cluster automation may cordon, in percent, though always one',
  automated_scale_to_zero: 'Whether a Deployment may be scaled to zero without an approval',
  automated_unmanaged_pods:
    'Whether a drain without an approval may evict pods that have no controller, which nothing would recreate',
  dry_mode: 'Everything runs as usual, but nothing is changed',
} as const satisfies Readonly<Record<string, string>>;

export type GuardName = keyof typeof guardWords;

export function isGuardName(word: string): word is GuardName {
  return Object.hasOwn(guardWords, word);
}

export const guardNames: readonly GuardName[] = Object.keys(guardWords).filter(isGuardName);

/** From the loosest to the strictest. */
export const autonomyLevels = ['auto', 'ask', 'never'] as const;

export type AutonomyLevel = (typeof autonomyLevels)[number];

export const autonomyWords: Readonly<Record<AutonomyLevel, string>> = {
  auto: 'may run by itself, if the decision says so',
  ask: 'always waits for an approval',
  never: 'is refused, unless a person requests it directly',
};
