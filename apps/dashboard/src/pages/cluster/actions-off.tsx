import { useWorker, type Worker } from '../../api/actions.ts';
import type { Cluster } from '../../api/clusters.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';

/** Nothing can be carried out on a cluster without its agent: says so, and why. Nothing while one is there. */
export function ActionsOff({ cluster }: { readonly cluster: Cluster }) {
  const worker = useWorker(cluster.id, true);
  if (worker === undefined || worker.ready) return null;
  return (
    <Notice tone="unknown" role="status" title={<Off worker={worker} />}>
      <p>
        The agent has to reach this installation’s database and message broker from where it runs. Without it the
        cluster’s health is watched all the same.
      </p>
    </Notice>
  );
}

function Off({ worker: { seen_at, trouble } }: { readonly worker: Worker }) {
  if (trouble !== null)
    return <span className="name">Actions are off for this cluster, because its action agent reports: {trouble}.</span>;
  if (seen_at === null) return 'Actions are off for this cluster, because no action agent is running for it.';
  return (
    <>
      Actions are off for this cluster, because its action agent was last seen <Time at={seen_at} />.
    </>
  );
}
