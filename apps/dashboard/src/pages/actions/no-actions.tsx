import { Empty } from '../../design/empty.tsx';

interface NoActionsProps {
  readonly isFiltered: boolean;
  readonly hasWaiting: boolean;
}

export function NoActions({ isFiltered, hasWaiting }: NoActionsProps) {
  if (isFiltered)
    return (
      <Empty title="No action fits these filters">
        <p>Take a filter away to see more.</p>
      </Empty>
    );
  if (hasWaiting) return <p className="quiet">Nothing runs, and nothing has ended yet.</p>;
  return (
    <Empty
      title="Actions will be here"
      command="npx wheelhouse actions plan scale_deployment --namespace NAMESPACE --deployment NAME"
    >
      <p>
        An action is one change to a cluster: more replicas, a pod restarted, a node cordoned. What is proposed and
        needs somebody’s consent stands on top until it is approved or rejected; below is what runs and how all others
        ended. See what one would do, without doing it:
      </p>
    </Empty>
  );
}
