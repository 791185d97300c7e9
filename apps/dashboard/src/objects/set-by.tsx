import type { WorkloadPage } from '../api/objects.ts';
import { Time } from '../design/time.tsx';

type By = NonNullable<WorkloadPage['replicas_by']>;

/** Who set something last: Kubernetes keeps the program, not the person. */
export function SetBy({ by: { manager, at } }: { readonly by: By }) {
  return (
    <span className="quiet">
      by <span className="name">{manager}</span>
      {at !== null && (
        <>
          , <Time at={at} />
        </>
      )}
    </span>
  );
}
