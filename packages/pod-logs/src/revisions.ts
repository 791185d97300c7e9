import type { ClusterClient } from '@wheelhouse/kubernetes';

/** Which revision a pod runs, by the hash of its template: what that is, whoever asks for logs knows. */
export interface Revisions {
  /** Null where nobody can tell. */
  readonly of: (hash: string | undefined) => number | null;
  /** Before pods with these hashes are told of. */
  readonly look: (client: ClusterClient, hashes: readonly (string | undefined)[]) => Promise<void>;
}

export const noRevisions: Revisions = { of: () => null, look: async () => undefined };
