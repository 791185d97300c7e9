import { ActionLists } from '../actions/action-lists.tsx';
import { useCluster } from './cluster-context.ts';

/** What was done to the cluster, and what waits to be. */
export function ActionsTab() {
  return <ActionLists of={useCluster()} />;
}
