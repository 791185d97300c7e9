import { type ApiErrorCode, isApiError } from '@wheelhouse/sdk';

/** What stood in the way; the API's own message, with names and figures, follows it. */
const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  pdb_violation: 'a disruption budget prevents it',
  conflict: 'something else holds it',
  invalid_state: 'it cannot be done in the current state',
  gone: 'that revision is no longer kept',
  precondition_failed: 'someone else has changed it meanwhile',
  cluster_unreachable: 'the cluster does not respond',
  insufficient_scope: 'your role does not have the scope for it',
};

export function refusedWords(what: string, error: Error | null): string {
  const why = isApiError(error) ? words[error.code] : undefined;
  return why === undefined ? what : `${what}: ${why}`;
}
