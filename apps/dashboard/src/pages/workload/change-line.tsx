import { workloadChangeWords } from '@wheelhouse/contracts';
import type { WorkloadChange } from '../../api/objects.ts';

import type { IconName } from '../../design/icon.tsx';
import { Timeline } from '../../design/timeline.tsx';

/** One rollout may be told as several changes within moments: the time between those says nothing. */
const gapFromMs = 60_000;

/** What was changed, by which program, newest first. */
export function ChangeLine({ changes }: { readonly changes: readonly WorkloadChange[] }) {
  if (changes.length === 0)
    return <p className="quiet">No change has been seen since Wheelhouse watches it. Changes are kept for 90 days.</p>;
  return (
    <Timeline
      gapFromMs={gapFromMs}
      happened={changes.map((change) => ({
        key: change.id,
        at: change.at,
        icon: iconOf(change),
        title: <span className="name">{workloadChangeWords(change)}</span>,
        about: <By manager={change.manager} />,
      }))}
    />
  );
}

function iconOf({ change, replicas: { before, after } }: WorkloadChange): IconName {
  if (change === 'created') return 'plus';
  if (change === 'deleted') return 'close';
  if (change !== 'replicas') return 'workload';
  return (after ?? 0) < (before ?? 0) ? 'falling' : 'rising';
}

/** Kubernetes keeps the program, not the person. */
function By({ manager }: Pick<WorkloadChange, 'manager'>) {
  if (manager === null) return 'by whom, the API server does not say';
  return (
    <span>
      by <span className="name">{manager}</span>
    </span>
  );
}
