import { ActionLists } from '../actions/action-lists.tsx';
import { ActionsOff } from './actions-off.tsx';
import { useCluster } from './cluster-context.ts';

/** What was done to the cluster, and what waits to be. */
export function ActionsTab() {
  const cluster = useCluster();
  return (
    <>
      <ActionsOff cluster={cluster} />
      <ActionLists of={cluster} />
    </>
  );
}
