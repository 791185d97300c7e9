import type { Cluster } from '../../api/clusters.ts';
import { Time } from '../../design/time.tsx';

/** Of which kind credentials are, and when they end. */
export function CredentialWords({ credential: { kind, expires_at } }: { readonly credential: Cluster['credential'] }) {
  return (
    <span>
      {kind === 'token' ? 'a token' : 'a client certificate'},{' '}
      {expires_at === null ? (
        'no expiry stated'
      ) : (
        <>
          ends <Time at={expires_at} />
        </>
      )}
    </span>
  );
}
