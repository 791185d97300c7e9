import { isApiError, type ApiErrorCode } from '@wheelhouse/sdk';

/** What stood in the way of an approval, a rejection or a cancel; the API's own message follows it. */
const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  self_approval_forbidden: 'it was proposed by you or for you, so someone else has to approve it',
  action_not_pending: 'somebody has decided it already',
  action_expired: 'it has waited longer than it may',
  pdb_violation: 'a budget stands in the way',
  invalid_state: 'it cannot be done as things stand',
  plan_changed: 'the plan has changed',
  cluster_unreachable: 'the worker of the cluster is not there',
  upstream_timeout: 'the worker of the cluster did not answer in time',
  insufficient_scope: 'your role does not have the scope actions',
};

export function refusedWords(what: string, error: Error | null): string {
  const why = isApiError(error) ? words[error.code] : undefined;
  return why === undefined ? what : `${what}: ${why}`;
}
