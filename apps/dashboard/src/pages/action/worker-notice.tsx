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
    <Notice tone="unknown" role="status" title="The worker of this cluster is not there.">
      <p>
        {seen_at === null ? (
          'It was never seen.'
        ) : (
          <>
            Its last sign of life is from <Time at={seen_at} />.
          </>
        )}{' '}
        {trouble !== null && <span className="name">It says: {trouble}. </span>}
        {status === 'executing'
          ? 'Until it is there, the action does not go on; after ten minutes without it, it fails.'
          : 'Until it is there, the action can be rejected but not approved.'}{' '}
        Next step: start the action agent’s worker with the credentials of this cluster.
      </p>
    </Notice>
  );
}
