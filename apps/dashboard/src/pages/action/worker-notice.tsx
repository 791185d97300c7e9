import type { Action, Worker } from '../../api/actions.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';

interface WorkerNoticeProps {
  readonly worker: Worker | undefined;
  readonly status: Action['status'];
}

/** Without its worker nothing is planned or carried out on a cluster: says since when, and why. */
export function WorkerNotice({ worker, status }: WorkerNoticeProps) {
  if (worker === undefined || worker.ready) return null;
  const { seen_at, trouble } = worker;
  return (
    <Notice tone="unknown" role="status" title="This cluster’s worker is not available.">
      <p>
        {seen_at === null ? (
          'It has never been seen.'
        ) : (
          <>
            It was last seen <Time at={seen_at} />.
          </>
        )}{' '}
        {trouble !== null && <span className="name">It says: {trouble}. </span>}
        {status === 'executing'
          ? 'The action cannot continue without it, and fails after ten minutes.'
          : 'Until it is back, the action can be rejected but not approved.'}{' '}
        Next step: start the action agent’s worker with this cluster’s credentials.
      </p>
    </Notice>
  );
}
