import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';

interface Credential {
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
}

const soonMs = 14 * 86_400_000;

/** Of a token or a secret: whether it works, and until when. */
export function CredentialState({ of: { revoked_at, expires_at } }: { readonly of: Credential }) {
  if (revoked_at !== null)
    return (
      <>
        <Status tone="unknown">revoked</Status> <Time at={revoked_at} />
      </>
    );
  const left = Date.parse(expires_at) - Date.now();
  if (left <= 0)
    return (
      <>
        <Status tone="unknown">expired</Status> <Time at={expires_at} />
      </>
    );
  const isSoon = left < soonMs;
  return (
    <>
      <Status tone={isSoon ? 'attention' : 'ok'}>{isSoon ? 'expires soon' : 'active'}</Status>{' '}
      <span className="quiet">
        {!isSoon && 'expires '}
        <Time at={expires_at} />
      </span>
    </>
  );
}

export function LastUsed({ of: { last_used_at, last_used_ip } }: { readonly of: Credential }) {
  if (last_used_at === null) return <span className="quiet">never</span>;
  return (
    <>
      <Time at={last_used_at} /> <span className="quiet number">{last_used_ip}</span>
    </>
  );
}
