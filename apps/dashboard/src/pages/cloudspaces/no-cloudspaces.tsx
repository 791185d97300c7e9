import { useClusters } from '../../api/clusters.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

/** Without a cluster there is nothing to make one in. */
export function NoCloudspaces() {
  const { clusters, isPending } = useClusters();
  if (isPending) return null;
  const [first] = clusters;
  if (first === undefined)
    return (
      <Empty
        title="Your CloudSpaces will appear here"
        command="wheelhouse clusters connect"
        action={
          <ButtonLink to="/clusters/new" look="primary">
            Register cluster
          </ButtonLink>
        }
      >
        <p>A CloudSpace is made in a cluster, and none is registered yet. Register one first.</p>
      </Empty>
    );
  return (
    <Empty
      title="Your CloudSpaces will appear here"
      command={`wheelhouse cloudspaces create shop-apps --cluster ${first.name}`}
      action={
        <ButtonLink to="/cloudspaces/new" look="primary">
          Create CloudSpace
        </ButtonLink>
      }
    >
      <p>
        A CloudSpace is a namespace of a cluster that a team deploys its apps into: with a quota, a network policy, and
        credentials that reach nothing outside it.
      </p>
    </Empty>
  );
}
