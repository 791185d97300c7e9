import { Notice } from '../design/notice.tsx';
import { Time } from '../design/time.tsx';

interface AsOfProps {
  readonly page: { readonly stale: boolean; readonly fault: string | null; readonly observed_at: string | null };
  readonly clusterName: string;
}

/** Since when nothing new is known, why, and what therefore is not shown. Nothing while the cluster answers. */
export function AsOf({ page: { stale, fault, observed_at }, clusterName }: AsOfProps) {
  if (!stale) return null;
  return (
    <Notice
      tone="unknown"
      role="status"
      title={
        <>
          <span className="name">{clusterName}</span> does not answer.
        </>
      }
    >
      {fault !== null && <p className="name">{fault}</p>}
      <p>
        {observed_at === null ? (
          'This page shows what was last known of it.'
        ) : (
          <>
            This page shows what was known <Time at={observed_at} />.
          </>
        )}{' '}
        Pods and events are told by the cluster itself, so they are missing. Wheelhouse asks again every few seconds.
      </p>
    </Notice>
  );
}
