import { Link } from '@tanstack/react-router';
import type { Cluster } from '../../api/clusters.ts';
import { Notice } from '../../design/notice.tsx';

/** Told by platforms that know it. */
type Deployable = Cluster & { readonly deployable?: boolean; readonly deploy_message?: string };

/** Said before somebody waits for a CloudSpace that cannot come about. */
export function NotDeployable({ cluster }: { readonly cluster: Deployable | undefined }) {
  if (cluster?.deployable !== false) return null;
  return (
    <Notice tone="attention" role="status" title={`${cluster.name} cannot be deployed to yet.`}>
      {cluster.deploy_message !== undefined && <p className="name">{cluster.deploy_message}</p>}
      <p>
        <Link to="/clusters/$clusterId/settings" params={{ clusterId: cluster.id }}>
          Its settings
        </Link>{' '}
        say what is missing and have the command that grants it. Until then a CloudSpace waits, 5 min at most.
      </p>
    </Notice>
  );
}
