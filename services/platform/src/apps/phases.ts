/** Where a deployment is. Each phase before the last has a deadline, so none lasts for ever. */
export const runningPhases = ['Queued', 'Syncing', 'RollingOut', 'Verifying'] as const;
export type RunningPhase = (typeof runningPhases)[number];

export const endedPhases = ['Live', 'Failed', 'RolledBack', 'Canceled', 'Superseded'] as const;
export type EndedPhase = (typeof endedPhases)[number];

export const deploymentPhases = [...runningPhases, ...endedPhases] as const;
export type DeploymentPhase = RunningPhase | EndedPhase;

export function isRunning(phase: DeploymentPhase): phase is RunningPhase {
  return runningPhases.some((running) => running === phase);
}

/** Why a deployment failed. docs/guides/apps.md has the same table; a test compares them. */
export const deployReasons = {
  image_pull_failed: {
    means: 'A new pod cannot pull its image.',
    next: 'Check the name and tag, and the password of the registry in the CloudSpace; then deploy again.',
  },
  crash_loop: {
    means: 'A new pod starts and ends again and again.',
    next: 'Read the last lines of its log; then deploy a corrected version.',
  },
  config_error: {
    means: 'A container cannot be created as it was asked for.',
    next: 'Correct what the message names; then deploy again.',
  },
  admission_denied: {
    means: 'The API server refused an object.',
    next: 'Correct what the message names; then deploy again.',
  },
  quota_exceeded: {
    means: 'The quota of the namespace has no room for another pod.',
    next: 'Raise the quota of the CloudSpace, or ask for less; then deploy again.',
  },
  unschedulable: {
    means: 'No node can run a new pod.',
    next: 'Ask for less CPU or memory, add nodes, or correct the placement of the CloudSpace; then deploy again.',
  },
  probe_failing: {
    means: 'A new pod runs but does not become ready.',
    next: 'Check port and health check, and what the app answers there; then deploy again.',
  },
  rollout_stalled: {
    means: 'The new pods were not available in time.',
    next: 'Look at its pods; then deploy again.',
  },
  not_reachable: {
    means: 'All pods are ready, but the app did not answer a request.',
    next: 'Check that it listens on the port it was given, on all addresses; then deploy again.',
  },
  rights_missing: {
    means: 'The credentials of the cluster are not allowed to do this.',
    next: "Grant what the message names (the cluster's page has the command); then deploy again.",
  },
  namespace_gone: {
    means: 'The namespace of the CloudSpace is gone or being deleted.',
    next: 'Retry the CloudSpace, which makes it again; then deploy again.',
  },
  name_taken: {
    means: 'The namespace already has an object of this name that was not made for this app. It was not touched.',
    next: 'Delete that object, or create the app under another name.',
  },
  stuck_terminating: {
    means: 'An object of the app is stuck being deleted.',
    next: 'Remove what holds it, as named in the message; then deploy again.',
  },
  conflict: {
    means: 'Something else keeps changing an object of the app.',
    next: 'Find out which tool does so; then deploy again.',
  },
  cluster_unreachable: {
    means: 'The cluster did not respond in time.',
    next: 'Check the cluster; then deploy again.',
  },
  cloudspace_not_ready: {
    means: 'The CloudSpace did not become ready in time.',
    next: 'Look at the CloudSpace; then deploy again.',
  },
  no_slot: {
    means: 'Too many other deployments were running on the cluster.',
    next: 'Deploy again when they have ended, or ask an operator to raise DEPLOYS_AT_ONCE.',
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly next: string }>>;

export type DeployReason = keyof typeof deployReasons;

export function isDeployReason(word: string): word is DeployReason {
  return Object.hasOwn(deployReasons, word);
}

export const deployReasonWords: readonly DeployReason[] = Object.keys(deployReasons).filter(isDeployReason);

/** What is known in this case, else what the reason means in general; and the next step. */
export function deployMessage(reason: DeployReason, known?: string): string {
  const { means, next } = deployReasons[reason];
  return `${known ?? means} ${next}`;
}

/** Whether the app itself is to stay. */
export const appStates = ['active', 'deleting', 'delete_failed'] as const;
export type AppLifeState = (typeof appStates)[number];

export const deployTriggers = ['api', 'push', 'rollback', 'self_heal'] as const;
export type DeployTrigger = (typeof deployTriggers)[number];

/** Best to worst, as Argo CD has them. */
export const healths = ['Healthy', 'Suspended', 'Progressing', 'Missing', 'Degraded', 'Unknown'] as const;
export type Health = (typeof healths)[number];

/** `OutOfSync` comes with drift. */
export const gitopsWords = ['Syncing', 'Synced', 'OutOfSync', 'Unknown', 'NotManaged'] as const;
export type Gitops = (typeof gitopsWords)[number];
