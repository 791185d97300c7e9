import type { App } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import { ClusterName } from '../../design/cluster-mark.tsx';

/** Where it is, so that nobody acts on the wrong one. */
export function AppOfDialog({ app }: { readonly app: App }) {
  const { byId } = useClusters();
  const cluster = byId.get(app.cluster_id);
  return (
    <p>
      <span className="name">{app.name}</span> in CloudSpace <span className="name">{app.cloudspace_name}</span>
      {cluster !== undefined && (
        <>
          {' '}
          on <ClusterName id={cluster.id} name={cluster.name} />
        </>
      )}
    </p>
  );
}
