import { Empty } from '../../design/empty.tsx';

export function NoActions({ hasWaiting }: { readonly hasWaiting: boolean }) {
  if (hasWaiting) return <p className="quiet">No actions are running or finished yet.</p>;
  return (
    <Empty
      title="Actions will appear here"
      command="wheelhouse actions plan scale_deployment --namespace NAMESPACE --deployment NAME"
    >
      <p>
        An action is one change to a cluster: more replicas, a restarted pod, a cordoned node. Proposed actions that
        need approval are listed first; below them are those that run or have finished. To see what an action would do
        without doing it:
      </p>
    </Empty>
  );
}
