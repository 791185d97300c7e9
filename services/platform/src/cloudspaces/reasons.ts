/** Why a CloudSpace is in its phase, and what to do about it. docs/guides/cloudspaces.md has the same table; a test compares them. */
export const cloudspaceReasons = {
  waiting_for_cluster: {
    means: 'It waits until its cluster responds and can be deployed to.',
    next: 'Look at the cluster; its page says what is missing.',
  },
  applying: {
    means: 'Its namespace and the objects in it are being written.',
    next: 'Wait a moment; this takes a few seconds.',
  },
  ready: {
    means: 'Everything is in the cluster as asked for.',
    next: 'Create an app in it.',
  },
  deleting: {
    means: 'Its namespace is being deleted, with everything in it.',
    next: 'Wait until it is gone.',
  },
  cluster_unreachable: {
    means: 'The cluster did not respond in time.',
    next: 'Check the cluster, then retry.',
  },
  rights_missing: {
    means: 'The credentials of the cluster are not allowed to do this.',
    next: "Grant what the message names (the cluster's page has the command), then retry.",
  },
  namespace_taken: {
    means:
      'The cluster already has a namespace of this name that was not made for this CloudSpace. It was not touched.',
    next: 'Delete this CloudSpace and choose another name, or delete the namespace and retry.',
  },
  quota_too_small: {
    means: 'What runs in the namespace needs more than the quota allows.',
    next: 'Raise the quota, or scale down or delete apps.',
  },
  admission_denied: {
    means: 'The API server refused an object.',
    next: 'Correct what the message names, then retry.',
  },
  namespace_gone: {
    means: 'Somebody else has deleted the namespace in the cluster, and everything in it.',
    next: 'Retry makes it again, empty; then redeploy its apps.',
  },
  internal_error: {
    means: 'Wheelhouse itself could not do it.',
    next: 'Retry; if it fails again, ask an operator: the log of the platform module has the cause.',
  },
  stuck_terminating: {
    means: 'The namespace could not be deleted completely.',
    next: 'Remove what the message names, then delete it again.',
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly next: string }>>;

export type CloudspaceReason = keyof typeof cloudspaceReasons;

function isCloudspaceReason(word: string): word is CloudspaceReason {
  return Object.hasOwn(cloudspaceReasons, word);
}

export const cloudspaceReasonWords: readonly CloudspaceReason[] =
  Object.keys(cloudspaceReasons).filter(isCloudspaceReason);

/** What is known in this case, else what the reason means in general; and the next step. */
export function cloudspaceMessage(reason: CloudspaceReason, known?: string): string {
  const { means, next } = cloudspaceReasons[reason];
  return `${known ?? means} ${next}`;
}
