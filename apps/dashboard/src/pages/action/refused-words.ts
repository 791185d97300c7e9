import { isApiError, type ApiErrorCode } from '@wheelhouse/sdk';

/** What stood in the way of an approval, a rejection or a cancel; the API's own message follows it. */
const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  self_approval_forbidden: 'you proposed it, or it was proposed on your behalf, so someone else has to approve it',
  action_not_pending: 'someone has already decided it',
  action_expired: 'its approval time has expired',
  pdb_violation: 'a disruption budget prevents it',
  invalid_state: 'it cannot be done in the current state',
  kill_switch: 'actions are stopped',
  target_busy: 'another action runs on the same target',
  plan_changed: 'the plan has changed',
  cluster_unreachable: 'the cluster’s worker is not available',
  upstream_timeout: 'the cluster’s worker did not respond in time',
  insufficient_scope: 'your role does not have the scope actions',
};

export function refusedWords(what: string, error: Error | null): string {
  const why = isApiError(error) ? words[error.code] : undefined;
  return why === undefined ? what : `${what}: ${why}`;
}
