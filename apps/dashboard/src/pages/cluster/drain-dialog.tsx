import { AtOnceDialog } from './at-once-dialog.tsx';
import { drainOf } from './at-once.ts';
import { useCluster } from './cluster-context.ts';

interface DrainDialogProps {
  readonly node: string;
  readonly onClose: () => void;
}

/** What would happen to each pod of the node, and the yes. */
export function DrainDialog({ node, onClose }: DrainDialogProps) {
  const cluster = useCluster();
  return <AtOnceDialog of={drainOf(node, cluster.name)} cluster={cluster} onClose={onClose} />;
}
