import type { Cluster } from '../../api/clusters.ts';
import { ClusterChip } from '../../design/chip.tsx';

/** By its name; one that was removed since by its id. */
export function ClusterCell({ id, cluster }: { readonly id: string; readonly cluster: Cluster | undefined }) {
  if (cluster !== undefined) return <ClusterChip id={cluster.id} name={cluster.name} />;
  return (
    <span className="quiet mono" title={id}>
      …{id.slice(-8)}
    </span>
  );
}
