import type { ErrorDefinition } from './definition.ts';

/** Why an action on a cluster is not planned, approved or carried out. */
export const actionAgentErrors = {
  self_approval_forbidden: {
    status: 403,
    owner: 'action-agent',
    message:
      'An action cannot be approved by whoever proposed it or had it proposed. Whoever made a secret of a service account counts as that account.',
    next: 'Have someone else approve it; with the right to override, send override_reason.',
  },
  action_not_pending: {
    status: 409,
    owner: 'action-agent',
    message: 'The action is no longer waiting for approval.',
    next: 'Read the action; it says who decided it and how it went.',
  },
  pdb_violation: {
    status: 409,
    owner: 'action-agent',
    message: 'Scaling down would break a PodDisruptionBudget.',
    next: 'Choose a higher replica count, or change the budget that the message names.',
  },
  kill_switch: {
    status: 409,
    owner: 'action-agent',
    message: 'The kill switch is engaged, so nothing is changed on this cluster.',
    next: 'Find out why it was engaged; with the scope admin, release it with POST /api/v1/kill-switch/release.',
  },
  target_busy: {
    status: 409,
    owner: 'action-agent',
    message: 'Another action is running on this target.',
    next: 'Wait for the action that the message names, or cancel it.',
  },
  action_expired: {
    status: 410,
    owner: 'action-agent',
    message: 'The action expired before it was approved.',
    next: 'If it is still needed, have it proposed again; the situation may have changed.',
  },
  plan_changed: {
    status: 412,
    owner: 'action-agent',
    message: 'The cluster has changed, and the action would no longer do what its plan showed.',
    next: 'Read the new plan and approve that one, with its ETag in If-Match.',
  },
  precondition_required: {
    status: 428,
    owner: 'action-agent',
    message: 'This tenant requires every approval to name the plan it approves.',
    next: 'Read the plan and send its ETag in If-Match.',
  },
  cluster_unreachable: {
    status: 502,
    owner: 'action-agent',
    message: 'No worker of this cluster has been seen recently, or its API server does not respond.',
    next: "Nothing was changed; check the cluster and the agent's worker, then try again.",
  },
} as const satisfies Readonly<Record<string, ErrorDefinition>>;
